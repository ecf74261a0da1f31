import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { MemberFileRow } from './club-list.ts'

const columns: (keyof MemberFileRow)[] = [
  'ngo_id',
  'firstname',
  'lastname',
  'dob',
  'age',
  'status',
  'member_type',
  'category',
  'groups',
  'guardian_firstname',
  'guardian_lastname',
  'guardian_email',
]

/** The rows as CSV, written piece by piece. A text that a spreadsheet would take for a formula is made a text (security.md 32). */
export function memberFile(rows: readonly MemberFileRow[]): Readable {
  // spreadsheets read UTF-8 only behind its mark
  return Readable.from(rows).pipe(stringify({ header: true, columns, escape_formulas: true, bom: true }))
}
