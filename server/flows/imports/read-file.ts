import { IMPORT_CELL, IMPORT_ROWS, type ImportReading } from '#contract/flows/member-imports.ts'
import { withPartHeadings } from '#domain/members/birthday-parts.ts'
import { withClassTimes } from '#domain/members/class-times.ts'
import { titledLines, TITLES_HEADING, type TitledLines } from '#domain/members/class-titles.ts'
import { cellsOfChildren, childrenOfRow, isNumberedHeading } from '#domain/members/children-of-row.ts'
import { headingKey, isKnownHeading as isFieldHeading, isWholeHeading } from '#domain/members/heading-fields.ts'
import { withInfixes } from '#domain/members/name-infix.ts'
import { belowEachOther } from '#domain/members/side-by-side.ts'
import { isEmail } from '#domain/platform/email.ts'
import { fromCsvCell } from '#domain/platform/csv-cell.ts'
import { findHeader, joinHeadings, rowsBelow } from '#domain/platform/table-layout.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { readTableFile, UnreadableFile, type AskedReading, type TableFile } from '#server/platform/read-table-file.ts'
import { TableProblem, type TableLimits, type TableRow } from '#server/platform/read-table.ts'

/** How somebody wants a file of members to be read; what is missing is found out. */
export interface AskedMemberReading extends AskedReading {
  headerRow?: number
  /** Each row is one child, whatever its headings say. */
  one_child?: boolean
  /** All sheets with the same headings are read as one list, each below its name. */
  all_sheets?: boolean
  /** Lines with titles above rows are left out. */
  titles_left_out?: boolean
}

/** A file of members as it was uploaded, split into cells. */
export interface MemberFile {
  reading: ImportReading
  encoding: TableFile['encoding']
  /** The first rows as they stand in the file, those above the headings included. */
  preview: TableRow[]
  header: string[]
  /** `isTotal`: a sum or note under the table, which is left out unless somebody takes it in. */
  rows: { row: number; cells: string[]; isTotal: boolean; isStray: boolean }[]
}

const isKnownHeading = (heading: string): boolean => isFieldHeading(heading) || isNumberedHeading(heading)
/** Of two cells that stand one above the other, each may have the words of a heading. */
const isJoinedHeading = (heading: string): boolean => isWholeHeading(heading) || isNumberedHeading(heading)

/** So many rows are shown as they stand in the file. */
const PREVIEW_ROWS = 12
/** So many rows may stand above the headings. */
const ROWS_ABOVE = 20

/** Limits of a file. Empty lines count too, because reading millions takes long. */
const LIMITS: TableLimits = {
  lines: 100_000,
  rows: IMPORT_ROWS + 1 + ROWS_ABOVE,
  columns: 200,
  cell: IMPORT_CELL,
  strayQuotes: 50,
}

/** Name and birthday: no file of members has fewer columns. */
const MIN_COLUMNS = 2

/** A line below the headings, as texts have it: `---` or `:--:`. */
const isRule = (cell: string) => /^:?(?:-{3,}|={3,}):?$/.test(cell)

/** A cell as `="007"`, by which programs keep a spreadsheet from dropping zeros, is the text in it. */
const textOfCell = (cell: string) => /^="([^"]*)"$/.exec(cell)?.[1] ?? fromCsvCell(cell)

