import type { ClubSettings, NewClubBody } from '#contract/tenants/clubs.ts'

/** The values of a club's form. The form of the club's own administrators shows some of them. */
export interface ClubValues {
  name: string
  ngo_id: string
  org_portal: boolean
  time_zone: string
  /** The member types, one on each line. */
  member_types: string
  language_ids: string[]
  parent_portal: boolean
}

/** The limits of the server. */
const MAX_TYPE_LENGTH = 50
const MAX_TYPES = 20

/** The form's values for the stored settings of a club. */
export function valuesOf({ language_ids, ...club }: ClubSettings): ClubValues {
  return {
    name: club.name,
    ngo_id: club.ngo_id ?? '',
    org_portal: club.org_portal === 1,
    time_zone: club.time_zone,
    member_types: club.member_types.join('\n'),
    language_ids: language_ids.map(String),
    parent_portal: club.parent_portal === 1,
  }
}

function memberTypesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** The body of the request that saves the form's values. */
export function bodyOf({ language_ids, ...values }: ClubValues): NewClubBody {
  return {
    name: values.name.trim(),
    ngo_id: values.ngo_id.trim() || null,
    org_portal: values.org_portal ? 1 : 0,
    time_zone: values.time_zone,
    member_types: memberTypesOf(values.member_types),
    language_ids: language_ids.map(Number).sort((a, b) => a - b),
    parent_portal: values.parent_portal ? 1 : 0,
  }
}

/** The problem of each invalid field. */
export function problemsOf({ name, member_types, language_ids }: ClubValues): ReadonlyMap<string, string> {
  const types = memberTypesOf(member_types)
  const problems = new Map<string, string>()
  if (name.trim() === '') problems.set('name', 'required')
  if (types.some((type) => [...type].length > MAX_TYPE_LENGTH)) problems.set('member_types', 'tooLong')
  else if (types.length > MAX_TYPES) problems.set('member_types', 'tooMany')
  else if (new Set(types.map((type) => type.toLowerCase())).size < types.length) problems.set('member_types', 'twice')
  if (language_ids.length === 0) problems.set('language_ids', 'language')
  return problems
}
