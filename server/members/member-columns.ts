// SQL of a member's fields and guardians, made from their declaration (`memberFields`).
import { GUARDIAN_FIELDS, guardianField } from '#domain/members/guardian-fields.ts'
import { MEMBER_FIELDS, memberField, type MemberFieldName } from '#domain/members/member-fields.ts'
import { enteredTable } from '#server/platform/sql/entered-rows.ts'

/** The fields of a table, in the order of their declaration. */
export function fieldsOfTable(
  table: 'members' | 'club_members',
  names: readonly MemberFieldName[] = MEMBER_FIELDS,
): MemberFieldName[] {
  return names.filter((name) => memberField(name).table === table)
}

/** SQL of the guardians of the row `members`, in their order, as JSON. */
const guardiansJson = `coalesce((SELECT json_agg(json_build_object(${GUARDIAN_FIELDS.map(
  (name) => `'${name}', guardians.${guardianField(name).column}`,
).join(', ')}) ORDER BY guardians.position)
  FROM guardians WHERE guardians.client_id = members.client_id AND guardians.member_id = members.id), '[]')`

/** SQL of fields and guardians of the rows `members` and `club_members`, as arguments of `json_build_object`. */
export function fieldsJson(names: readonly MemberFieldName[] = MEMBER_FIELDS): string {
  const valueOf = (name: MemberFieldName) => {
    const { table, kind } = memberField(name)
    return kind === 'list' ? `to_json(${table}.${name})` : `${table}.${name}`
  }
  return [...names.map((name) => `'${name}', ${valueOf(name)}`), `'guardians', ${guardiansJson}`].join(', ')
}

/** SQL of a JSON array of members, of which a statement inserts or updates rows. */
interface EnteredMembers {
  /** The table `entered`, with a column for each key and each field; for FROM. */
  table: string
  /** The names of its columns; for INSERT and SELECT. */
  columns: string
}

/**
 * SQL that reads the fields `names` of members from the JSON array `param`; `keys` are further columns with their types,
 * such as the member's id.
 */
export function enteredMembers(
  param: string,
  keys: Readonly<Record<string, 'uuid' | 'text'>>,
  names: readonly MemberFieldName[],
): EnteredMembers {
  const typeOf = (name: MemberFieldName) => {
    const { kind } = memberField(name)
    if (kind === 'list') return 'text[]'
    return kind === 'birthday' ? 'date' : 'text'
  }
  const columns = { ...keys, ...Object.fromEntries(names.map((name) => [name, typeOf(name)])) }
  return { table: enteredTable(param, columns), columns: Object.keys(columns).join(', ') }
}
