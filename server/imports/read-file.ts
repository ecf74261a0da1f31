import { parse } from 'csv-parse/sync'
import { IMPORT_ROWS, type MemberImport } from '#contract/member-imports.ts'
import { ofCell } from '#domain/csv-cell.ts'
import { Refusal } from '#server/http/errors.ts'

export interface ReadFile {
  encoding: MemberImport['encoding']
  header: string[]
  rows: { row: number; cells: string[] }[]
}

const DELIMITERS = [',', ';', '\t']
/** More columns than any club has; a file with more is something else. */
const MOST_COLUMNS = 200
const MOST_LINES = 100_000

const unreadable = (detail: string) => new Refusal('CSV_UNREADABLE', { detail })

function decoded(bytes: Buffer): { encoding: MemberImport['encoding']; text: string } {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    return { encoding: 'utf-16', text: new TextDecoder(first === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes) }
  try {
    return { encoding: 'utf-8', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    // what spreadsheets on Windows write unless they are asked for something else
    return { encoding: 'windows-1252', text: new TextDecoder('windows-1252').decode(bytes) }
  }
}

/** The sign that parts the head into most columns. */
function delimiterOf(text: string): string {
  const columns = (delimiter: string) =>
    parse(text.slice(0, 100_000), { delimiter, to: 1, relax_column_count: true, relax_quotes: true })[0]?.length ?? 0
  return DELIMITERS.reduce((best, one) => (columns(one) > columns(best) ? one : best))
}

/** A file of rows under a head: text in one of three encodings, parted by commas, semicolons or tabs. */
export function readFile(bytes: Buffer): ReadFile {
  const { encoding, text } = decoded(bytes)
  // a spreadsheet's own format, a picture: no text has these
  if (/[^\P{Cc}\s]/u.test(text)) throw unreadable('not a text')
  if (text.trim() === '') throw new Refusal('CSV_HEADER', { detail: 'empty' })
  // empty lines count too: reading millions of them would hold everybody else up
  if ((text.match(/\n/g)?.length ?? 0) > MOST_LINES) throw new Refusal('CSV_TOO_LONG', { detail: 'lines' })
  let records: string[][]
  try {
    records = parse(text, { delimiter: delimiterOf(text), relax_column_count: true })
  } catch (error) {
    const { lines } = error as { lines?: number }
    throw unreadable(lines === undefined ? 'quotes' : `line ${lines}`)
  }
  const filled = records
    .map((cells, k) => ({ row: k + 1, cells: cells.map((cell) => ofCell(cell.trim())) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  const [head, ...rows] = filled
  if (!head || head.cells.length < 3 || head.cells.length > MOST_COLUMNS || rows.length === 0)
    throw new Refusal('CSV_HEADER', { detail: rows.length === 0 ? 'no rows' : 'columns' })
  if (rows.length > IMPORT_ROWS) throw new Refusal('CSV_TOO_LONG', { detail: `${rows.length} rows` })
  return { encoding, header: head.cells, rows }
}
