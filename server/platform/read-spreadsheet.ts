// The only file that opens a spreadsheet, with `read-ods.ts` for those of OpenDocument. It runs in a child process, as everything that reads uploads.
import readSheets from 'read-excel-file/node'
import { fillMerged, layoutsOf, writeIndents } from './sheet-layout.ts'
import { readOds } from './read-ods.ts'
import { SheetProblem, type Sheet } from './sheet.ts'

/** The most bytes of all files of a spreadsheet together, once unpacked. */
const UNPACKED_BYTES = 100 * 1024 * 1024
const MOST_ENTRIES = 5_000
const END_OF_DIRECTORY = 0x06054b50
const ENTRY = 0x02014b50

/** The names in an archive; refuses one that would unpack to more than `UNPACKED_BYTES`, before anything is unpacked. */
function namesIn(bytes: Buffer): string[] {
  // the directory's end is in the last 22 bytes, or further in front by a comment
  let end = bytes.length - 22
  while (end >= 0 && end > bytes.length - 66_000 && bytes.readUInt32LE(end) !== END_OF_DIRECTORY) end--
  if (end < 0 || bytes.readUInt32LE(end) !== END_OF_DIRECTORY) throw new SheetProblem('damaged')
  const entries = bytes.readUInt16LE(end + 10)
  if (entries > MOST_ENTRIES) throw new SheetProblem('too-large')
  const names: string[] = []
  let unpacked = 0
  let at = bytes.readUInt32LE(end + 16)
  for (let entry = 0; entry < entries; entry++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== ENTRY) throw new SheetProblem('damaged')
    // an entry of 64 bits has the largest number of 32 bits here
    unpacked += bytes.readUInt32LE(at + 24)
    if (unpacked > UNPACKED_BYTES) throw new SheetProblem('too-large')
    const nameEnd = at + 46 + bytes.readUInt16LE(at + 28)
    names.push(bytes.toString('utf8', at + 46, nameEnd))
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return names
}

/** The day from which a spreadsheet counts. A time of day is a part of it. */
const DAY_ZERO = '1899-12-30'

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) {
    if (Number.isNaN(cell.getTime())) return ''
    const [day = '', time = ''] = cell.toISOString().split('T')
    if (day === DAY_ZERO) return time.slice(0, 5)
    return time.startsWith('00:00:00') ? day : `${day} ${time.slice(0, 5)}`
  }
  return typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean' ? String(cell) : ''
}

/** The sheets of an .xlsx or .ods file that have a row. */
export async function readSpreadsheet(content: Uint8Array): Promise<Sheet[]> {
  const bytes = Buffer.from(content)
  const names = namesIn(bytes)
  if (names.includes('content.xml')) return readOds(bytes)
  if (!names.includes('xl/workbook.xml')) throw new SheetProblem('archive')
  // blanks before a title say what it is below
  const sheets = await readSheets(bytes, { trim: false }).catch((error: unknown) => {
    throw new SheetProblem('damaged', { cause: error })
  })
  const layouts = layoutsOf(bytes)
  return sheets.flatMap(({ sheet: name, data }) => {
    if (data.length === 0) return []
    const rows = data.map((row) => row.map(textOf))
    const layout = layouts.get(name)
    writeIndents(rows, layout?.indents ?? [])
    fillMerged(rows, layout?.merged ?? [])
    return [{ name, rows }]
  })
}
