import { stringify } from 'csv-stringify/browser/esm/sync'
import type { ImportRow, MemberImport } from '#contract/flows/member-imports.ts'
import { asCell } from '#domain/platform/csv-cell.ts'

/** The wrong rows as they stood in the file, with what is wrong at their end. */
export function errorRows(
  { header }: MemberImport,
  rows: readonly ImportRow[],
  problem: (of: ImportRow['problems'][number]) => string,
  head: string,
): string {
  const records = rows.map(({ cells, problems }) => [
    ...header.map((_name, k) => cells[k] ?? ''),
    problems.map(problem).join(' '),
  ])
  const all = [[...header, head], ...records].map((record) => record.map(asCell))
  // spreadsheets read UTF-8 only behind its mark
  return stringify(all, { bom: true })
}