/** Reads the file of an import of members. It runs in a child process. */
export async function readMemberFile(bytes: Uint8Array, asked: AskedMemberReading = {}): Promise<MemberFile> {
  if (bytes.length === 0) throw new Refusal('CSV_HEADER', { detail: 'empty' })
  const table = await readTable(bytes, asked)
  const alike = sheetsAlike(table)
  const isOfAll = asked.all_sheets === true && alike.length > 1
  const fileRows = (isOfAll ? rowsOfSheets(alike) : table.rows)
    .map(({ row, cells, stray = false }) => ({
      row,
      cells: cells.map((cell) => textOfCell(cell.trim().replaceAll('\r\n', '\n'))),
      isStray: stray,
    }))
    .filter(({ cells }) => cells.some((cell) => cell !== '' && !isRule(cell)))
  dropEmptyColumns(fileRows)
  const headerInFile = headerIndexOf(fileRows, asked.headerRow)
  const parted = belowEachOther(fileRows, headerInFile)
  const filledRows = parted?.lines ?? fileRows
  // lines above the headings may belong to another table than the first
  const headerIndex = parted ? filledRows.findIndex(({ row }) => row === fileRows[headerInFile]?.row) : headerInFile
  const rows = filledRows.slice(headerIndex + 1)
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length))
  // columns without headings are called by their number
  const header = filledRows[headerIndex] ?? {
    row: 0,
    cells: Array.from({ length: width }, (_, column) => `#${column + 1}`),
  }
  const above = filledRows[headerIndex - 1]
  if (header.cells.length < MIN_COLUMNS || rows.length === 0)
    throw new Refusal('CSV_HEADER', {
      detail: filledRows.length === 0 ? 'empty' : rows.length === 0 ? 'no rows' : 'columns',
    })
  if (rows.length > IMPORT_ROWS) throw new Refusal('CSV_TOO_LONG', { detail: `rows: more than ${IMPORT_ROWS}` })
  const { encoding, delimiter, sheets } = table
  const sheet = isOfAll ? null : table.sheet
  const sameSheets = alike.length > 1 ? { same_sheets: alike.length } : {}
  const sideBySide = parted === null ? {} : { side_by_side: parted.tables }
  // a row between the headings and those above them would belong to neither
  const isAbove = above !== undefined && above.row === header.row - 1
  const joined = isAbove ? joinHeadings(above.cells, header.cells, isJoinedHeading) : header.cells
  const headings = withPartHeadings(
    // cells beside the table are columns too, so that nobody loses them unnoticed
    [...joined, ...Array.from({ length: Math.max(0, width - joined.length) }, () => '')],
    rows.map(({ cells }) => cells),
  )
  const joinedCells = withInfixes(
    headings,
    withClassTimes(
      headings,
      rows.map(({ cells }) => cells),
    ),
  )
  const blocks = titledLines(filledRows.slice(0, Math.max(0, headerIndex)), header, rows)
  const isTitled = blocks.titles > 0 && headings.length < LIMITS.columns
  const areLeftOut = asked.titles_left_out === true
  const titles = isTitled ? { titles: blocks.titles, titles_left_out: areLeftOut } : {}
  const file = {
    encoding,
    reading: { delimiter, header_row: header.row, sheet, sheets, ...sameSheets, ...sideBySide, ...titles },
    preview: fileRows.slice(0, PREVIEW_ROWS).map(({ row, cells }) => ({ row, cells })),
    ...tableOf(
      rows.map((row, index) => ({ ...row, cells: joinedCells[index] ?? row.cells })),
      headings,
      blocks,
      isTitled && !areLeftOut,
    ),
  }
  return withRowsOfChildren(file, asked.one_child === true)
}

/**
 * The headings and rows of a table, without headings that come again. `hasTitles`: each row of a list in blocks has the
 * title of its block in a column of its own, and the lines with the titles are no rows.
 */
function tableOf(
  rows: readonly { row: number; cells: readonly string[]; isStray: boolean }[],
  headings: string[],
  { lines }: TitledLines,
  hasTitles: boolean,
): Pick<MemberFile, 'header' | 'rows'> {
  const kept = rows
    .map((row, index) => ({ kind: 'row', title: '', ...lines[index], ...row }))
    .filter(({ kind }) => kind !== 'heading' && !(hasTitles && kind === 'title'))
  const below = rowsBelow(
    kept.map(({ cells }) => cells),
    headings.length,
  )
  return {
    header: hasTitles ? [...headings, TITLES_HEADING] : headings,
    rows: kept.map(({ row, cells, isStray, kind, title }, index) => ({
      row,
      isStray,
      // as many cells as the headings, so that each of them can be corrected
      cells: [...headings.map((_, column) => cells[column] ?? ''), ...(hasTitles ? [title] : [])],
      isTotal: kind === 'total' || kind === 'title' || index >= kept.length - below,
    })),
  }
}

/**
 * The file with a row for each child, where its rows have several. The rows are counted anew, because each has a number of
 * its own. `isOneChild`: somebody said that each row is one child.
 */
function withRowsOfChildren(file: MemberFile, isOneChild: boolean): MemberFile {
  const found = childrenOfRow(file.header)
  if (found === null) return file
  const reading = { ...file.reading, children: found.children.length, one_child: isOneChild }
  if (isOneChild) return { ...file, reading }
  const rows = file.rows
    .flatMap((row) => cellsOfChildren(found, row.cells).map((cells) => ({ ...row, cells })))
    .map((row, index) => ({ ...row, row: file.reading.header_row + 1 + index }))
  if (rows.length > IMPORT_ROWS) throw new Refusal('CSV_TOO_LONG', { detail: `children: more than ${IMPORT_ROWS}` })
  return { ...file, reading, header: found.header, rows }
}

