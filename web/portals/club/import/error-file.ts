import { stringify } from 'csv-stringify/browser/esm/sync'
import type { ImportRow, MemberImport } from '#contract/flows/member-imports.ts'
import { toCsvCell } from '#domain/platform/csv-cell.ts'

/** A CSV file of rows as the uploaded file had them, with a last column that says what is wrong with those that are. */
export function errorRows(
  { header }: MemberImport,
  rows: readonly ImportRow[],
  textOf: (problem: ImportRow['problems'][number]) => string,
  problemHeader: string,
): string {
  const records = rows.map(({ cells, problems }) => [
    ...header.map((_name, index) => cells[index] ?? ''),
    problems.map(textOf).join(' '),
  ])
  const table = [[...header, problemHeader], ...records].map((record) => record.map(toCsvCell))
  // spreadsheets recognise UTF-8 only by its byte order mark
  return stringify(table, { bom: true })
}
