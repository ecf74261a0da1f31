import { findDelimiter, type Delimiter, type IsHeading } from '#domain/platform/table-layout.ts'
import { utf16Of } from '#domain/platform/utf16.ts'
import { isArchive } from '#domain/platform/archive.ts'
import { readSpreadsheet } from './read-spreadsheet.ts'
import { SheetProblem } from './sheet.ts'
import { readTable, TableProblem, type TableLimits, type TableRow } from './read-table.ts'
import { storableText } from './storable-text.ts'

type Encoding = 'utf-8' | 'utf-16' | 'windows-1252'

/** How somebody wants a file to be read; what is missing is found out. */
export interface AskedReading {
  encoding?: Encoding
  delimiter?: Delimiter
  sheet?: string
}

/** The table in an uploaded file, and how it was read. */
export interface TableFile {
  encoding: Encoding
  /** Null in a spreadsheet. */
  delimiter: Delimiter | null
  /** The sheet that was read, and all others; none in a text. */
  sheet: string | null
  sheets: string[]
  /** The rows that are not empty. */
  rows: TableRow[]
  /** The rows of that sheet and of all others that are not hidden; whether they keep the limits is not known. */
  all?: { name: string; rows: TableRow[] }[]
}

/** A file that is no table; the message is a word that pages have a sentence for. */
export class UnreadableFile extends Error {}

/** How files begin that are sometimes chosen in place of a table. */
const OTHERS: readonly [word: string, start: readonly number[]][] = [
  ['pdf', [0x25, 0x50, 0x44, 0x46]],
  ['xls', [0xd0, 0xcf, 0x11, 0xe0]],
]

function decode(bytes: Uint8Array, asked?: Encoding): { encoding: Encoding; text: string } {
  const utf16 = utf16Of(bytes)
  if (asked === 'utf-16' || (asked === undefined && utf16 !== null))
    return { encoding: 'utf-16', text: new TextDecoder(utf16 ?? 'utf-16le').decode(bytes) }
  if (asked !== undefined) return { encoding: asked, text: new TextDecoder(asked).decode(bytes) }
  try {
    return { encoding: 'utf-8', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    // the encoding that spreadsheets on Windows write by default
    return { encoding: 'windows-1252', text: new TextDecoder('windows-1252').decode(bytes) }
  }
}

/**
 * Reads the table of an uploaded file: a text in one of three encodings, or a spreadsheet. It runs in a child process.
 * Throws `UnreadableFile` or `TableProblem`.
 */
export async function readTableFile(
  bytes: Uint8Array,
  limits: TableLimits,
  isHeading: IsHeading,
  asked: AskedReading = {},
): Promise<TableFile> {
  if (isArchive(bytes)) return readSheet(bytes, limits, asked.sheet)
  for (const [word, start] of OTHERS)
    if (start.every((byte, index) => bytes[index] === byte)) throw new UnreadableFile(word)
  const { encoding, text: decoded } = decode(bytes, asked.encoding)
  // programs of MS-DOS end a file with this character
  const text = decoded.endsWith('\u001A') ? decoded.slice(0, -1) : decoded
  // control characters other than white space occur in pictures and programs, but not in text; the database does not
  // store a NUL, which another encoding than the right one makes
  if (text.includes('\0') || (asked.encoding === undefined && /[^\P{Cc}\s]/u.test(text)))
    throw new UnreadableFile('not a text')
  if (/^\s*<(?:!doctype html|html|table|\?xml|\?mso|meta|head)\b/i.test(text)) throw new UnreadableFile('html')
  // however many lines it has
  if (text.trim() === '') return { encoding, delimiter: ',', sheet: null, sheets: [], rows: [] }
  const delimiter = asked.delimiter ?? findDelimiter(text, isHeading)
  return { encoding, delimiter, sheet: null, sheets: [], rows: readTable(text, limits, delimiter) }
}

async function readSheet(bytes: Uint8Array, limits: TableLimits, asked?: string): Promise<TableFile> {
  const sheets = await readSpreadsheet(bytes).catch((error: unknown) => {
    throw error instanceof SheetProblem ? new UnreadableFile(error.message, { cause: error }) : error
  })
  // a spreadsheet may escape any character, also those that cannot be stored
  const all = sheets.map((sheet) => ({
    name: storableText(sheet.name),
    isHidden: sheet.isHidden,
    rows: sheet.rows.flatMap((cells, index): TableRow[] => {
      // a format that reaches to the last column makes empty cells
      const filled = cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1)
      return filled.length === 0 ? [] : [{ row: index + 1, cells: filled.map(storableText) }]
    }),
  }))
  // a hidden sheet has lists to choose from, or what somebody has put aside
  const shownRows = ({ isHidden, rows }: (typeof all)[number]) => (isHidden ? 0 : rows.length)
  const [first] = all.toSorted((a, b) => shownRows(b) - shownRows(a) || b.rows.length - a.rows.length)
  const sheet = all.find(({ name }) => name === asked) ?? first
  const beside = all.filter((other) => other === sheet || !other.isHidden)
  const rows = sheet?.rows ?? []
  if (rows.length > limits.rows) throw new TableProblem('rows', `rows: more than ${limits.rows}`)
  for (const { row, cells } of rows) {
    if (cells.length > limits.columns) throw new TableProblem('columns', `columns: more than ${limits.columns}`)
    if (cells.some((cell) => cell.length > limits.cell))
      throw new TableProblem('cell', `row ${row}: a cell of more than ${limits.cell} characters`)
  }
  return {
    encoding: 'utf-8',
    delimiter: null,
    sheet: sheet?.name ?? null,
    sheets: all.map(({ name }) => name),
    rows,
    ...(beside.length > 1 ? { all: beside } : {}),
  }
}
