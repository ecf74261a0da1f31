// How a member is written into the cells of a file.
import { uniqueAbilityGroups } from './ability-groups.ts'
import { GUARDIAN_FIELDS, type GuardianEntry } from './guardian-fields.ts'
import { fileFields, guardianColumn, LIST_SEPARATOR } from './import-columns.ts'
import type { FieldValue, MemberFieldName } from './member-fields.ts'

/** The cells of a member by field, by default those of an export; `readRow` reads them back. Fields without a value have empty cells. */
export function memberCells(
  member: Partial<Record<MemberFieldName, FieldValue>> & { guardians: readonly GuardianEntry[] },
  fields: readonly MemberFieldName[] = fileFields,
): Map<string, string> {
  const cells = new Map<string, string>(fields.map((name) => [name, cellOf(name, member[name] ?? '')]))
  member.guardians.forEach((guardian, index) => {
    for (const name of GUARDIAN_FIELDS) cells.set(guardianColumn(index + 1, name), guardian[name] ?? '')
  })
  return cells
}

/**
 * The cell of a member's groups, each once, from which an import reads them back. A separator within a name would divide
 * it; signs do not matter to the import.
 */
export function groupsCell(names: readonly string[]): string {
  return [...new Set(names)].map((name) => name.replaceAll(/[;|\n]/g, '/')).join(`${LIST_SEPARATOR} `)
}

function cellOf(name: MemberFieldName, value: string | readonly string[]): string {
  if (typeof value === 'string') return value
  // a comma or semicolon within an entry, as in old names of ability groups, would split it or be refused by an import
  const entries = value.map((text) => text.replaceAll(/[,;]/g, '/'))
  return (name === 'tags' ? uniqueAbilityGroups(entries) : entries).join(`${LIST_SEPARATOR} `)
}
