import { parse, type CsvError, type Info } from 'csv-parse/sync'

export interface TableLimits {
  /** Lines, empty ones too. */
  lines: number
  /** Rows with something in them, with the header. */
  rows: number
  columns: number
  /** Characters of a cell. */
  cell: number
}

export interface TableRow {
  /** As spreadsheets count: empty rows too, the first is 1. */
  row: number
  cells: string[]
}

/** Which limit a table exceeds; `quotes`: it is no CSV, because a quote does not end or stands within a text. */
export class TableProblem extends Error {
  readonly limit: 'lines' | 'rows' | 'columns' | 'cell' | 'quotes'
  constructor(limit: TableProblem['limit'], detail: string) {
    super(detail)
    this.limit = limit
  }
}

const DELIMITERS = [',', ';', '\t']
const [QUOTE, RETURN, NEWLINE] = ['"', '\r', '\n']

/** The rows of a CSV file (RFC 4180) that have something in them. Its header says by which sign its columns are divided. */
export function readTable(text: string, limits: TableLimits): TableRow[] {
  const delimiter = checkShape(text, limits)
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

/** The delimiter. Counts lines and columns before anything is made of them. */
function checkShape(text: string, limits: TableLimits): string {
  let delimiter: string | null = null
  let lines = 1
  let quoted = false
  let [start, counts] = [0, [0, 0, 0]]
  const endRow = (end: number) => {
    if (delimiter === null && text.slice(start, end).trim() !== '')
      delimiter = DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ','
    if (delimiter !== null && (counts[DELIMITERS.indexOf(delimiter)] ?? 0) >= limits.columns)
      throw new TableProblem('columns', `columns: more than ${limits.columns}`)
    start = end + 1
    counts = [0, 0, 0]
  }
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === NEWLINE || (sign === RETURN && text[at + 1] !== NEWLINE)) {
      if (++lines > limits.lines) throw new TableProblem('lines', `lines: more than ${limits.lines}`)
      if (!quoted) endRow(at)
    } else if (sign === QUOTE) quoted = !quoted
    else if (!quoted) {
      const which = sign === ',' ? 0 : sign === ';' ? 1 : sign === '\t' ? 2 : -1
      if (which >= 0) counts[which] = (counts[which] ?? 0) + 1
    }
  }
  endRow(text.length)
  return delimiter ?? ','
}
