import type { ClubMemberPatch, MemberDetail, NewClubMember } from '#contract/members/club-members.ts'
import { uniqueAbilityGroups, parseAbilityGroups } from '#domain/members/ability-groups.ts'
import { GUARDIAN_FIELDS, type GuardianEntry, type GuardianFieldName } from '#domain/members/guardian-fields.ts'
import { memberProblems, normalizedEntry, type MemberEntry } from '#domain/members/member-entry.ts'
import {
  emptyValue,
  fieldsIn,
  MEMBER_FIELDS,
  memberField,
  memberFieldsOf,
  type FieldIn,
} from '#domain/members/member-fields.ts'
import { differences } from '#web/desk/form/differences.ts'

/** A field of the form. */
export type FormField = FieldIn<'form'>
export const FORM_FIELDS: readonly FormField[] = fieldsIn('form')

type GuardianValues = Record<GuardianFieldName, string>

/** The values of a guardian's fields; empty for one who is added. */
export function guardianValues(guardian?: GuardianEntry): GuardianValues {
  const texts = GUARDIAN_FIELDS.map((name) => [name, guardian?.[name] ?? ''])
  // the object has each of the guardian's fields
  return Object.fromEntries(texts) as GuardianValues
}

/** The values of the form's fields: texts as they are typed. */
export interface MemberValues extends Record<FormField, string> {
  guardians: GuardianValues[]
}

export function valuesOf(detail: MemberDetail | null): MemberValues {
  const textOf = (name: FormField): string => {
    const value = detail?.[name] ?? ''
    return typeof value === 'string' ? value : value.join(', ')
  }
  return {
    // the object has each of the form's fields
    ...(Object.fromEntries(FORM_FIELDS.map((name) => [name, textOf(name)])) as Record<FormField, string>),
    guardians: (detail?.guardians ?? []).map((guardian) => guardianValues(guardian)),
  }
}

/**
 * The member as it is to be saved. Fields that are not in the form stay as they are. Tags that `detail` has already are
 * not split at a comma within them.
 */
function entryOf(values: MemberValues, detail: MemberDetail | null): MemberEntry {
  const typed = new Map<string, string>(FORM_FIELDS.map((name) => [name, values[name]]))
  const fields = memberFieldsOf((name, field) => {
    const text = typed.get(name)
    if (text === undefined) return detail === null ? emptyValue(field) : detail[name]
    if (name === 'tags') return uniqueAbilityGroups(parseAbilityGroups(text, detail?.tags ?? []))
    return field.kind === 'list' ? text.split(',') : text
  })
  const entry = normalizedEntry({ ...fields, guardians: values.guardians })
  return { ...entry, phones: [...new Set(entry.phones)] }
}

/** The body with which a new member is created. */
export function newMember(values: MemberValues): NewClubMember {
  // a new member is active
  const { status: _status, ...body } = entryOf(values, /* detail */ null)
  return body
}

/** The fields that differ from the member from which the form was filled. */
export function patchOf(values: MemberValues, detail: MemberDetail): ClubMemberPatch {
  return differences<MemberEntry>(entryOf(values, detail), entryOf(valuesOf(detail), detail))
}

/**
 * The problem of each invalid field, by the form's names, such as `guardians.0.guardian_email`. All phones are one
 * field, and so are all tags. Where a course provider owns the member, only the fields that the club itself may change
 * are checked.
 */
export function problemsOf(
  values: MemberValues,
  detail: MemberDetail | null,
  today: string,
  { ownsRecords = true } = {},
): Map<string, string> {
  const problems = new Map<string, string>()
  const entry = entryOf(values, detail)
  for (const name of MEMBER_FIELDS) {
    const field = memberField(name)
    if (field.kind === 'list' && (entry[name]?.length ?? 0) > field.most) problems.set(name, 'too-many')
  }
  for (const { field, problem } of memberProblems(entry, today, detail?.tags)) {
    const name = formName(field)
    if (!problems.has(name)) problems.set(name, problem)
  }
  if (ownsRecords) return problems
  // the other fields belong to the course provider
  return new Map(
    MEMBER_FIELDS.flatMap((name) => {
      const problem = problems.get(name)
      return problem !== undefined && memberField(name).clubsOwn === true ? [[name, problem]] : []
    }),
  )
}

/**
 * The form's name of a server's field: `guardians.0.guardian_email` for `guardians/0/guardian_email`, `phones` for
 * `phones/1`.
 */
export function formName(field: string): string {
  const [fieldName = '', ...subfields] = field.split('/')
  return fieldName === 'guardians' ? [fieldName, ...subfields].join('.') : fieldName
}
