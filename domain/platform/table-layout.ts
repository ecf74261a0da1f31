// Finds out how the cells of a table are parted and which of its rows has the headings. For files of members and of
// curricula; which headings are known is told by the caller.

export const DELIMITERS = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof DELIMITERS)[number]

/** Whether a cell is a heading that is known. */
export type IsHeading = (cell: string) => boolean

/** So many lines are looked at to find the delimiter. */
const LINES_TRIED = 200
/** So many rows may stand above the headings. */
const ROWS_ABOVE = 20
/** No more of a text is looked at than this. */
const MOST_CHARACTERS = 200_000

/** The cells of one line. Quotes that do not come in pairs are letters. */
function cellsOfLine(line: string, delimiter: string): string[] {
  if (!line.includes('"') || line.split('"').length % 2 === 0) return line.split(delimiter)
  // outside of quotes, every second part is unquoted
  return line
    .split('"')
    .map((part, index) => (index % 2 === 0 ? part.replaceAll(delimiter, '\0') : part))
    .join('')
    .split('\0')
}

/** How often the most frequent number occurs. */
function mostFrequent(numbers: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1)
  return Math.max(0, ...counts.values())
}

/** The first lines that are not empty. */
const firstLines = (text: string): string[] =>
  text
    .slice(0, MOST_CHARACTERS)
    .split(/\r\n|\n|\r/, LINES_TRIED)
    .filter((line) => line.trim() !== '')

/**
 * Whether a text is a list and no table: with no delimiter most lines have several cells, nor has the first one. Tabs
 * before a line only shift it.
 */
export function isList(text: string): boolean {
  const lines = firstLines(text).map((line) => line.trim())
  return DELIMITERS.every((delimiter) => {
    const isTable = lines.map((line) => cellsOfLine(line, delimiter).length > 1)
    return isTable[0] !== true && isTable.filter(Boolean).length * 2 < lines.length
  })
}

/**
 * The delimiter of a text: that with which a row has the most known headings; else that with which the most lines have
 * the same number of cells, more than one.
 */
export function findDelimiter(text: string, isHeading: IsHeading = () => false): Delimiter {
  const lines = firstLines(text)
  const scores = DELIMITERS.map((delimiter) => {
    const rows = lines.map((line) => cellsOfLine(line, delimiter))
    const known = Math.max(0, ...rows.slice(0, ROWS_ABOVE).map((cells) => cells.filter(isHeading).length))
    const lengths = rows.map((cells) => cells.length).filter((length) => length > 1)
    return { delimiter, known: known > 1 ? known : 0, equal: mostFrequent(lengths), cells: Math.max(0, ...lengths) }
  })
  const [best] = scores.toSorted((a, b) => b.known - a.known || b.equal - a.equal || b.cells - a.cells)
  return best?.delimiter ?? ','
}

/**
 * The index of the row with the headings: the one with the most known ones; else the first row that has as many filled
 * cells as most of the rows after it, because a title above a table fills one or two.
 */
export function findHeader(rows: readonly (readonly string[])[], isHeading: IsHeading): number {
  const tried = rows.slice(0, ROWS_ABOVE)
  const known = tried.map((cells) => cells.filter(isHeading).length)
  const most = Math.max(0, ...known)
  if (most > 1) return known.indexOf(most)
  const filled = rows.slice(0, LINES_TRIED).map((cells) => cells.filter((cell) => cell.trim() !== '').length)
  const usual = filled.toSorted((a, b) => a - b)[Math.floor(filled.length / 2)] ?? 0
  return Math.max(
    0,
    filled.slice(0, ROWS_ABOVE).findIndex((count) => count >= Math.max(2, usual)),
  )
}

/**
 * The headings of a table, where those of several columns may stand in the row above: `Parent` over `Name` and `E-mail`
 * becomes `Parent Name` and `Parent E-mail`, if that is known or two columns have the same heading.
 */
export function joinHeadings(above: readonly string[], header: readonly string[], isHeading: IsHeading): string[] {
  if (above.filter((cell) => cell.trim() !== '').length < 2) return [...header]
  let over = ''
  const joined = header.map((heading, index) => {
    over = above[index]?.trim() || over
    return [over, heading.trim()].filter((text) => text !== '').join(' ')
  })
  const filled = header.filter((heading) => heading.trim() !== '')
  // what stands twice is told apart by the row above
  const isBetter =
    joined.some((text, index) => text !== header[index] && isHeading(text)) ||
    (new Set(filled).size < filled.length && new Set(joined).size === joined.length)
  if (!isBetter) return [...header]
  return header.map((heading, index) => {
    const text = joined[index] ?? heading
    const isTwice = header.filter((other) => other.trim() === heading.trim()).length > 1
    return isHeading(text) || isTwice ? text : heading
  })
}

/** So many rows under a table may be no rows of it. */
const ROWS_BELOW = 5

/** How many rows at the end are sums, or notes such as who printed the list: a single cell of a wide table. */
export function rowsBelow(rows: readonly (readonly string[])[], columns: number): number {
  const isBelow = (cells: readonly string[]) =>
    isTotalRow(cells) || (columns > 3 && cells.filter((cell) => cell.trim() !== '').length === 1)
  const last = rows.slice(-ROWS_BELOW).findLastIndex((cells) => !isBelow(cells))
  return Math.min(rows.length, ROWS_BELOW) - last - 1
}

const TOTALS = /^(?:grand )?(?:totals?|sum|count|cyfanswm|nifer)\b/i

/** Whether a row is a sum under a table: it begins with such a word and has few cells. */
export function isTotalRow(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '')
  return filled.length <= 3 && TOTALS.test(filled[0]?.trim() ?? '')
}
