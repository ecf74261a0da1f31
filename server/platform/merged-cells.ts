import { unzipSync } from 'fflate'
import { Parser } from 'htmlparser2'

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

/** The merged cells of an .xlsx file, by the name of their sheet. */
export function mergedCellsOf(bytes: Uint8Array): Map<string, MergedCells[]> {
  const files = unzipSync(bytes, {
    filter: ({ name }) => /^xl\/(workbook\.xml|_rels\/workbook\.xml\.rels|worksheets\/[^/]+\.xml)$/.test(name),
  })
  const targets = new Map<string, string>()
  const idByName = new Map<string, string>()
  eachElement(files['xl/_rels/workbook.xml.rels'], (name, { Id, Target }) => {
    if (name === 'Relationship' && Id !== undefined && Target !== undefined)
      targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`)
  })
  eachElement(files['xl/workbook.xml'], (name, attributes) => {
    if (name === 'sheet') idByName.set(attributes.name ?? '', attributes['r:id'] ?? '')
  })
  return new Map(
    [...idByName].map(([sheet, id]) => {
      const file = files[targets.get(id) ?? '']
      const merged: MergedCells[] = []
      // they stand after the rows, which are not read again
      const start =
        file === undefined ? -1 : Buffer.from(file.buffer, file.byteOffset, file.byteLength).indexOf('<mergeCells')
      if (start >= 0)
        eachElement(file?.subarray(start), (_, { ref }) => {
          const [, column = '', first, last] = /^([A-Z]{1,3})(\d+):[A-Z]{1,3}(\d+)$/.exec(ref ?? '') ?? []
          if (first !== last)
            merged.push({ column: columnOf(column), firstRow: Number(first) - 1, lastRow: Number(last) - 1 })
        })
      return [sheet, merged]
    }),
  )
}

/** The number of a column, from 0, by its letters: A, B, …, Z, AA. */
function columnOf(letters: string): number {
  return [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function eachElement(
  xml: Uint8Array | undefined,
  see: (name: string, attributes: Readonly<Record<string, string | undefined>>) => void,
): void {
  const parser = new Parser({ onopentag: see }, { xmlMode: true, decodeEntities: true })
  parser.write(new TextDecoder().decode(xml))
  parser.end()
}
