import { stringify } from 'csv-stringify/sync'
import { toCsvCell } from '#domain/platform/csv-cell.ts'
import { OUTLINE, outlineOf } from '#domain/curriculum/transfer/outline.ts'
import type { AuthorNode } from '#domain/curriculum/tree.ts'

/** The outline of a scheme as CSV; `readOutlineRows` reads the same texts back from it. */
export function outlineFile(nodes: readonly AuthorNode[], languages: readonly string[]): string {
  const rows = outlineOf(nodes, languages).map((row) => OUTLINE.map((column) => toCsvCell(row[column])))
  // With a byte order mark, without which spreadsheets show letters such as ŵ wrongly. Each cell is quoted, because many
  // spreadsheets separate at semicolons and tabs as well, and would cut a text there.
  return stringify(rows, { header: true, columns: [...OUTLINE], bom: true, quoted: true })
}
