import type { Readable } from 'node:stream'
import { FILE_COLUMNS } from '#domain/members/import-columns.ts'
import { groupsCell, memberCells } from '#domain/members/member-cells.ts'
import { csvFile } from '#server/platform/http/csv-file.ts'
import type { MemberFileRow } from './club-list.ts'

/** Columns of other data. An import ignores the age, and enters the member into groups of these names. */
const DERIVED = ['age', 'groups']

/**
 * The columns: the fields that an import reads back. There are columns for as many guardians as the member with the most
 * has, and for at least one [5.14].
 */
function columnsOf(maxGuardians: number): string[] {
  // A field without a number, such as `guardian_email`, is about the first guardian.
  const guardianPrefix = /^guardian_(?:(\d)_)?/
  const fields = FILE_COLUMNS.filter((field) => {
    const [prefix, position] = guardianPrefix.exec(field) ?? []
    return prefix === undefined || Number(position ?? 1) <= Math.max(1, maxGuardians)
  })
  return [...fields, ...DERIVED]
}

/** The members as CSV, in the format that an import reads. `maxGuardians` is the largest number of guardians of one. */
export function memberFile(
  maxGuardians: number,
  rows: AsyncIterable<MemberFileRow> | Iterable<MemberFileRow>,
): Readable {
  const columns = columnsOf(maxGuardians)
  async function* cells() {
    for await (const { member, age, groups } of rows) {
      const rowCells = memberCells(member).set('age', String(age)).set('groups', groupsCell(groups))
      yield columns.map((column) => rowCells.get(column) ?? '')
    }
  }
  return csvFile(columns, cells())
}
