import { cutText } from '#domain/platform/cut-text.ts'
import { areNumbers, codeAbove, ordinalDepths, splitNumber, trimCode } from './numbering.ts'
import { hasKinds, MAX_TITLE, type OutlineRow } from './outline.ts'
import {
  depthsOfList,
  filled,
  headerOf,
  headingOf,
  headingsIn,
  isOutlineHeader,
  withoutIndent,
  type Reading,
  type SheetField,
  type SheetRow,
} from './sheet-columns.ts'

/** Something of a file that an import leaves out or changes, how often, and what it is called there. */
export interface LeftOut {
  what: LeftOutCode
  name: string
  count: number
}

export type LeftOutCode =
  /** A column. */
  | 'column'
  /** Rows above the headings; headings that are repeated; totals below the table. */
  | 'above'
  | 'headings'
  | 'totals'
  /** Titles that are longer than a title may be; the whole stands in the text. */
  | 'long-titles'
  /** Words for kinds of rows that are none of level, group and skill. */
  | 'types'
  /** Lines in which quotation marks are read as letters. */
  | 'quotes'
  /** What is said about the whole. */
  | 'description'
  /** Parts of formatted texts that no text here has, such as pictures. */
  | 'markup'
  /** Of a competency framework: rules, cross-references, taxonomies, and scales of single competencies. */
  | 'rules'
  | 'references'
  | 'taxonomies'
  | 'scales'
  /**
   * Of a CASE package: associations of other kinds, further parents, parents that are not in it, items that come again,
   * rubrics, and fields of items.
   */
  | 'associations'
  | 'parents'
  | 'missing-parents'
  | 'repeated'
  | 'rubrics'
  | 'fields'

/** The rows of an outline that a file contains. */
export interface Outline {
  rows: OutlineRow[]
  leftOut: LeftOut[]
}

/** Counts what is left out. */
export class LeftOutCounts {
  readonly #counts = new Map<string, LeftOut>()

  add(what: LeftOutCode, name = '', count = 1): void {
    const key = `${what} ${name}`
    this.#counts.set(key, { what, name, count: (this.#counts.get(key)?.count ?? 0) + count })
  }

