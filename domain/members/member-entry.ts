import { abilityGroupKey, abilityGroupProblem } from './ability-groups.ts'
import {
  GUARDIAN_FIELDS,
  guardianField,
  guardianOf,
  type GuardianEntry,
  type GuardianField,
  type GuardianFieldName,
} from './guardian-fields.ts'
import {
  memberField,
  memberFieldsOf,
  MEMBER_FIELDS,
  normalizedValue,
  type MemberField,
  type MemberFieldName,
  type MemberFields,
} from './member-fields.ts'
import { birthdayProblem, emailProblem, nameProblem, PHONE_LENGTH, type EntryProblem } from '#domain/identity/person.ts'

/** A member as it is entered in a form or a file. */
export interface MemberEntry extends MemberFields {
  guardians: GuardianEntry[]
}

interface FieldProblem {
  /** The path of the field, such as `firstname` or `guardians/0/guardian_email`. */
  field: string
  problem: EntryProblem | 'not-a-phone' | 'separator' | 'twice'
}

/** The entry as it is stored: without space around texts, and without empty ones. */
export function normalizedEntry(entry: MemberEntry): MemberEntry {
  return {
    ...memberFieldsOf((name, field) => normalizedValue(field, entry[name])),
    guardians: entry.guardians.map((guardian) => guardianOf((name) => guardian[name]?.trim() ?? '')),
  }
}

/**
 * Everything that is wrong with an entry, by field [5.6]–[5.10]; `today` is the date at the club. `keptTags` are the
 * ability groups that the member has already: they stay valid, even if a new one could not have such a name.
 */
export function memberProblems(entry: MemberEntry, today: string, keptTags: readonly string[] = []): FieldProblem[] {
  const keptKeys = new Set(keptTags.map(abilityGroupKey))
  const problems: FieldProblem[] = []
  const check = (field: string, problem: FieldProblem['problem'] | null) => {
    if (problem !== null) problems.push({ field, problem })
  }
  for (const name of MEMBER_FIELDS) {
    const field = memberField(name)
    const value = entry[name]
    if (typeof value === 'object')
      value?.forEach((text, index) => {
        const isKept = name === 'tags' && keptKeys.has(abilityGroupKey(text))
        if (!isKept) check(`${name}/${index}`, listEntryProblem(name, text))
      })
    else if (field.kind === 'name') check(name, nameProblem(value))
    else if (field.kind === 'birthday') check(name, birthdayProblem(value, today))
    else check(name, lengthProblem(field, value))
  }
  entry.guardians.forEach((guardian, index) => {
    const path = `guardians/${index}`
    for (const name of GUARDIAN_FIELDS) check(`${path}/${name}`, guardianProblem(name, guardian))
    if (entry.guardians.slice(0, index).some((other) => sameGuardian(other, guardian)))
      check(`${path}/guardian_lastname`, 'twice')
  })
  return problems
}

/**
 * What is wrong with a field of a guardian, or null. One of both names or an address is enough: of many contacts, such as
 * `Nana`, a file holds no more.
 */
function guardianProblem(name: GuardianFieldName, guardian: GuardianEntry): FieldProblem['problem'] | null {
  const field = guardianField(name)
  const value = guardian[name]
  const isKnown =
    guardian.guardian_email !== null || `${guardian.guardian_firstname}${guardian.guardian_lastname}`.trim() !== ''
  if (value === null || (value.trim() === '' && field.kind === 'name' && isKnown)) return null
  if (field.kind === 'name') return nameProblem(value)
  return field.kind === 'email' ? emailProblem(value) : lengthProblem(field, value)
}

function lengthProblem(field: MemberField | GuardianField, text: string): 'too-long' | null {
  return 'max' in field && field.max !== undefined && [...text].length > field.max ? 'too-long' : null
}

/** What is wrong with an entry of the list in this field, or null. */
function listEntryProblem(name: MemberFieldName, text: string): FieldProblem['problem'] | null {
  if (name === 'phones') return phoneProblem(text)
  return name === 'tags' ? abilityGroupProblem(text) : lengthProblem(memberField(name), text)
}

/**
 * What is wrong with a telephone number, or null. It has digits, at least three, and besides them only white space and
 * the signs `+ ( ) . / -`.
 */
export function phoneProblem(phone: string): FieldProblem['problem'] | null {
  if (phone.length > PHONE_LENGTH) return 'too-long'
  return /^[0-9+()\s./-]*$/.test(phone) && phone.replaceAll(/\D/g, '').length >= 3 ? null : 'not-a-phone'
}

/**
 * Whether two entries are the same guardian: by the e-mail address when both have one, by the names when neither has.
 * With one address they are not the same.
 */
function sameGuardian(a: GuardianEntry, b: GuardianEntry): boolean {
  const comparable = (text: string) => text.trim().toLowerCase()
  if (a.guardian_email !== null && b.guardian_email !== null)
    return comparable(a.guardian_email) === comparable(b.guardian_email)
  return (
    comparable(a.guardian_firstname) === comparable(b.guardian_firstname) &&
    comparable(a.guardian_lastname) === comparable(b.guardian_lastname) &&
    a.guardian_email === b.guardian_email
  )
}
