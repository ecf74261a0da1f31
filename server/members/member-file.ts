import type { Readable } from 'node:stream'
import { cellsOf, IMPORT_FIELDS } from '#domain/members/member-import.ts'
import { csvFile } from '#server/platform/http/csv-file.ts'
import type { MemberFileRow } from './club-list.ts'

/** What follows from other columns and from groups; an import passes over it. */
const DERIVED = ['age', 'groups']

/** Every field that an import reads; so many guardians as anybody has, and one at least [5.14]. */
function columnsOf(guardians: number): string[] {
  const guardian = /^guardian_(?:(\d)_)?/
  const fields = IMPORT_FIELDS.filter((field) => {
    const [known, at] = guardian.exec(field) ?? []
    return known === undefined || Number(at ?? 1) <= Math.max(1, guardians)
  })
  return [...fields, ...DERIVED]
}

/** The rows as CSV; an import reads them back just so. */
export function memberFile(guardians: number, rows: AsyncIterable<MemberFileRow>): Readable {
  const columns = columnsOf(guardians)
  async function* cells() {
    for await (const row of rows) {
      const found = cellsOf(row)
        .set('age', String(row.age))
        .set('groups', row.groups ?? '')
      yield columns.map((column) => found.get(column) ?? '')
    }
  }
  return csvFile(columns, cells())
}
