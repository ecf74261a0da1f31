import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import { asCell } from '#domain/platform/csv-cell.ts'

/** Rows as CSV, written piece by piece; no cell is a formula (security.md 32). */
export function csvFile(
  columns: readonly string[],
  rows: Iterable<readonly string[]> | AsyncIterable<readonly string[]>,
): Readable {
  async function* cells() {
    for await (const row of rows) yield row.map(asCell)
  }
  // spreadsheets read UTF-8 only behind its mark
  const file = stringify({ header: true, columns: [...columns], bom: true })
  // whoever reads the file learns of an error by its end
  return pipeline(Readable.from(cells()), file, () => undefined)
}
