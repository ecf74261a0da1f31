import { parse, type CsvError, type Info } from 'csv-parse/sync'

export interface TableLimits {
  /** Lines, including empty ones. */
  lines: number
  /** Rows that are not empty, including the header. */
  rows: number
  columns: number
  /** Characters of a cell. */
  cell: number
}

export interface TableRow {
  /** The row number as in a spreadsheet: from 1, counting empty rows. */
  row: number
  cells: string[]
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

const DELIMITERS = [',', ';', '\t']
const [QUOTE, RETURN, NEWLINE] = ['"', '\r', '\n']

/** Reads the rows of a CSV file (RFC 4180) that are not empty. The delimiter is detected from the first such row. */
export function readTable(text: string, limits: TableLimits): TableRow[] {
  const delimiter = detectDelimiter(text, limits)
  const rows: TableRow[] = []
  try {
    parse(text, {
      bom: true,
      delimiter,
      record_delimiter: ['\r\n', NEWLINE, RETURN],
      relax_column_count: true,
      skip_empty_lines: true,
      on_record: (cells: string[], { records, empty_lines }: Info) => {
        const row = records + empty_lines
        if (rows.length === limits.rows) throw new TableProblem('rows', `rows: more than ${limits.rows}`)
        if (cells.some((cell) => cell.length > limits.cell))
          throw new TableProblem('cell', `row ${row}: a cell of more than ${limits.cell} characters`)
        rows.push({ row, cells })
        // the parser itself collects nothing
        return null
      },
    })
  } catch (error) {
    if (error instanceof TableProblem) throw error
    const { lines } = error as Partial<CsvError> & { lines?: number }
    throw new TableProblem('quotes', lines === undefined ? 'quotes' : `line ${lines}`)
  }
  return rows
}

/**
 * Returns the delimiter: of the three possible ones that which is most frequent in the first row. Refuses too many
 * lines or columns, because the CSV parser would build all of them in memory.
 */
function detectDelimiter(text: string, limits: TableLimits): string {
  let delimiter: string | null = null
  let lines = 1
  let isQuoted = false
  // `counts` holds how often each delimiter occurs in the current row.
  let counts = [0, 0, 0]
  let start = 0
  const endRow = (end: number) => {
    if (delimiter === null && text.slice(start, end).trim() !== '')
      delimiter = DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ','
    // so many delimiters separate one cell more
    if (delimiter !== null && (counts[DELIMITERS.indexOf(delimiter)] ?? 0) >= limits.columns)
      throw new TableProblem('columns', `columns: more than ${limits.columns}`)
    start = end + 1
    counts = [0, 0, 0]
  }
  for (let index = 0; index < text.length; index++) {
    const character = text[index]
    if (character === NEWLINE || (character === RETURN && text[index + 1] !== NEWLINE)) {
      if (++lines > limits.lines) throw new TableProblem('lines', `lines: more than ${limits.lines}`)
      if (!isQuoted) endRow(index)
    } else if (character === QUOTE) isQuoted = !isQuoted
    else if (!isQuoted) {
      const delimiterIndex = DELIMITERS.indexOf(character ?? '')
      if (delimiterIndex >= 0) counts[delimiterIndex] = (counts[delimiterIndex] ?? 0) + 1
    }
  }
  endRow(text.length)
  return delimiter ?? ','
}
