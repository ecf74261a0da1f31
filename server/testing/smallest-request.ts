/** What the helpers read of a JSON schema. */
interface Schema {
  type?: string
  const?: unknown
  anyOf?: Schema[]
  pattern?: string
  required?: string[]
  properties?: Record<string, Schema>
  items?: Schema
  minItems?: number
  minimum?: number
}
/** What the helpers read of an operation of the OpenAPI document. */
export type Operation = { security?: unknown; requestBody?: { content: Record<string, { schema: Schema }> } }

/** An id of each kind, to be put into paths and bodies; a scheme has its slug. */
export interface Ids {
  user: string
  member: string
  group: string
  scheme: string
}

/** Ids of things that do not exist. */
export const unknownIds = (): Ids => ({
  user: crypto.randomUUID(),
  member: crypto.randomUUID(),
  group: crypto.randomUUID(),
  scheme: 'never-was',
})

/** The smallest body that a schema allows, with these ids in it. */
export function smallestBody(schema: Schema, ids: Ids, name = ''): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.anyOf) return smallestBody(schema.anyOf[0] ?? {}, ids, name)
  if (schema.type === 'object') {
    const { properties = {}, required = [] } = schema
    return Object.fromEntries(required.map((key) => [key, smallestBody(properties[key] ?? {}, ids, key)]))
  }
  // A list of ids gets one id, also where the schema allows an empty list.
  if (schema.type === 'array')
    return schema.minItems === undefined && !/uuid/.test(name) ? [] : [smallestBody(schema.items ?? {}, ids, name)]
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1
  if (schema.type === 'boolean') return true
  if (schema.type === 'null') return null
  // A UUID. Fields such as `group_id` and `to` hold the id of a group, all others are given a member's.
  if (schema.pattern?.startsWith('^[0-9a-f]{8}')) return /group|to$/.test(name) ? ids.group : ids.member
  // A date.
  if (schema.pattern?.includes('\\d{4}-')) return '2016-01-02'
  return /email/.test(name) ? 'nia@one.example' : 'Nia'
}

/** A path with these ids in the place of its parameters. */
export function withIds(path: string, ids: Ids): string {
  return path.replaceAll(/\{([\w*]+)\}/g, (_, name: string) => {
    if (name === '*') return 'stage-1/float'
    if (name === 'slug') return ids.scheme
    if (name === 'id') return ids.group
    if (name === 'date') return '2026-11-23'
    if (name === 'userUuid' || path === '/v1/users/{uuid}') return ids.user
    return ids.member
  })
}
