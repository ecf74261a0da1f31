// The only file that opens a spreadsheet, with `read-ods.ts` for those of OpenDocument. It runs in a child process, as everything that reads uploads.
import readSheets from 'read-excel-file/node'
import { withAddresses } from './sheet-addresses.ts'
import { fillMerged, layoutsOf, writeIndents, writePercents } from './sheet-layout.ts'
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

/** The days from 1899-12-30 to 1904-01-01, the two days from which spreadsheets count; in ms. */
const FROM_1904_MS = 1_462 * 86_400_000

/** `date1904` says whether days are counted from 1904; the library knows only one of the two ways to say it. */
function textOf(cell: unknown, date1904: string | undefined): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) {
    const at = date1904 === 'true' ? new Date(cell.getTime() + FROM_1904_MS) : cell
    if (Number.isNaN(at.getTime())) return ''
    const [day = '', time = ''] = at.toISOString().split('T')
    // a time of day is a part of the day from which is counted
    if (day === (date1904 === '1' || date1904 === 'true' ? '1904-01-01' : '1899-12-30')) return time.slice(0, 5)
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
  try {
    return await readXlsx(bytes).catch((error: unknown) => {
      // the library refuses a file in which cells do not say where they are
      const addressed = withAddresses(bytes)
      if (addressed === null) throw error
      return readXlsx(Buffer.from(addressed))
    })
  } catch (error) {
    throw new SheetProblem('damaged', { cause: error })
  }
}

async function readXlsx(bytes: Buffer): Promise<Sheet[]> {
  // blanks before a title say what it is below
  const sheets = await readSheets(bytes, { trim: false })
  const { date1904, hidden, layouts } = layoutsOf(bytes)
  return sheets.flatMap(({ sheet: name, data }) => {
    if (data.length === 0) return []
    const rows = data.map((row) => row.map((cell) => textOf(cell, date1904)))
    const layout = layouts.get(name)
    writePercents(rows, layout?.percents ?? [])
    writeIndents(rows, layout?.indents ?? [])
    fillMerged(rows, layout?.merged ?? [])
    return [{ name, isHidden: hidden.has(name), rows }]
  })
}