/** A sheet from its headings on. */
interface SheetTable {
  name: string
  rows: TableRow[]
}

/** The sheets with the same headings as that which was read, such as one for each class; none where no other has them. */
function sheetsAlike({ all = [], rows }: TableFile): SheetTable[] {
  const fromHeader = (read: readonly TableRow[]) => {
    const header = findHeader(
      read.map(({ cells }) => cells),
      isKnownHeading,
    )
    return (read[header]?.cells.filter(isKnownHeading).length ?? 0) < MIN_COLUMNS ? [] : read.slice(header)
  }
  const headingsOf = ([header]: readonly TableRow[]) => (header?.cells ?? []).map(headingKey).join('\0')
  const headings = headingsOf(fromHeader(rows))
  const found = all.map((sheet) => ({ name: sheet.name, rows: fromHeader(sheet.rows) }))
  const alike = found.filter((sheet) => sheet.rows.length > 1 && headingsOf(sheet.rows) === headings)
  return headings === '' || alike.length < 2 ? [] : alike
}

/** The rows of several sheets as one list in blocks, each below the name of its sheet. They are counted anew. */
function rowsOfSheets(sheets: readonly SheetTable[]): TableRow[] {
  const rows = sheets.flatMap(({ name, rows: own }) => [[name], ...own.map(({ cells }) => cells)])
  if (rows.length > LIMITS.rows) throw new Refusal('CSV_TOO_LONG', { detail: `rows: more than ${IMPORT_ROWS}` })
  return rows.map((cells, index) => ({ row: index + 1, cells }))
}

/** Takes out the columns at the right that have no cell: those of delimiters at the ends of lines. */
function dropEmptyColumns(rows: { cells: string[] }[]): void {
  const width = Math.max(0, ...rows.map(({ cells }) => cells.findLastIndex((cell) => cell !== '') + 1))
  for (const row of rows) row.cells = row.cells.slice(0, width)
}

/** What no heading is: a date, or an e-mail address. */
const isData = (cell: string) => isEmail(cell) || /^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}$/.test(cell)

/** The index of the row with the headings: the asked one, else what is found out; -1 where the table has none. */
function headerIndexOf(rows: readonly { row: number; cells: readonly string[] }[], asked?: number): number {
  if (asked === 0) return -1
  const askedIndex = rows.findIndex(({ row }) => row === asked)
  if (askedIndex >= 0) return askedIndex
  const found = findHeader(
    rows.map(({ cells }) => cells),
    isKnownHeading,
  )
  const cells = rows[found]?.cells ?? []
  // a list of children that begins with the first child
  return found === 0 && !cells.some(isKnownHeading) && cells.some(isData) ? -1 : found
}

/** The lines of a file in which each whole line is in quotes, as if it were one cell; null for any other file. */
function linesInQuotes({ rows, sheets }: TableFile): string[] | null {
  const lines = rows.map(({ cells }) => cells[0] ?? '')
  const isOneCell = sheets.length === 0 && rows.every(({ cells }) => cells.length === 1)
  return isOneCell && lines.some((line) => line.split(/[,;\t|]/).filter(isKnownHeading).length >= MIN_COLUMNS)
    ? lines
    : null
}

async function readTable(bytes: Uint8Array, asked: AskedReading): Promise<TableFile> {
  try {
    const table = await readTableFile(bytes, LIMITS, isKnownHeading, asked)
    const lines = linesInQuotes(table)
    if (lines === null) return table
    const inner = await readTableFile(Buffer.from(lines.join('\n')), LIMITS, isKnownHeading, asked)
    return { ...inner, encoding: table.encoding }
  } catch (error) {
    if (error instanceof UnreadableFile) throw new Refusal('CSV_UNREADABLE', { detail: error.message, cause: error })
    if (!(error instanceof TableProblem)) throw error
    throw new Refusal(error.limit === 'quotes' ? 'CSV_UNREADABLE' : 'CSV_TOO_LONG', {
      detail: error.message,
      cause: error,
    })
  }
}
