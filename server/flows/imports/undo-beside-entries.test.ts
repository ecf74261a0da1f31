import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { Undone } from '#contract/flows/change-sets.ts'
import type { MemberImport } from '#contract/flows/member-imports.ts'
import { createJobWorker } from '#server/testing/job-worker.ts'
import { untilWaiting } from '#server/testing/until-waiting.ts'
import { createWorld, Device, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one] = world.tenants
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

/** Imports Nia and Tom under a last name of their own, each into a group; what an administrator calls, and the ids. */
async function importTwo(lastname: string, groupOfTom = `Seals ${lastname}`) {
  const { token } = await world.logIn(one, 'club')
  const call = (options: InjectOptions) => world.request({ host: one.host('club'), token, ...options })
  const payload = `First name,Last name,Date of birth,Groups
Nia,${lastname},2018-01-02,Otters ${lastname}
Tom,${lastname},2018-03-04,${groupOfTom}`
  const headers = { 'content-type': 'text/csv' }
  const { id } = (await call({ method: 'POST', url: '/v1/member-imports', headers, payload })).json<MemberImport>()
  const choices = { groups: { [`otters ${lastname}`.toLowerCase()]: '+', [`seals ${lastname}`.toLowerCase()]: '+' } }
  await call({ method: 'PATCH', url: `/v1/member-imports/${id}`, payload: { choices } })
  await call({ method: 'POST', url: `/v1/member-imports/${id}/start` })
  const worker = createJobWorker(world, (error) => {
    throw error
  })
  await worker.runDue(one.id)
  await worker.close()
  const { rows } = await world.owner.query<{ member: string }>(
    'SELECT id AS member FROM members WHERE client_id = $1 AND lastname = $2 ORDER BY id',
    [one.id, lastname],
  )
  expect(rows).toHaveLength(2)
  const seals = await world.owner.query<{ id: string }>('SELECT id FROM groups WHERE client_id = $1 AND name = $2', [
    one.id,
    `Seals ${lastname}`,
  ])
  return {
    call,
    members: rows.map(({ member }) => member) as [string, string],
    seals: seals.rows[0]?.id ?? '',
    undo: () => call({ method: 'POST', url: `/v1/change-sets/${id}/undo` }),
  }
}

/** Locks rows until what is returned is called. */
async function holdRows(sql: string, values: unknown[]): Promise<() => Promise<unknown>> {
  await world.owner.query('BEGIN')
  await world.owner.query(sql, [one.id, ...values])
  return () => world.owner.query('COMMIT')
}

test('the undo of an import and an entry of one of its members into another of its groups wait for each other', async () => {
  const { call, seals, undo } = await importTwo('Prosser')
  const { rows } = await world.owner.query<{ id: string }>(
    `SELECT id FROM members WHERE client_id = $1 AND firstname = 'Nia' AND lastname = 'Prosser'`,
    [one.id],
  )
  // the undo has locked the members, and waits for a place that it takes back
  const release = await holdRows('SELECT FROM group_members WHERE client_id = $1 AND group_id = $2 FOR UPDATE', [seals])
  const undoing = undo()
  await untilWaiting(world, 1)
  const payload = { member_uuids: rows.map(({ id }) => id) }
  const entering = call({ method: 'POST', url: `/v1/groups/${seals}/members`, payload })
  await untilWaiting(world, 2)
  await release()
  const [undone, entered] = await Promise.all([undoing, entering])
  expect(undone.statusCode, undone.body).toBe(200)
  expect(undone.json<Undone>().kept).toEqual([])
  // the undo has ended the group by then
  expect(entered.json(), entered.body).toMatchObject({ error: 'GROUP_ENDED' })
})

test('the undo of an import and a change of several of its members wait for each other', async () => {
  const { call, members, seals, undo } = await importTwo('Morgan')
  const release = await holdRows('SELECT FROM group_members WHERE client_id = $1 AND group_id = $2 FOR UPDATE', [seals])
  const undoing = undo()
  await untilWaiting(world, 1)
  const payload = { action: 'tag', tag: 'Squad', on: 1, member_uuids: members }
  const tagging = call({ method: 'POST', url: '/v1/members/bulk', payload })
  await untilWaiting(world, 2)
  await release()
  const [undone, tagged] = await Promise.all([undoing, tagging])
  expect(undone.statusCode, undone.body).toBe(200)
  expect(undone.json<Undone>().kept).toEqual([])
  // the undo has removed them by then
  expect(tagged.json(), tagged.body).toMatchObject({ error: 'NOT_FOUND' })
})

test('the undo of an import and a push about its members in another order wait for each other', async () => {
  const { call, members, undo } = await importTwo('Vaughan')
  const payload = { member_uuids: members }
  await call({ method: 'POST', url: `/v1/groups/${one.group}/members`, payload })
  const device = new Device(world, one, (await world.logIn(one, 'coach')).token)
  const present = (memberUuid: string) =>
    device.registerEntry({ kind: 'attendance', memberUuid, date: world.today() }, 'present')
  // the undo has locked the first member, and waits for the second one, whom a push may name
  const release = await holdRows('SELECT FROM members WHERE client_id = $1 AND id = $2 FOR KEY SHARE', [members[1]])
  const undoing = undo()
  await untilWaiting(world, 1)
  const pushing = device.push(...members.toReversed().map(present))
  await untilWaiting(world, 2)
  await release()
  const [undone, { outcomes }] = await Promise.all([undoing, pushing])
  // their places in the other group keep them
  expect(undone.statusCode, undone.body).toBe(409)
  expect(outcomes).toMatchObject([{ outcome: 'applied' }, { outcome: 'applied' }])
})

test('a mark that comes while an import is undone is refused with the child whom the undo removes', async () => {
  const { undo } = await importTwo('Beynon', 'Dolphins')
  const { rows } = await world.owner.query<{ id: string }>(
    `SELECT id FROM members WHERE client_id = $1 AND firstname = 'Tom' AND lastname = 'Beynon'`,
    [one.id],
  )
  const tom = rows[0]?.id ?? ''
  const device = new Device(world, one, (await world.logIn(one, 'coach')).token)
  const release = await holdRows('SELECT FROM group_members WHERE client_id = $1 AND member_id = $2 FOR UPDATE', [tom])
  const undoing = undo()
  await untilWaiting(world, 1)
  const pushing = device.push(device.mark(tom, '/stage-1/float', 3))
  // it ends now, or waits for the undo
  await Promise.race([pushing, untilWaiting(world, 2)])
  await release()
  const [undone, { outcomes }] = await Promise.all([undoing, pushing])
  expect(undone.statusCode, undone.body).toBe(200)
  const marks = await world.owner.query('SELECT FROM assessments WHERE client_id = $1 AND member_id = $2', [
    one.id,
    tom,
  ])
  expect({ outcome: outcomes[0]?.outcome, marks: marks.rowCount }).toEqual({ outcome: 'rejected', marks: 0 })
})
