import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Portal } from '#contract/platform/fields.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { createClub } from '#server/tenants/clubs/commands.ts'
import { createGroup } from '#server/scheduling/groups/commands.ts'
import { createMembers } from '#server/members/commands.ts'
import { createScheme } from '#server/curriculum/schemes/commands.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { createUser } from '#server/identity/users/commands.ts'
import { createWorld, type Tenant, type World } from '#server/testing/world.ts'

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
type Operation = { security?: unknown; requestBody?: { content: Record<string, { schema: Schema }> } }

/** An id of each kind, to be put into paths and bodies; a scheme has its slug. */
interface Ids {
  user: string
  member: string
  group: string
  scheme: string
}

let database: TestDatabase
let world: World
let one: Tenant
let two: Tenant
let paths: Record<string, Record<string, Operation>>
let foreign: Record<'another client’s' | 'another club’s', Ids>

/** Ids of things that do not exist. */
const unknownIds = (): Ids => ({
  user: crypto.randomUUID(),
  member: crypto.randomUUID(),
  group: crypto.randomUUID(),
  scheme: 'never-was',
})

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one, two] = world.tenants
  const club = crypto.randomUUID()
  // The ids of a user, a member and a group at a second club of client one.
  const idsAtQuay = unknownIds()
  await inTenant(world.db, 'one', 'write', async (tx) => {
    await createClub(tx, 'one', null, {
      id: club,
      name: 'Quay',
      ngoId: null,
      timeZone: 'Europe/London',
      memberTypes: [],
    })
    await createUser(tx, 'one', null, {
      id: idsAtQuay.user,
      type: 'coach',
      email: 'quay@one.example',
      username: null,
      firstname: 'Gethin',
      lastname: 'Roberts',
      passwordHash: null,
      clubIds: [club],
    })
    await createMembers(tx, 'one', null, [
      {
        id: idsAtQuay.member,
        clubId: club,
        ngoId: 'Q-1',
        firstname: 'Lena',
        lastname: 'Novák',
        dob: '2016-01-02',
        memberType: null,
        note: null,
        medical: 'Peanuts',
        guardian: null,
      },
    ])
    await createGroup(tx, 'one', null, {
      id: idsAtQuay.group,
      clubId: club,
      name: 'Otters',
      schemeSlug: 'swim',
      levels: ['/stage-1'],
      startAt: '10:00',
      durationMinutes: 30,
      weekdays: [1],
      firstDate: '2020-01-01',
      lastDate: null,
      place: null,
      maxSize: 8,
      isSlot: false,
      coachIds: [idsAtQuay.user],
      memberIds: [idsAtQuay.member],
    })
  })
  await inTenant(world.db, 'two', 'write', (tx) =>
    createScheme(tx, 'two', null, {
      id: crypto.randomUUID(),
      slug: 'only-two',
      name: { en: 'Only two' },
      languages: ['en-GB'],
      grades: [{ grade: 3, pass: 3 }],
      sections: [],
      videos: [],
      nodes: [],
    }),
  )
  foreign = {
    'another client’s': { user: two.coach, member: two.members[0], group: two.group, scheme: 'only-two' },
    'another club’s': idsAtQuay,
  }
  paths = (await world.request({ url: '/v1/openapi.json' })).json<{ paths: typeof paths }>().paths
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

/** The smallest body that a schema allows, with these ids in it. */
function smallestBody(schema: Schema, ids: Ids, name = ''): unknown {
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
function withIds(path: string, ids: Ids): string {
  return path.replaceAll(/\{([\w*]+)\}/g, (_, name: string) => {
    if (name === '*') return 'stage-1/float'
    if (name === 'slug') return ids.scheme
    if (name === 'id') return ids.group
    if (name === 'date') return '2026-11-23'
    if (name === 'userUuid' || path === '/v1/users/{uuid}') return ids.user
    return ids.member
  })
}

test.each(['parent', 'coach', 'club', 'scheme'] as const)(
  'at the %s portal every route answers a foreign id as it answers an unknown id',
  async (portal: Portal) => {
    const { token } = await world.logIn(one, portal)
    const different: string[] = []
    const succeeded: string[] = []
    let requests = 0
    let notFound = 0
    for (const [path, operations] of Object.entries(paths))
      for (const [method, { security, requestBody }] of Object.entries(operations)) {
        const schema = requestBody?.content['application/json']?.schema
        // The number of ids in the path. The wildcard is the id of a node, which is no secret of a client.
        const pathIds = path.replace('/{*}', '').split('{').length - 1
        // Random ids make two bodies differ when the body holds an id at all.
        const bodyHoldsId =
          schema !== undefined &&
          JSON.stringify(smallestBody(schema, unknownIds())) !== JSON.stringify(smallestBody(schema, unknownIds()))
        if (!security || (pathIds === 0 && !bodyHoldsId)) continue
        /** Sends the request with these ids. The first part of the path may have the user's own ids instead. */
        const answerTo = async (ids: Ids, idsOfFirstPart: Ids = ids) => {
          const [firstPart = '', ...furtherParts] = path.split(/(?<=\})/)
          const url = withIds(firstPart, idsOfFirstPart) + furtherParts.map((part) => withIds(part, ids)).join('')
          const reply = await world.request({
            method: method.toUpperCase() as 'GET',
            url,
            host: one.host(portal),
            token,
            ...(schema ? { payload: smallestBody(schema, ids) as object } : {}),
          })
          return { status: reply.statusCode, text: `${reply.statusCode} ${reply.body}` }
        }
        const ownIds: Ids = { user: one.parent, member: one.members[0], group: one.group, scheme: 'swim' }
        // Once with foreign ids only; where the request holds several, also with an own id first.
        for (const idsOfFirstPart of pathIds + Number(bodyHoldsId) > 1 ? [undefined, ownIds] : [undefined]) {
          const answerToUnknown = await answerTo(unknownIds(), idsOfFirstPart)
          for (const [whose, ids] of Object.entries(foreign)) {
            // A client's schemes belong to all of its clubs, so none is another club's.
            if (whose === 'another club’s' && path.includes('{slug}')) continue
            // For authors, the people of every club are their own.
            if (whose === 'another club’s' && portal === 'scheme' && /^\/v1\/(users|client-members)\//.test(path))
              continue
            const answer = await answerTo(ids, idsOfFirstPart)
            requests++
            const name = `${method} ${path} with ${whose}${idsOfFirstPart ? ' below an own one' : ''}`
            if (answer.text !== answerToUnknown.text)
              different.push(`${name}: ${answer.text} but ${answerToUnknown.text}`)
            // Below an own id a success is allowed when the unknown id gets the same one.
            if (answer.status < 300 && !idsOfFirstPart) succeeded.push(`${name}: ${answer.text}`)
            if (answer.status === 404) notFound++
          }
        }
      }
    expect(different).toEqual([])
    expect(succeeded).toEqual([])
    // Far below the real numbers: this only fails when the loop skips almost everything.
    expect(requests).toBeGreaterThan(40)
    expect(notFound).toBeGreaterThan(5)
  },
)
