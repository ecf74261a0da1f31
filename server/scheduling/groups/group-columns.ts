// SQL of a group's fields, made from their declaration (`groupFields`).
import { GROUP_FIELDS, groupField, type GroupFieldName } from '#domain/scheduling/group-fields.ts'
import { enteredTable } from '#server/platform/sql/entered-rows.ts'

/** SQL of the value of a field of the row `groups`, as a value of JSON. */
function jsonOf(name: GroupFieldName): string {
  switch (groupField(name).kind) {
    case 'weekdays':
    case 'levels':
      return `to_json(groups.${name})`
    case 'other-levels':
      return `to_json(CASE WHEN groups.${name} <> groups.levels THEN groups.${name} END)`
    case 'time':
      return `to_char(groups.${name}, 'HH24:MI')`
    case 'scheme':
      return `(SELECT schemes.slug FROM schemes
        WHERE schemes.client_id = groups.client_id AND schemes.id = groups.scheme_id)`
    default:
      return `groups.${name}`
  }
}

/** SQL of fields of the row `groups`, as arguments of `json_build_object`. */
export function groupFieldsJson(names: readonly GroupFieldName[] = GROUP_FIELDS): string {
  return names.map((name) => `'${name}', ${jsonOf(name)}`).join(', ')
}

/** The column of a field in the table `groups`. */
export const columnOf = (name: GroupFieldName) => (groupField(name).kind === 'scheme' ? 'scheme_id' : name)

/** SQL of the value of a field's column, of the row `entered` (`enteredGroups`). */
export function storedValue(name: GroupFieldName): string {
  switch (groupField(name).kind) {
    case 'scheme':
      return `(SELECT schemes.id FROM schemes WHERE schemes.client_id = $1 AND schemes.slug = entered.${name})`
    case 'other-levels':
      return `coalesce(entered.${name}, entered.levels)`
    default:
      return `entered.${name}`
  }
}

/** SQL of the table `entered` of all fields of groups, from the JSON array `$2`; `keys` are further columns. */
export function enteredGroups(keys: Readonly<Record<string, 'uuid'>>): string {
  const types = GROUP_FIELDS.map((name) => {
    const { kind } = groupField(name)
    switch (kind) {
      case 'number':
        return [name, 'int']
      case 'weekdays':
        return [name, 'int[]']
      case 'flag':
        return [name, 'boolean']
      case 'levels':
      case 'other-levels':
        return [name, 'text[]']
      case 'time':
      case 'date':
        return [name, kind]
      default:
        return [name, 'text']
    }
  })
  return enteredTable('$2', { ...keys, ...Object.fromEntries(types) })
}
