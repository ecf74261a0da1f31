import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import { toCsvCell } from '#domain/platform/csv-cell.ts'

/** Streams rows as a CSV file in which no cell is a formula (security.md 32). */
export function csvFile(
  columns: readonly string[],
  rows: Iterable<readonly string[]> | AsyncIterable<readonly string[]>,
): Readable {
  async function* safeRows() {
    for await (const row of rows) yield row.map(toCsvCell)
  }
  // Spreadsheet programs recognise UTF-8 only by its byte order mark.
  const file = stringify({ header: true, columns: [...columns], bom: true })
  // An error destroys the stream, so the reader of the stream sees it. Nothing is left to do in the callback.
  return pipeline(Readable.from(safeRows()), file, () => undefined)
}
