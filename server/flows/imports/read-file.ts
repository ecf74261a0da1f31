import { IMPORT_CELL, IMPORT_ROWS, type MemberImport } from '#contract/flows/member-imports.ts'
import { fromCsvCell } from '#domain/platform/csv-cell.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { readTable, TableProblem, type TableLimits, type TableRow } from '#server/platform/read-table.ts'

/** A file of members as it was uploaded, split into cells. */
export interface MemberFile {
  encoding: MemberImport['encoding']
  header: string[]
  rows: { row: number; cells: string[] }[]
}

/** Limits of a file, whose header is one more row. Empty lines count too, because reading millions takes long. */
const LIMITS: TableLimits = { lines: 100_000, rows: IMPORT_ROWS + 1, columns: 200, cell: IMPORT_CELL, strayQuotes: 50 }

/** Name and birthday: no file of members has fewer columns. */
const MIN_COLUMNS = 2

const unreadable = (detail: string) => new Refusal('CSV_UNREADABLE', { detail })

/** Decodes a text file whose encoding is not known. */
function decode(bytes: Uint8Array): { encoding: MemberImport['encoding']; text: string } {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    return { encoding: 'utf-16', text: new TextDecoder(first === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes) }
  try {
    return { encoding: 'utf-8', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    // the encoding that spreadsheets on Windows write by default
    return { encoding: 'windows-1252', text: new TextDecoder('windows-1252').decode(bytes) }
  }
}

/**
 * Reads a CSV file in one of three encodings, separated by commas, semicolons or tabs, with a header row. It runs in a
 * child process.
 */
export function readMemberFile(bytes: Uint8Array): MemberFile {
  const { encoding, text } = decode(bytes)
  // control characters other than white space occur in spreadsheets' own formats and in pictures, but not in text
  if (/[^\P{Cc}\s]/u.test(text)) throw unreadable('not a text')
  if (text.trim() === '') throw new Refusal('CSV_HEADER', { detail: 'empty' })
  const filledRows = parseTable(text)
    .map(({ row, cells }) => ({ row, cells: cells.map((cell) => fromCsvCell(cell.trim())) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  const [header, ...rows] = filledRows
  if (!header || header.cells.length < MIN_COLUMNS || rows.length === 0)
    throw new Refusal('CSV_HEADER', { detail: rows.length === 0 ? 'no rows' : 'columns' })
  return { encoding, header: header.cells, rows }
}

function parseTable(text: string): TableRow[] {
  try {
    return readTable(text, LIMITS)
  } catch (error) {
    if (!(error instanceof TableProblem)) throw error
    throw error.limit === 'quotes'
      ? unreadable(error.message)
      : new Refusal('CSV_TOO_LONG', { detail: error.message, cause: error })
  }
}
