// Two rows of a file about one child: whether they contradict each other, and the record of both.
import { uniqueAbilityGroups } from './ability-groups.ts'
import { GUARDIAN_FIELDS, guardianOf, type GuardianEntry } from './guardian-fields.ts'
import { GUARDIANS, plainWords } from './import-columns.ts'
import type { MemberEntry } from './member-entry.ts'
import {
  emptyValue,
  MEMBER_FIELDS,
  memberField,
  memberFieldsOf,
  type FieldValue,
  type MemberFieldName,
} from './member-fields.ts'

const nameOf = (guardian: GuardianEntry) => plainWords(`${guardian.guardian_firstname} ${guardian.guardian_lastname}`)
const emailOf = (guardian: GuardianEntry) => (guardian.guardian_email ?? '').trim().toLowerCase()

/** Whether two guardians are one person: they have one address, or one name and not two addresses. */
function isSamePerson(one: GuardianEntry, other: GuardianEntry): boolean {
  const [email, otherEmail] = [emailOf(one), emailOf(other)]
  if (email !== '' && otherEmail !== '') return email === otherEmail
  return nameOf(one) !== '' && nameOf(one) === nameOf(other)
}

/** The guardians of both rows, each once, with what either row says; null where the rows have no guardian in common. */
function joinGuardians(kept: readonly GuardianEntry[], other: readonly GuardianEntry[]): GuardianEntry[] | null {
  const added = other.filter((guardian) => !kept.some((each) => isSamePerson(each, guardian)))
  if (kept.length > 0 && other.length > 0 && added.length === other.length) return null
  if (kept.length + added.length > GUARDIANS.length) return null
  const filled = kept.map((guardian) => {
    const same = other.find((each) => isSamePerson(guardian, each))
    return same === undefined ? guardian : guardianOf((name) => guardian[name] || same[name] || '')
  })
  return [...filled, ...added]
}

const isEmpty = (value: FieldValue) => value === null || value.length === 0
const textOf = (value: FieldValue) => (Array.isArray(value) ? value.join('\n') : (value ?? ''))

/** The value of both rows; undefined where each says another, or both together are too long. */
function joinValues(name: MemberFieldName, kept: FieldValue, other: FieldValue): FieldValue | undefined {
  const field = memberField(name)
  // rows with one name are found without regard to case and accents
  if (field.kind === 'name' || isEmpty(other) || textOf(kept) === textOf(other)) return kept
  if (isEmpty(kept)) return other
  if (field.kind === 'list') {
    const entries = [...new Set([...(Array.isArray(kept) ? kept : []), ...(Array.isArray(other) ? other : [])])]
    const joined = name === 'tags' ? uniqueAbilityGroups(entries) : entries
    return joined.length <= field.most ? joined : undefined
  }
  if (field.kind !== 'notes') return undefined
  const lines = [...new Set([...textOf(kept).split('\n'), ...textOf(other).split('\n')])].join('\n')
  return lines.length < field.max ? lines : undefined
}

/** The record of both rows of a child, and the fields in which they contradict each other, where the first row counts. */
export function joinRows(kept: MemberEntry, other: MemberEntry): { member: MemberEntry; contradicts: string[] } {
  const contradicts = new Set<string>()
  const fields = new Map<MemberFieldName, FieldValue>()
  for (const name of MEMBER_FIELDS) {
    const joined = joinValues(name, kept[name], other[name])
    if (joined === undefined) contradicts.add(name)
    fields.set(name, joined ?? kept[name])
  }
  const guardians = joinGuardians(kept.guardians, other.guardians)
  if (guardians === null) for (const name of GUARDIAN_FIELDS) contradicts.add(name)
  return {
    member: {
      ...memberFieldsOf((name, field) => fields.get(name) ?? emptyValue(field)),
      guardians: guardians ?? kept.guardians,
    },
    contradicts: [...contradicts],
  }
}
