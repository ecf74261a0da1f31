import { unzipSync } from 'fflate'
import { Parser } from 'htmlparser2'
import { percentText } from './sheet.ts'

/** Cells one below the other that are merged into one; rows and column count from 0. */
export interface MergedCells {
  column: number
  firstRow: number
  lastRow: number
}

/** Gives each of the merged cells in a column their value, which only the first one holds. */
export function fillMerged(rows: readonly string[][], merged: readonly MergedCells[]): void {
  for (const { column, firstRow, lastRow } of merged) {
    const value = rows[firstRow]?.[column] ?? ''
    if (value === '') continue
    for (const row of rows.slice(firstRow + 1, lastRow + 1)) {
      while (row.length <= column) row.push('')
      row[column] ||= value
    }
  }
}

/** What of an .xlsx file the library does not read, by the name of the sheet. */
export interface SheetLayout {
  merged: MergedCells[]
  /** How far cells are indented by their format; rows and columns count from 0. */
  indents: { row: number; column: number; indent: number }[]
  /** The cells whose numbers are shown in per cent. */
  percents: { row: number; column: number }[]
}

/**
 * The layout of the sheets of an .xlsx file, the names of those that are hidden, and whether it says that it counts days
 * from 1904: `1` or `true`.
 */
export function layoutsOf(bytes: Uint8Array): {
  layouts: Map<string, SheetLayout>
  hidden: Set<string>
  date1904: string | undefined
} {
  const files = unzipSync(bytes, {
    filter: ({ name }) =>
      /^xl\/(workbook\.xml|styles\.xml|_rels\/workbook\.xml\.rels|worksheets\/[^/]+\.xml)$/.test(name),
  })
  const styles = stylesOf(files['xl/styles.xml'])
  const targets = new Map<string, string>()
  const idByName = new Map<string, string>()
  const hidden = new Set<string>()
  let date1904: string | undefined
  eachElement(files['xl/_rels/workbook.xml.rels'], (name, { Id, Target }) => {
    if (name === 'Relationship' && Id !== undefined && Target !== undefined)
      targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`)
  })
  eachElement(files['xl/workbook.xml'], (name, attributes) => {
    if (name === 'workbookPr') ({ date1904 } = attributes)
    if (name !== 'sheet') return
    idByName.set(attributes.name ?? '', attributes['r:id'] ?? '')
    // `veryHidden` is one that only a program can show
    if (/hidden/i.test(attributes['state'] ?? '')) hidden.add(attributes.name ?? '')
  })
  const layouts = new Map(
    [...idByName].map(([sheet, id]) => {
      const file = files[targets.get(id) ?? '']
      const merged: MergedCells[] = []
      // they stand after the rows, which are not read again
      const bytesOfFile = file && Buffer.from(file.buffer, file.byteOffset, file.byteLength)
      const start = bytesOfFile?.lastIndexOf('sheetData>') ?? -1
      if (start >= 0)
        eachElement(file?.subarray(start), (name, { ref }) => {
          const [, column = '', first, last] = /^([A-Z]{1,3})(\d+):[A-Z]{1,3}(\d+)$/.exec(ref ?? '') ?? []
          if (name === 'mergeCell' && first !== last)
            merged.push({ column: columnOf(column), firstRow: Number(first) - 1, lastRow: Number(last) - 1 })
        })
      return [sheet, { merged, ...styledCells(file, styles) }]
    }),
  )
  return { layouts, hidden, date1904 }
}

/** What is of interest in the formats of cells, by their numbers. */
interface Styles {
  /** How far cells are indented; without those that are not. */
  indents: ReadonlyMap<string, number>
  percents: ReadonlySet<string>
}

/** The numbers of the two formats in per cent that every program knows. */
const PERCENT_FORMATS = ['9', '10']

function stylesOf(xml: Uint8Array | undefined): Styles {
  const indents = new Map<string, number>()
  const percents = new Set<string>()
  const percentFormats = new Set(PERCENT_FORMATS)
  let [style, isOfCells] = [-1, false]
  eachElement(xml, (name, { indent, numFmtId = '', formatCode = '' }) => {
    // the formats that cells name by their numbers are these, and not those of named styles
    if (['cellXfs', 'cellStyles', 'dxfs'].includes(name)) isOfCells = name === 'cellXfs'
    // a sign in quotes or after a backslash only stands there
    else if (name === 'numFmt' && formatCode.replaceAll(/"[^"]*"|\\./g, '').includes('%')) percentFormats.add(numFmtId)
    else if (isOfCells && name === 'xf') {
      style++
      if (percentFormats.has(numFmtId)) percents.add(String(style))
    } else if (isOfCells && name === 'alignment' && Number(indent) > 0) indents.set(String(style), Number(indent))
  })
  return { indents, percents }
}

function styledCells(
  xml: Uint8Array | undefined,
  { indents: indentOfStyle, percents: percentStyles }: Styles,
): Pick<SheetLayout, 'indents' | 'percents'> {
  const indents: SheetLayout['indents'] = []
  const percents: SheetLayout['percents'] = []
  if (indentOfStyle.size + percentStyles.size === 0) return { indents, percents }
  eachElement(xml, (name, { r: at = '', s: style = '' }) => {
    if (name !== 'c' || !(indentOfStyle.has(style) || percentStyles.has(style))) return
    const [, letters = '', digits] = /^([A-Z]{1,3})(\d+)$/.exec(at) ?? []
    if (digits === undefined) return
    const place = { row: Number(digits) - 1, column: columnOf(letters) }
    const indent = indentOfStyle.get(style)
    if (indent !== undefined) indents.push({ ...place, indent })
    if (percentStyles.has(style)) percents.push(place)
  })
  return { indents, percents }
}

/** Writes the numbers that are shown in per cent as they are shown. */
export function writePercents(rows: readonly string[][], percents: SheetLayout['percents']): void {
  for (const { row, column } of percents) {
    const number = rows[row]?.[column]
    if (number !== undefined && rows[row] !== undefined) rows[row][column] = percentText(number)
  }
}

/** So far spreadsheets let a cell be indented; a file may say any number. */
const MOST_INDENT = 250

/** Puts blanks before the texts of cells that are indented by their format. */
export function writeIndents(rows: readonly string[][], indents: SheetLayout['indents']): void {
  for (const { row, column, indent } of indents) {
    const text = rows[row]?.[column] ?? ''
    if (text !== '' && rows[row] !== undefined)
      rows[row][column] = `${'  '.repeat(Math.min(indent, MOST_INDENT))}${text}`
  }
}

/** The number of a column, from 0, by its letters: A, B, …, Z, AA. */
export function columnOf(letters: string): number {
  return [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function eachElement(
  xml: Uint8Array | undefined,
  see: (name: string, attributes: Readonly<Record<string, string | undefined>>) => void,
): void {
  // some programs write a prefix before the names
  const onopentag: typeof see = (name, attributes) => see(name.slice(name.indexOf(':') + 1), attributes)
  const parser = new Parser({ onopentag }, { xmlMode: true, decodeEntities: true })
  parser.write(new TextDecoder().decode(xml))
  parser.end()
}
