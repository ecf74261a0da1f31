import { CsvError, parse, type Info } from 'csv-parse/sync'

export interface TableLimits {
  /** Lines, including empty ones. */
  lines: number
  /** Rows that are not empty, including the header. */
  rows: number
  columns: number
  /** Characters of a cell. */
  cell: number
  /**
   * Lines with a quote that never ends, or that stands within a text, which are read as if quotes were letters. A table
   * with more is refused.
   */
  strayQuotes: number
  /** A table with a quote that never ends is refused, because its line may be one of a longer text. */
  refusesOpenQuotes?: true
}

export interface TableRow {
  /** The row number as in a spreadsheet: from 1, counting empty rows. */
  row: number
  cells: string[]
  /** A quote in the row never ends, or stands within a text, so quotes were read as letters. */
  stray?: true
}

/**
 * The limit that a table exceeds. `quotes` means that it is not valid CSV: a quote is not closed or stands within a
 * text.
 */
export class TableProblem extends Error {
  readonly limit: 'lines' | 'rows' | 'columns' | 'cell' | 'quotes'
  constructor(limit: TableProblem['limit'], detail: string) {
    super(detail)
    this.limit = limit
  }
}

const [QUOTE, RETURN, NEWLINE] = ['"', '\r', '\n']

/** Reads the rows of a CSV file (RFC 4180) that are not empty. */
export function readTable(text: string, limits: TableLimits, delimiter: string): TableRow[] {
  refuseTooMany(text, delimiter, limits)
  const bytes = Buffer.from(text)
  const rows: TableRow[] = []
  let position: Position = { byte: 0, row: 0 }
  for (let strays = 0; ; strays++) {
    const stray = readRows(bytes, position, { delimiter, limits, rows })
    if (stray === null) return rows
    if (strays === limits.strayQuotes || (stray.neverEnds && limits.refusesOpenQuotes))
      throw new TableProblem('quotes', `line ${lineAt(bytes, stray.byte)}`)
    const end = endOfLine(bytes, stray.byte)
    addRow(rows, limits, stray.row + 1, cellsOfLine(bytes.subarray(stray.byte, end), delimiter), /* isStray */ true)
    position = { byte: afterBreak(bytes, end), row: stray.row + 1 }
  }
}

/** Where a row begins, and how many rows are before it. */
interface Position {
  byte: number
  row: number
}

interface Reading {
  delimiter: string
  limits: TableLimits
  rows: TableRow[]
}

/** Reads the rows from a position on; returns where the row with a stray quote begins, or null at the end. */
function readRows(
  bytes: Buffer,
  from: Position,
  { delimiter, limits, rows }: Reading,
): (Position & { neverEnds: boolean }) | null {
  let good: Position = { byte: 0, row: 0 }
  try {
    parse(bytes.subarray(from.byte), {
      bom: true,
      delimiter,
      record_delimiter: ['\r\n', NEWLINE, RETURN],
      relax_column_count: true,
      skip_empty_lines: true,
      on_record: (cells: string[], { records, empty_lines, bytes: byte }: Info) => {
        good = { byte, row: records + empty_lines }
        addRow(rows, limits, from.row + good.row, cells)
        // the parser itself collects nothing
        return null
      },
    })
    return null
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    let [byte, row] = [from.byte + good.byte, from.row + good.row]
    for (; endOfLine(bytes, byte) === byte && byte < bytes.length; row++) byte = afterBreak(bytes, byte)
    return { byte, row, neverEnds: error.code === 'CSV_QUOTE_NOT_CLOSED' }
  }
}

function addRow(rows: TableRow[], limits: TableLimits, row: number, cells: string[], isStray = false): void {
  if (rows.length === limits.rows) throw new TableProblem('rows', `rows: more than ${limits.rows}`)
  if (cells.length > limits.columns) throw new TableProblem('columns', `columns: more than ${limits.columns}`)
  if (cells.some((cell) => cell.length > limits.cell))
    throw new TableProblem('cell', `row ${row}: a cell of more than ${limits.cell} characters`)
  rows.push({ row, cells, ...(isStray ? { stray: true } : {}) })
}

/** The cells of one line in which quotes are letters. */
function cellsOfLine(line: Buffer, delimiter: string): string[] {
  const [cells = []] = parse(line, { bom: true, delimiter, quote: null, relax_column_count: true })
  return cells
}

const [RETURN_BYTE, NEWLINE_BYTE] = [13, 10]

function endOfLine(bytes: Buffer, from: number): number {
  let end = from
  while (end < bytes.length && bytes[end] !== NEWLINE_BYTE && bytes[end] !== RETURN_BYTE) end++
  return end
}

/** The byte after the line break at `end`. */
function afterBreak(bytes: Buffer, end: number): number {
  return end + (bytes[end] === RETURN_BYTE && bytes[end + 1] === NEWLINE_BYTE ? 2 : 1)
}

/** The number of the line, from 1, that begins at this byte. */
function lineAt(bytes: Buffer, byte: number): number {
  let line = 1
  for (let index = 0; index < byte; index = afterBreak(bytes, endOfLine(bytes, index))) line++
  return line
}

/** Refuses too many lines or columns, because the CSV parser would build all of them in memory. */
function refuseTooMany(text: string, delimiter: string, limits: TableLimits): void {
  let lines = 1
  let isQuoted = false
  let count = 0
  for (let index = 0; index < text.length; index++) {
    const character = text[index]
    if (character === NEWLINE || (character === RETURN && text[index + 1] !== NEWLINE)) {
      if (++lines > limits.lines) throw new TableProblem('lines', `lines: more than ${limits.lines}`)
      // after a quote that never ends, the delimiters of all further lines would count as one row's
      count = 0
    } else if (character === QUOTE) isQuoted = !isQuoted
    // so many delimiters separate one cell more
    else if (!isQuoted && character === delimiter && ++count >= limits.columns)
      throw new TableProblem('columns', `columns: more than ${limits.columns}`)
  }
}
