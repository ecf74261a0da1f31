import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Portal } from '#contract/platform/fields.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { createClub } from '#server/tenants/clubs/commands.ts'
import { addGroup } from '#server/testing/add-group.ts'
import { createScheme } from '#server/curriculum/schemes/commands.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { createUser } from '#server/identity/users/commands.ts'
import { smallestBody, unknownIds, withIds, type Ids, type Operation } from '#server/testing/smallest-request.ts'
import { createWorld, type Tenant, type World } from '#server/testing/world.ts'
import { enterMembers } from '#server/testing/enter-members.ts'

let database: TestDatabase
let world: World
let one: Tenant
let two: Tenant
let paths: Record<string, Record<string, Operation>>
let foreign: Record<'another client’s' | 'another club’s', Ids>

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one, two] = world.tenants
  const club = crypto.randomUUID()
  // The ids of a user, a member and a group at a second club of client one.
  const idsAtQuay = unknownIds()
  await inTenant(world.db, 'one', 'write', async (tx) => {
    await createClub(tx, null, {
      id: club,
      name: 'Quay',
      ngoId: null,
      timeZone: 'Europe/London',
      memberTypes: [],
    })
    await createUser(tx, null, {
      id: idsAtQuay.user,
      type: 'coach',
      email: 'quay@one.example',
      username: null,
      firstname: 'Gethin',
      lastname: 'Roberts',
      passwordHash: null,
      clubIds: [club],
    })
    await enterMembers(tx, 'one', [
      {
        id: idsAtQuay.member,
        clubIds: [club],
        ngo_id: 'Q-1',
        firstname: 'Lena',
        lastname: 'Novák',
        dob: '2016-01-02',
        medical: 'Peanuts',
      },
    ])
    await addGroup(tx, {
      id: idsAtQuay.group,
      clubId: club,
      name: 'Otters',
      scheme_slug: 'swim',
      levels: ['/stage-1'],
      start_at: '10:00',
      weekdays: [1],
      first_date: '2020-01-01',
      max_size: 8,
      coaches: [{ uuid: idsAtQuay.user }],
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
