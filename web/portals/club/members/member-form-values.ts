import type { ClubMemberPatch, MemberDetail, NewClubMember } from '#contract/members/club-members.ts'
import type { Category } from '#contract/members/club-members.ts'
import { uniqueAbilityGroups, parseAbilityGroups } from '#domain/members/ability-groups.ts'
import { memberProblems, type MemberEntry } from '#domain/members/member-entry.ts'
import { MAX_PHONES, MAX_TAGS } from '#domain/identity/person.ts'
import { differences } from '#web/desk/form/differences.ts'

/** The values of the form's fields: texts as they are typed. */
export interface MemberValues {
  firstname: string
  lastname: string
  dob: string
  ngo_id: string
  member_type: string
  category: string
  tags: string
  medical: string
  phones: string
  note: string
  guardians: { guardian_firstname: string; guardian_lastname: string; guardian_email: string }[]
}

export function valuesOf(detail: MemberDetail | null): MemberValues {
  return {
    firstname: detail?.firstname ?? '',
    lastname: detail?.lastname ?? '',
    dob: detail?.dob ?? '',
    ngo_id: detail?.ngo_id ?? '',
    member_type: detail?.member_type ?? '',
    category: detail?.category ?? '',
    tags: (detail?.tags ?? []).join(', '),
    medical: detail?.medical ?? '',
    phones: (detail?.phones ?? []).join(', '),
    note: detail?.note ?? '',
    guardians: (detail?.guardians ?? []).map((guardian) => ({
      ...guardian,
      guardian_email: guardian.guardian_email ?? '',
    })),
  }
}

/** The form's fields as the server takes them. Tags that `detail` has already are not split at a comma within them. */
function fieldsToSave(values: MemberValues, detail: MemberDetail | null) {
  const text = (value: string) => (value.trim() === '' ? null : value.trim())
  return {
    firstname: values.firstname.trim(),
    lastname: values.lastname.trim(),
    dob: values.dob,
    ngo_id: text(values.ngo_id),
    member_type: text(values.member_type),
    category: text(values.category) as Category | null,
    tags: uniqueAbilityGroups(parseAbilityGroups(values.tags, detail?.tags ?? [])),
    medical: text(values.medical),
    phones: [...new Set(values.phones.split(',').map((phone) => phone.trim()))].filter((phone) => phone !== ''),
    note: text(values.note),
    guardians: values.guardians.map((guardian) => ({
      guardian_firstname: guardian.guardian_firstname.trim(),
      guardian_lastname: guardian.guardian_lastname.trim(),
      guardian_email: text(guardian.guardian_email),
    })),
  } satisfies MemberEntry & NewClubMember
}

/** The body with which a new member is created. */
export function newMember(values: MemberValues): NewClubMember {
  return fieldsToSave(values, /* detail */ null)
}

/** The fields that differ from the member from which the form was filled. */
export function patchOf(values: MemberValues, detail: MemberDetail): ClubMemberPatch {
  return differences<NewClubMember>(fieldsToSave(values, detail), fieldsToSave(valuesOf(detail), detail))
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
  const entry = fieldsToSave(values, detail)
  if (entry.phones.length > MAX_PHONES) problems.set('phones', 'too-many')
  if (entry.tags.length > MAX_TAGS) problems.set('tags', 'too-many')
  for (const { field, problem } of memberProblems(entry, today, detail?.tags)) {
    const name = formName(field)
    if (!problems.has(name)) problems.set(name, problem)
  }
  // the other checked fields belong to the course provider
  return ownsRecords ? problems : new Map([...problems].filter(([name]) => name === 'tags'))
}

/**
 * The form's name of a server's field: `guardians.0.guardian_email` for `guardians/0/guardian_email`, `phones` for
 * `phones/1`.
 */
export function formName(field: string): string {
  const [fieldName = '', ...subfields] = field.split('/')
  return fieldName === 'guardians' ? [fieldName, ...subfields].join('.') : fieldName
}
