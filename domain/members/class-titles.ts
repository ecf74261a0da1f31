// Lists in blocks: a line with the title of a class, such as `Tadpoles – Monday 16:00`, stands above the children of the
// class, often with the headings once more below it.
import { fieldOfHeading, headingKey } from '#domain/members/heading-fields.ts'
import { GROUPS_COLUMN, fieldsOfColumn, plainWords } from '#domain/members/import-columns.ts'
import { isTotalRow } from '#domain/platform/table-layout.ts'

/** The heading of the column with the titles; pages show words of their own for it. */
export const TITLES_HEADING = 'Class above the rows'

/** What a line of a list in blocks is. `row` is a child. */
type LineKind = 'row' | 'title' | 'heading' | 'total'

/** A list in blocks, line by line; `title` is that of the block, empty where it has none. */
export interface TitledLines {
  lines: { kind: LineKind; title: string }[]
  /** How many blocks have a title. */
  titles: number
}

interface Line {
  row: number
  cells: readonly string[]
}

/** No title is longer; what is longer is a note. */
const LONGEST = 80
const WEEKDAY =
  /\b(?:mon|tues?|wed|thu(?:rs)?|fri|sat|sun)(?:\b|s?days?\b|nesdays?\b|urdays?\b)|\b(?:llun|mawrth|mercher|iau|gwener|sadwrn|sul|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)\b/
const CLASS_WORD =
  /\b(?:class|groups?|squads?|teams?|lane|stage|level|session|lesson|course|swim|gym|adults?|beginners?|improvers?|advanced|juniors?|seniors?|minis?|academy|dosbarth|grwp|carfan|lefel|cam|gruppe|kurs|groupe|cours|klas|groep|grupa)\b/
/** Before a colon: that the rest is the class, or its day or time; other labels are of coaches, places and so on. */
const CLASS_LABEL =
  /^(?:class|group|squad|team|course|lesson|session|dosbarth|grwp|carfan|kurs|gruppe|groupe|cours|groep|grupa)(?: (?:name|title))?$/
const DAY_LABEL = /^(?:day|time|when|days|times|day time|day and time|diwrnod|amser)$/
const COUNT = /^\d+ \p{L}+$/u

const filledIn = (cells: readonly string[]) =>
  cells.flatMap((cell, column) => (cell.trim() === '' ? [] : [{ column, text: cell.trim().replaceAll(/\s+/g, ' ') }]))

/** The text of a line that can be a title, and its column: one cell, the same in all, or a label and what it says. */
function titleIn(cells: readonly string[]): { column: number; text: string } | null {
  const [first, second, third] = filledIn(cells)
  if (first === undefined || isTotalRow(cells) || COUNT.test(first.text)) return null
  const isOne = filledIn(cells).every(({ text }) => text === first.text)
  const isLabelled = first.text.endsWith(':') && second !== undefined && third === undefined
  const text = isLabelled ? `${first.text} ${second.text}` : first.text
  return (isOne || isLabelled) && text.length <= LONGEST && /\p{L}/u.test(text) ? { column: first.column, text } : null
}

const isOfDay = (text: string) => WEEKDAY.test(plainWords(text))
const namesClass = (text: string) => isOfDay(text) || CLASS_WORD.test(plainWords(text))

/** A part of a title: the text behind a label of a class or day; null behind any other label, such as that of a coach. */
function partOf(text: string): string | null {
  const [, label, rest] = /^([^:]{2,20}):\s*(\S.*)$/.exec(text) ?? []
  if (label === undefined || rest === undefined || /\d$/.test(label)) return text.replace(/\s*:$/, '')
  const words = plainWords(label)
  if (CLASS_LABEL.test(words) || DAY_LABEL.test(words)) return rest
  // `Tadpoles: Monday`
  return isOfDay(rest) || /\d[:.]\d\d/.test(rest) ? text : null
}

/** The titles of runs of lines: a day above several classes is part of the title of each of them. */
function titlesOfRuns(runs: readonly (readonly string[])[]): string[] {
  const parts = runs.map((run) => run.flatMap((text) => partOf(text) ?? []))
  const isDayAlone = (text: string) => isOfDay(text) && plainWords(text).split(' ').length <= 2
  let day = ''
  return parts.map((texts) => {
    const [first = '', ...others] = texts
    if (others.length > 0) day = isDayAlone(first) ? first : ''
    const own = others.length > 0 && isDayAlone(first) ? others : texts
    return [...(day === '' ? [] : [day]), ...own].join(' – ')
  })
}

/**
 * Whether lines above rows are titles although no headings follow them: they stand before or at the names, and say a day
 * or a kind of class, or cannot be a child whose other cells are empty.
 */
