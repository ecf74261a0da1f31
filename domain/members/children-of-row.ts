// Exports of families have several children in one row: `Child 1 name`, `Child 1 birthday`, `Child 2 name`, and so on.
import { CHILD_WORDS } from '#domain/members/member-fields.ts'
import { fieldOfHeading } from '#domain/members/heading-fields.ts'
import { fieldsOfColumn, plainWords } from '#domain/members/import-columns.ts'
import { NOTHING } from '#domain/members/row-texts.ts'

/** A table with several children in a row, as one with a row for each. */
export interface ChildrenOfRow {
  /** The headings of a child's row, without the numbers of the children. */
  header: string[]
  /** For each child, the column of the file that stands under each heading; null where the child has none. */
  children: (number | null)[][]
  /** The headings that say who a child is, and others that are a child's own. */
  own: { index: number; isNeeded: boolean }[]
}

/** A heading that is about one child of a row: its number, and the heading without it. */
interface NumberedHeading {
  number: number
  heading: string
  /** Whether it says that it is about a child, as `Name 2` does not. */
  namesChild: boolean
}

const childWords: ReadonlySet<string> = new Set(CHILD_WORDS)
const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']
/** No family of a file has more. */
const MOST_CHILDREN = 9

/** The words of a heading, with its digits apart: `Child1's DOB` is `child 1 s dob`. */
const wordsOf = (heading: string) =>
  plainWords(heading.replaceAll(/['’]s\b/g, ''))
    .replaceAll(/(\p{L})(\d)|(\d)(st|nd|rd|th)?(?=\p{L}|\b)/gu, '$1 $2$3 ')
    .trim()
    .split(/\s+/)

function numberedHeading(heading: string): NumberedHeading | null {
  const words = wordsOf(heading)
  const childAt = words.findIndex((word) => childWords.has(word))
  // `first child` counts the child; `child first name` does not
  const ordinal = childAt > 0 ? ORDINALS.indexOf(words[childAt - 1] ?? '') : -1
  const at = ordinal >= 0 ? childAt - 1 : words.findIndex((word) => /^\d$/.test(word))
  const number = ordinal >= 0 ? ordinal + 1 : Number(words[at] ?? 0)
  if (at < 0 || number < 1 || number > MOST_CHILDREN || words.filter((word) => /^\d+$/.test(word)).length > 1)
    return null
  const others = words.toSpliced(at, 1)
  const last = others.at(-1) ?? ''
  // `DOB (child 2)`
  const bare = childWords.has(last) && others.length > 1 ? [last, ...others.slice(0, -1)] : others
  return { number, heading: bare.join(' '), namesChild: childAt >= 0 }
}

/** What a column without a number can hold of a child beside such with numbers: `Name 2` beside `Name`. */
const CHILDS_FIELDS = ['firstname', 'lastname', 'dob', 'ngo_id', 'medical', 'note', 'status', 'groups']
const NEEDED = ['firstname', 'lastname', 'dob']

const fieldsNamed = (heading: string): readonly string[] => fieldsOfColumn(fieldOfHeading(heading) ?? '')
const isNeeded = (heading: string) => fieldsNamed(heading).some((field) => NEEDED.includes(field))
const isChilds = ({ heading, namesChild }: NumberedHeading) =>
  namesChild || fieldsNamed(heading).some((field) => CHILDS_FIELDS.includes(field))

/** Whether a heading is that of a child's field, with the child's number. */
export function isNumberedHeading(heading: string): boolean {
  const numbered = numberedHeading(heading)
  return numbered !== null && numbered.namesChild && fieldOfHeading(numbered.heading) !== undefined
}

/** The children of each row; null where a row is one child: fewer than two have a name, or none has a birthday. */
export function childrenOfRow(header: readonly string[]): ChildrenOfRow | null {
  const numbered = header.map((heading) => {
    const found = numberedHeading(heading)
    return found !== null && isChilds(found) ? found : null
  })
  const headings = new Set(numbered.flatMap((found) => found?.heading ?? []))
  // the first child may have no number, as `Child name` before `Child 2 name`
  const ofFirst = header.map((heading, index) => {
    const words = wordsOf(heading).join(' ')
    const isTaken = numbered.some((found) => found?.number === 1 && found.heading === words)
    return numbered[index] === null && headings.has(words) && !isTaken ? words : null
  })
  const columns = header.map((_heading, index) => {
    const words = ofFirst[index]
    return numbered[index] ?? (typeof words === 'string' ? { number: 1, heading: words } : null)
  })
  const numbers = [...new Set(columns.flatMap((column) => column?.number ?? []))].toSorted((a, b) => a - b)
  const has = (number: number, field: string) =>
    columns.some((column) => column?.number === number && fieldsNamed(column.heading).includes(field))
  const named = numbers.filter((number) => has(number, 'firstname'))
  if (named.length < 2 || !named.every((number) => has(number, 'dob'))) return null
  // a child's columns stand where the first of them stood
  const order = new Map<string, string>()
  header.forEach((heading, index) => {
    const own = columns[index]
    order.set(
      own ? `child ${own.heading}` : `column ${index}`,
      own ? own.heading.replace(/^\p{L}/u, (letter) => letter.toUpperCase()) : heading,
    )
  })
  const keys = [...order.keys()]
  return {
    header: [...order.values()],
    children: numbers.map((number) =>
      keys.map((key) => {
        if (key.startsWith('column ')) return Number(key.slice('column '.length))
        const index = columns.findIndex((own) => own?.number === number && `child ${own.heading}` === key)
        return index < 0 ? null : index
      }),
    ),
    own: keys.flatMap((key, index) =>
      key.startsWith('child ') ? [{ index, isNeeded: isNeeded(key.slice('child '.length)) }] : [],
    ),
  }
}

/** What says nothing about a child who is not there. */
const EMPTY = /^(?:0|false)$/i

/** The cells of each child of a row. A row without any child stays one, so that nothing of it is lost. */
export function cellsOfChildren({ children, own }: ChildrenOfRow, cells: readonly string[]): string[][] {
  const rows = children.map((columns) => columns.map((column) => (column === null ? '' : (cells[column] ?? ''))))
  const present = rows.filter((row) =>
    own.some(({ index, isNeeded: says }) => {
      const cell = row[index]?.trim() ?? ''
      return cell !== '' && (says || !(NOTHING.test(cell) || EMPTY.test(cell)))
    }),
  )
  return present.length === 0 ? rows.slice(0, 1) : present
}
