import { unzipSync } from 'fflate'
import { Parser } from 'htmlparser2'
import { fillMerged, type MergedCells } from './sheet-layout.ts'
import { percentText, SheetProblem, type Sheet } from './sheet.ts'

/** No sheet has more rows with something in them, nor columns, nor cells. */
const MOST_ROWS = 200_000
const MOST_COLUMNS = 1_000
const MOST_CELLS = 5_000_000

/** Elements within a cell or before the sheets whose words belong to no cell. */
const ASIDE = ['office:annotation', 'table:tracked-changes', 'table:shapes', 'draw:frame']
/** Characters that stand as elements within a text. */
const SPACES: Readonly<Record<string, string | undefined>> = { 'text:tab': '\t', 'text:line-break': '\n' }

/** The sheets of an OpenDocument spreadsheet that have a row. A cell that is repeated stands as often as it says. */
export function readOds(bytes: Uint8Array): Sheet[] {
  const content = contentOf(bytes)
  const reader = new OdsReader()
  const parser = new Parser(reader, { xmlMode: true, decodeEntities: true })
  parser.write(new TextDecoder().decode(content))
  parser.end()
  return reader.finish()
}

function contentOf(bytes: Uint8Array): Uint8Array | undefined {
  try {
    return unzipSync(bytes, { filter: ({ name }) => name === 'content.xml' })['content.xml']
  } catch (error) {
    throw new SheetProblem('damaged', { cause: error })
  }
}

type Attributes = Readonly<Record<string, string>>

/** How often a row or cell stands, by the attribute that says it. */
const timesOf = (attributes: Attributes, of: 'rows' | 'columns') =>
  Number(attributes[`table:number-${of}-repeated`] ?? 1)

/** The value of a cell that is no text: a number, a share as `50%`, a day as YYYY-MM-DD with the time after it, or true and false. */
function valueOf(attributes: Attributes): string | null {
  const day = attributes['office:date-value']
  if (day !== undefined) {
    const [date = '', time = ''] = day.split('T')
    return time === '' || time.startsWith('00:00:00') ? date : `${date} ${time.slice(0, 5)}`
  }
  const type = attributes['office:value-type']
  if (type === 'boolean') return attributes['office:boolean-value'] ?? null
  if (type === 'percentage') return percentText(attributes['office:value'] ?? '')
  return type === 'string' ? (attributes['office:string-value'] ?? null) : (attributes['office:value'] ?? null)
}

class OdsReader {
  readonly #sheets: Sheet[] = []
  /** The styles of sheets that are hidden, and the style that is read now. */
  readonly #hiding = new Set<string>()
  #style = ''
  #sheet: Sheet | null = null
  /** Cells and rows that are empty, which count only when a filled one follows. */
  #row: string[] = []
  #emptyCells = 0
  #emptyRows = 0
  #rowTimes = 1
  #cell: { times: number; rows: number; value: string | null; paragraphs: string[] } | null = null
  #merged: MergedCells[] = []
  #isInText = false
  /** How deep it is within an element that belongs to no cell. */
  #aside = 0
  #cells = 0
  #kind: 'spreadsheet' | 'other' | null = null
  #isComplete = false

  onopentag(name: string, attributes: Attributes): void {
    if (this.#aside > 0 || ASIDE.includes(name)) this.#aside++
    else if (name === 'office:document-content') this.#kind = 'other'
    else if (name === 'office:spreadsheet') this.#kind = 'spreadsheet'
    else if (name === 'style:style') this.#style = attributes['style:name'] ?? ''
    else if (name === 'style:table-properties' && attributes['table:display'] === 'false') this.#hiding.add(this.#style)
    else if (name === 'table:table') this.#sheet = this.#startSheet(attributes)
    else if (name === 'table:table-row') this.#rowTimes = timesOf(attributes, 'rows')
    else if (name === 'table:table-cell' || name === 'table:covered-table-cell')
      this.#cell = {
        times: timesOf(attributes, 'columns'),
        rows: Number(attributes['table:number-rows-spanned'] ?? 1),
        value: valueOf(attributes),
        paragraphs: [],
      }
    else if (name === 'text:p') {
      this.#cell?.paragraphs.push('')
      this.#isInText = true
    } else if (name === 'text:s') this.#add(' '.repeat(Math.min(Number(attributes['text:c'] ?? 1), 1_000)))
    else this.#add(SPACES[name] ?? '')
  }

  ontext(text: string): void {
    if (this.#aside === 0 && this.#isInText) this.#add(text)
  }

  onclosetag(name: string, isImplied: boolean): void {
    if (this.#aside > 0) this.#aside--
    else if (name === 'text:p') this.#isInText = false
    else if (name === 'table:table-cell' || name === 'table:covered-table-cell') this.#endCell()
    else if (name === 'table:table-row') this.#endRow()
    else if (name === 'table:table' && this.#sheet) {
      fillMerged(this.#sheet.rows, this.#merged)
      this.#merged = []
      if (this.#sheet.rows.length > 0) this.#sheets.push(this.#sheet)
      this.#sheet = null
      this.#emptyRows = 0
    } else if (name === 'office:document-content') this.#isComplete = !isImplied
  }

  /** The sheets; refuses what is no spreadsheet, breaks off, or is encrypted. */
  finish(): Sheet[] {
    if (this.#kind === 'other') throw new SheetProblem('archive')
    if (this.#kind === null || !this.#isComplete) throw new SheetProblem('damaged')
    return this.#sheets
  }

  #startSheet({ 'table:name': name = '', 'table:style-name': style = '' }: Attributes): Sheet {
    return { name, isHidden: this.#hiding.has(style), rows: [] }
  }

  #add(text: string): void {
    if (this.#cell && this.#cell.paragraphs.length > 0)
      this.#cell.paragraphs.push((this.#cell.paragraphs.pop() ?? '') + text)
  }

  #endCell(): void {
    if (!this.#cell) return
    const { times, rows, value, paragraphs } = this.#cell
    this.#cell = null
    const text = value ?? paragraphs.join('\n')
    if (text === '') {
      this.#emptyCells += times
      return
    }
    if (this.#row.length + this.#emptyCells + times > MOST_COLUMNS) throw new SheetProblem('too-large')
    for (; this.#emptyCells > 0; this.#emptyCells--) this.#row.push('')
    if (rows > 1) {
      const firstRow = (this.#sheet?.rows.length ?? 0) + this.#emptyRows
      this.#merged.push({ column: this.#row.length, firstRow, lastRow: firstRow + rows - 1 })
    }
    for (let time = 0; time < times; time++) this.#row.push(text)
  }

  #endRow(): void {
    const row = this.#row
    this.#row = []
    this.#emptyCells = 0
    const rows = this.#sheet?.rows ?? []
    if (row.length === 0) {
      this.#emptyRows += this.#rowTimes
      return
    }
    this.#cells += row.length * this.#rowTimes
    if (rows.length + this.#emptyRows + this.#rowTimes > MOST_ROWS || this.#cells > MOST_CELLS)
      throw new SheetProblem('too-large')
    for (; this.#emptyRows > 0; this.#emptyRows--) rows.push([])
    for (let time = 0; time < this.#rowTimes; time++) rows.push([...row])
  }
}