function areTitles(found: readonly Candidate[], header: readonly string[], rows: readonly Line[]): boolean {
  const fields = header.map((heading) => fieldOfHeading(heading) ?? '')
  const names = fields.findIndex(
    (field) => fieldsOfColumn(field).includes('firstname') || fieldsOfColumn(field).includes('lastname'),
  )
  const [first] = found
  if (first === undefined || names < 0 || found.some(({ column }) => column !== first.column || column > names))
    return false
  const field = fields[first.column]
  // in a column that rows fill, a cell alone goes on with the row above
  const isFilled = rows.some(({ cells }) => (cells[first.column] ?? '').trim() !== '')
  if (first.column < names && isFilled && field === GROUPS_COLUMN) return false
  const isSure = ({ text }: Candidate) =>
    namesClass(text) || /\d/.test(text) || field !== 'name' || plainWords(text).split(' ').length === 1
  const sure = found.filter(isSure).length
  return (
    sure * 2 >= found.length && (found.length > 1 ? found.some(isSure) : first.index === 0 || namesClass(first.text))
  )
}

interface Candidate {
  index: number
  column: number
  text: string
}

/** Finds the blocks of a list. `above` are the lines over the headings, `header` is the line of the headings as it stands in the file. */
export function titledLines(above: readonly Line[], header: Line, body: readonly Line[]): TitledLines {
  const keys = header.cells.map(headingKey).join('\0')
  const isHeading = ({ cells }: Line) =>
    filledIn(cells).length > 1 && header.cells.map((_, column) => headingKey(cells[column] ?? '')).join('\0') === keys
  const kinds = body.map((line): LineKind => (isHeading(line) ? 'heading' : 'row'))
  const candidates = body.flatMap((line, index): Candidate[] => {
    const title = kinds[index] === 'row' ? titleIn(line.cells) : null
    return title === null ? [] : [{ index, ...title }]
  })
  const runs = runsOf(candidates.map(({ index }) => index))
  const followed = (kind: LineKind) => runs.filter((run) => kinds[(run.at(-1) ?? 0) + 1] === kind)
  const certain = followed('heading').flat()
  const beforeRows = new Set(followed('row').flat())
  const others = candidates.filter(({ index }) => beforeRows.has(index))
  const isOfRow = new Set(candidates.map(({ index }) => index))
  const rows = body.filter((_, index) => kinds[index] === 'row' && !isOfRow.has(index))
  const titles = new Set([
    ...certain,
    ...(areTitles(others, header.cells, rows) ? others.map(({ index }) => index) : []),
  ])
  if (titles.size === 0) return { lines: kinds.map((kind) => ({ kind, title: '' })), titles: 0 }
  for (const index of titles) kinds[index] = 'title'
  body.forEach(({ cells }, index) => {
    const [only, another] = filledIn(cells)
    const isCount = another === undefined && only !== undefined && COUNT.test(only.text)
    if (kinds[index] === 'row' && (isTotalRow(cells) || isCount)) kinds[index] = 'total'
  })
  const textOf = (index: number) => titleIn(body[index]?.cells ?? [])?.text ?? ''
  const found = runsOf([...titles].toSorted((a, b) => a - b))
  const first = kinds[0] === 'title' ? [] : titleAbove(above, header.row, certain.length > 0)
  const texts = titlesOfRuns([first, ...found.map((run) => run.map(textOf))])
  const textAt = new Map(found.map((run, at) => [run.at(-1), texts[at + 1] ?? '']))
  let [title = ''] = texts
  const lines = kinds.map((kind, index) => {
    title = textAt.get(index) ?? title
    return { kind, title }
  })
  return { lines, titles: texts.filter((text) => text !== '').length }
}

/** Numbers that follow each other, together. */
function runsOf(indexes: readonly number[]): number[][] {
  const runs: number[][] = []
  for (const index of indexes) {
    const last = runs.at(-1)
    if (last?.at(-1) === index - 1) last.push(index)
    else runs.push([index])
  }
  return runs
}

/** The lines directly above the headings that are the title of the first block; a title of the whole list is none. */
function titleAbove(above: readonly Line[], headerRow: number, isSure: boolean): string[] {
  const texts: string[] = []
  for (let index = above.length - 1, row = headerRow - 1; index >= 0; index--, row--) {
    const line = above[index]
    const title = line?.row === row ? titleIn(line.cells) : null
    if (title === null) break
    texts.unshift(title.text)
  }
  const named = texts.findIndex((text) => namesClass(text))
  if (named >= 0) return texts.slice(named)
  return isSure ? texts.slice(-1) : []
}
