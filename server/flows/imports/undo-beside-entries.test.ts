import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { Undone } from '#contract/flows/change-sets.ts'
import type { MemberImport } from '#contract/flows/member-imports.ts'
import { createJobWorker } from '#server/testing/job-worker.ts'
import { untilWaiting } from '#server/testing/until-waiting.ts'
import { createWorld, type Tenant, type World } from '#server/testing/world.ts'

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

test('the undo of an import and an entry of one of its members into another of its groups wait for each other', async () => {
  const { token } = await world.logIn(one, 'club')
  const call = (options: InjectOptions) => world.request({ host: one.host('club'), token, ...options })
  const payload = `First name,Last name,Date of birth,Groups
Nia,Prosser,2018-01-02,Otters
Tom,Prosser,2018-03-04,Seals`
  const headers = { 'content-type': 'text/csv' }
  const { id } = (await call({ method: 'POST', url: '/v1/member-imports', headers, payload })).json<MemberImport>()
  const choices = { groups: { otters: '+', seals: '+' } }
  await call({ method: 'PATCH', url: `/v1/member-imports/${id}`, payload: { choices } })
  await call({ method: 'POST', url: `/v1/member-imports/${id}/start` })
  const worker = createJobWorker(world, (error) => {
    throw error
  })
  await worker.runDue(one.id)
  await worker.close()
  const { rows } = await world.owner.query<{ group: string; member: string }>(
    `SELECT groups.id AS group, members.id AS member FROM groups, members
     WHERE groups.client_id = $1 AND groups.name = 'Seals' AND members.client_id = $1 AND members.firstname = 'Nia'
       AND members.lastname = 'Prosser'`,
    [one.id],
  )
  const [{ group, member } = { group: '', member: '' }] = rows
  // the undo has locked the members, and waits for a place that it takes back
  await world.owner.query('BEGIN')
  await world.owner.query('SELECT FROM group_members WHERE client_id = $1 AND group_id = $2 FOR UPDATE', [
    one.id,
    group,
  ])
  const undoing = call({ method: 'POST', url: `/v1/change-sets/${id}/undo` })
  await untilWaiting(world, 1)
  const entering = call({ method: 'POST', url: `/v1/groups/${group}/members`, payload: { member_uuids: [member] } })
  await untilWaiting(world, 2)
  await world.owner.query('COMMIT')
  const [undone, entered] = await Promise.all([undoing, entering])
  expect(undone.statusCode, undone.body).toBe(200)
  expect(undone.json<Undone>().kept).toEqual([])
  // the undo has ended the group by then
  expect(entered.json(), entered.body).toMatchObject({ error: 'GROUP_ENDED' })
})