  list(): LeftOut[] {
    return [...this.#counts.values()].filter(({ count }) => count > 0)
  }
}

/** A line of totals, such as below a table. */
const TOTALS = /^(grand |sub)?(totals?|sum|count|cyfanswm)\b/i

/** Reads a table as an outline. */
export function readSheet(rows: readonly SheetRow[], reading: Reading): Outline {
  const leftOut = new LeftOutCounts()
  const header = rows.find(({ row }) => row === reading.header)
  const body = bodyOf(rows, reading, header, leftOut)
  leftOut.add('quotes', '', body.filter(({ stray }) => stray).length)
  for (const [column, field] of reading.columns.entries()) {
    // what stands beyond the headings is named by its row
    const isNamed = header === undefined || column < header.cells.length
    const count = field === null && isNamed ? filled(body, column).length : 0
    if (count > 0) leftOut.add('column', (header?.cells[column] ?? '').trim() || `#${column + 1}`, count)
  }
  const named: NamedReading = { ...reading, names: (header?.cells ?? []).map((cell) => cell.trim()) }
  const placed =
    reading.structure === 'columns'
      ? rowsOfParts(body, named)
      : reading.structure === 'grid'
        ? rowsOfGrid(body, named, header)
        : place(body, named)
  const typed = isOutline(rows) ? placed : placed.map((row) => withKnownType(inOneLine(row), leftOut))
  return { rows: typed.map((row) => withShortTitle(row, leftOut)), leftOut: leftOut.list() }
}

/** How a table is read, with its headings. */
interface NamedReading extends Reading {
  names: readonly string[]
}

/** A row whose title is in one line, although it has several in its cell. */
const inOneLine = (row: OutlineRow): OutlineRow =>
  row.title === undefined ? row : { ...row, title: row.title.replaceAll(/\s*\n\s*/g, ' ') }

/** A row of another program without a word for its kind that means nothing here. */
function withKnownType(row: OutlineRow, leftOut: LeftOutCounts): OutlineRow {
  const word = (row.type ?? '').trim()
  if (word === '' || hasKinds([word])) return row
  leftOut.add('types', word)
  const { type: _, ...others } = row
  return others
}

/** The rows of nodes: below the headings, without headings that are repeated and totals. */
export function bodyOf(
  rows: readonly SheetRow[],
  reading: Reading,
  header: SheetRow | undefined,
  leftOut = new LeftOutCounts(),
): SheetRow[] {
  const above = rows.filter(({ row }) => row < reading.header).length
  if (above > 0) leftOut.add('above', '', above)
  const below = rows.filter(({ row }) => row > reading.header)
  const headings = header?.cells.map(headingOf).join('\n')
  const isHeading = (row: SheetRow, index: number) =>
    header !== undefined && (row.cells.map(headingOf).join('\n') === headings || (index === 0 && isAllHeadings(row)))
  const nodes = below.filter((row, index) => {
    if (!isHeading(row, index)) return true
    leftOut.add('headings')
    return false
  })
  const isTotal = ({ cells }: SheetRow) => {
    const [first = '', ...others] = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
    return TOTALS.test(first) && others.every((cell) => /^[\d.,%\s]+$/.test(cell))
  }
  while (nodes.length > 0 && isTotal(nodes.at(-1) ?? { row: 0, cells: [] })) {
    nodes.pop()
    leftOut.add('totals')
  }
  return nodes
}

/** Whether a row is headings again, such as in another language. The words for kinds of nodes stand in rows as well. */
function isAllHeadings(row: SheetRow): boolean {
  const cells = row.cells.filter((cell) => cell.trim() !== '')
  return cells.length > 1 && headingsIn(row) === cells.length && !hasKinds(cells)
}

/** Finds the parent of the row at an index. */
type FindParent = (row: OutlineRow, index: number, title: string) => string | null | undefined

type CellOf = (row: SheetRow, field: SheetField) => string

/** The rows in which one column says which row is below which. */
function place(body: readonly SheetRow[], reading: NamedReading): OutlineRow[] {
  const cellOf: CellOf = (row, field) => row.cells[reading.columns.indexOf(field)] ?? ''
  const titles = body.map((row) => cellOf(row, 'title'))
  // the numbers and letters before titles stay in them, because one alone names no row
  const depths = depthsOf(body, titles, reading, cellOf)
  const findParent = depths ? findByDepth(depths) : finderOf(body, reading, cellOf)
  const rows = body.map((row, index): OutlineRow => {
    const outlineRow = cellsOf(row, reading)
    const title = titles[index] ?? ''
    const parentKey = findParent(outlineRow, index, title)
    const shown = depths && reading.structure === 'number' ? { title } : titleOf(title, reading, outlineRow)
    return { ...outlineRow, ...shown, ...(parentKey === undefined ? {} : { parentKey }) }
  })
  if (reading.structure !== 'parent') return rows
  return parentsFirst(rows, reading.columns.includes('order') ? body.map((row) => cellOf(row, 'order')) : [])
}

/** The cells of a row by field, and its key: its id or, without one, its line. */
function cellsOf(row: SheetRow, { columns, names }: NamedReading): OutlineRow {
  const cells: Record<string, string> = {}
  const sections: { title: string; text: string }[] = []
  for (const [column, field] of columns.entries()) {
    const cell = row.cells[column] ?? ''
    if (field === 'section') sections.push({ title: cutText(names[column] ?? '', MAX_TITLE), text: cell })
    else if (field !== null && field !== 'level' && field !== 'order') cells[field] = cell
  }
  const id = (cells['id'] ?? '').trim()
  return {
    ...cells,
    at: String(row.row),
    key: id === '' ? `line ${row.row}` : id,
    ...(sections.length > 0 ? { sections } : {}),
  }
}

/** A title without its indentation or number; the number is the row's id when it has no other. */
function titleOf(title: string, { structure }: Reading, row: OutlineRow): Pick<OutlineRow, 'title' | 'id'> {
  if (structure === 'indent') return { title: withoutIndent(title) }
  if (structure !== 'number' || (row.id ?? '').trim() !== '') return { title }
  const { code, title: rest } = splitNumber(title)
  return code === '' ? { title } : { title: rest, id: code }
}

/** How deep each row is, where that says which row is below which; null = it is said in another way. */
function depthsOf(
  body: readonly SheetRow[],
  titles: readonly string[],
  { structure }: Reading,
  cellOf: CellOf,
): (number | null)[] | null {
  const numberOf = (cell: string) => (cell.trim() === '' ? null : Number(cell))
  switch (structure) {
    case 'level':
      return body.map((row) => numberOf(cellOf(row, 'level')))
    case 'indent':
      return depthsOfList(titles)
    case 'type': {
      const words = body.map((row) => cellOf(row, 'type').trim().toLowerCase())
      // what comes first is above what comes later
      const order = [...new Set(words.filter((word) => word !== ''))]
      return words.map((word) => (word === '' ? null : order.indexOf(word)))
    }
    case 'number': {
      const codes = body.flatMap((row, index) => codeOf(cellOf(row, 'id'), titles[index] ?? '') || [])
      return areNumbers(codes) ? null : ordinalDepths(titles)
    }
    default:
      return null
  }
}

/** Words that other programs have in the place of a parent where there is none. */
const NO_PARENT = ['0', '-1', '-', '–', 'null', 'nil', 'none', 'n/a', 'root', 'top', '#', '(none)', 'dim']

function finderOf(body: readonly SheetRow[], reading: Reading, cellOf: CellOf): FindParent {
  if (reading.structure === 'number') return findByNumber(body, cellOf)
  if (reading.structure !== 'parent') return () => null
  const ids = new Set(body.map((row) => cellOf(row, 'id').trim()).filter((id) => id !== ''))
  const titles = new Set(body.map((row) => cellOf(row, 'title').trim().toLowerCase()))
  return ({ parent = '', key }) => {
    const name = parent.trim()
    if (name === '' || name === key) return null
    if (ids.has(name)) return name
    // what is no id of the file is looked up by title, or in the scheme
    return NO_PARENT.includes(name.toLowerCase()) && !titles.has(name.toLowerCase()) ? null : undefined
  }
}

/** The last row above that is less deep is the parent. A row without a depth is as deep as that above. */
function findByDepth(depths: readonly (number | null)[]): FindParent {
  const path: { depth: number; key: string }[] = []
  return ({ key = '' }, index) => {
    const depth = depths[index] ?? path.at(-1)?.depth ?? 0
    while (path.length > 0 && (path.at(-1)?.depth ?? 0) >= depth) path.pop()
    const parent = path.at(-1)?.key ?? null
    path.push({ depth, key })
    return parent
  }
}

/** The number of a row: its id, or else what its title begins with. */
const codeOf = (id: string, title: string): string => trimCode(id.trim() === '' ? splitNumber(title).code : id)

/** The row with the longest beginning of the number is the parent; a row without one belongs to the number above. */
function findByNumber(body: readonly SheetRow[], cellOf: CellOf): FindParent {
  const keys = new Map<string, string>()
  for (const row of body) {
    const code = codeOf(cellOf(row, 'id'), cellOf(row, 'title'))
    const id = cellOf(row, 'id').trim()
    if (code !== '' && !keys.has(code)) keys.set(code, id === '' ? `line ${row.row}` : id)
  }
  let last: string | null = null
  return ({ id = '', key = '' }, _, title) => {
    const code = codeOf(id, title)
    if (code === '') return last
    last = key
    const above = codeAbove(code, keys)
    return above === null ? null : (keys.get(above) ?? null)
  }
}

/**
 * The rows with parents before children; siblings keep their order, or have that of their numbers. Rows in a circle stay
 * where they are.
 */
export function parentsFirst(rows: readonly OutlineRow[], order: readonly string[] = []): OutlineRow[] {
  const seen = new Set<string>()
  const isInOrder = rows.every(
    ({ parentKey, key = '' }) => seen.add(key) && (typeof parentKey !== 'string' || seen.has(parentKey)),
  )
  if (isInOrder && order.length === 0) return [...rows]
  const numbers = new Map(rows.map((row, index) => [row, order[index]?.trim() ? Number(order[index]) : Infinity]))
  const byNumber = (siblings: readonly OutlineRow[]) =>
    siblings.toSorted((a, b) => {
      const [first = 0, second = 0] = [numbers.get(a), numbers.get(b)]
      return first === second ? 0 : first - second
    })
  const children = new Map<string, OutlineRow[]>()
  for (const row of rows)
    if (typeof row.parentKey === 'string')
      (children.get(row.parentKey) ?? children.set(row.parentKey, []).get(row.parentKey))?.push(row)
  const ordered = new Set<OutlineRow>()
  const stack = byNumber(rows.filter(({ parentKey }) => typeof parentKey !== 'string')).toReversed()
  for (let next = stack.pop(); next; next = stack.pop()) {
    if (ordered.has(next)) continue
    ordered.add(next)
    stack.push(...byNumber(children.get(next.key ?? '') ?? []).toReversed())
  }
  return [...ordered, ...rows.filter((row) => !ordered.has(row))]
}

/** The rows of a table that has a column of titles for each level: each new title in a column begins a node. */
function rowsOfParts(body: readonly SheetRow[], reading: NamedReading): OutlineRow[] {
  const parts = reading.columns.flatMap((field, column) => (field === 'title' ? column : []))
  const rows: OutlineRow[] = []
  /** The titles and keys of the present path. */
  let path: ({ title: string; key: string } | undefined)[] = []
  for (const row of body) {
    const cells = parts.map((column) => (row.cells[column] ?? '').trim())
    const deepest = cells.findLastIndex((title) => title !== '')
    for (const [depth, title] of cells.entries()) {
      if (title === '' || (path[depth]?.title === title && depth !== deepest)) continue
      path = path.slice(0, depth)
      const key = `line ${row.row} ${depth}`
      const parentKey = path.findLast((above) => above !== undefined)?.key ?? null
      const own = depth === deepest ? cellsOf(row, reading) : { at: String(row.row) }
      rows.push({ ...own, key, parentKey, title })
      path[depth] = { title, key }
    }
  }
  return rows
}

/**
 * The rows of a grid: a level for each column of titles, with a skill for each line of the cells below it. The strands of
 * the rows are groups within each level.
 */
function rowsOfGrid(
  body: readonly SheetRow[],
  { columns, names }: NamedReading,
  header: SheetRow | undefined,
): OutlineRow[] {
  const strandAt = columns.indexOf('strand')
  return columns.flatMap((field, column): OutlineRow[] => {
    if (field !== 'title') return []
    const level = `column ${column}`
    const rows: OutlineRow[] = [
      { at: String(header?.row ?? 1), key: level, parentKey: null, type: 'level', title: names[column] ?? '' },
    ]
    let strand = { title: '', key: level }
    for (const { row, cells } of body) {
      const title = (cells[strandAt] ?? '').trim()
      // a merged cell has its text in the first row only
      const isNew = title !== '' && title !== strand.title
      const skills = (cells[column] ?? '')
        .split('\n')
        .map(withoutIndent)
        .filter((skill) => skill !== '')
      if (isNew) strand = { title, key: `${level} line ${row}` }
      if (skills.length === 0) continue
      if (strand.key !== level && rows.every(({ key }) => key !== strand.key))
        rows.push({ at: String(row), key: strand.key, parentKey: level, type: 'skill group', title: strand.title })
      rows.push(
        ...skills.map((skill, index) => ({
          at: String(row),
          key: `${level} line ${row} ${index}`,
          parentKey: strand.key,
          type: 'skill',
          title: skill,
        })),
      )
    }
    return rows
  })
}

/** A row whose title is short enough; the whole of a longer one begins its text. */
export function withShortTitle(row: OutlineRow, leftOut: LeftOutCounts): OutlineRow {
  const { title = '', text = '', html } = row
  if (title.length <= MAX_TITLE) return row
  leftOut.add('long-titles')
  const short = cutText(title, MAX_TITLE - 1).replace(/\s+\S*$/u, '')
  const { html: _, ...others } = row
  const words = html === undefined ? text : html.replaceAll(/<[^>]*>/g, ' ')
  return { ...others, title: `${short}…`, text: words.trim() === '' ? title : `${title}\n\n${words}` }
}

/** Whether a table is an outline as the product writes it. */
export const isOutline = (rows: readonly SheetRow[]): boolean =>
  isOutlineHeader((headerOf(rows)?.cells ?? []).map(headingOf))
