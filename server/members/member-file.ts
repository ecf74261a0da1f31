import type { Readable } from 'node:stream'
import { memberCells, IMPORT_FIELDS } from '#domain/members/member-import.ts'
import { csvFile } from '#server/platform/http/csv-file.ts'
import type { MemberFileRow } from './club-list.ts'

/** Columns that are computed from other data; an import ignores them. */
const DERIVED = ['age', 'groups']

/**
 * The columns: every field that an import reads, for as many guardians as one member has at most, at least one [5.14].
 */
function columnsOf(guardians: number): string[] {
  const guardian = /^guardian_(?:(\d)_)?/
  const fields = IMPORT_FIELDS.filter((field) => {
    const [isGuardian, position] = guardian.exec(field) ?? []
    return isGuardian === undefined || Number(position ?? 1) <= Math.max(1, guardians)
  })
  return [...fields, ...DERIVED]
}

/** The members as CSV, in the format that an import reads. */
export function memberFile(guardians: number, rows: AsyncIterable<MemberFileRow>): Readable {
  const columns = columnsOf(guardians)
  async function* cells() {
    for await (const row of rows) {
      const rowCells = memberCells(row)
        .set('age', String(row.age))
        .set('groups', row.groups ?? '')
      yield columns.map((column) => rowCells.get(column) ?? '')
    }
  }
  return csvFile(columns, cells())
}
