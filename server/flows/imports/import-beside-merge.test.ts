import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { MemberProgress } from '#contract/assessment/member-record.ts'
import type { MemberImport } from '#contract/flows/member-imports.ts'
import type { GroupDetail } from '#contract/scheduling/groups.ts'
import { Curricula } from '#server/curriculum/schemes/curriculum.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { enterTwoRecords, type TwoRecords } from '#server/testing/two-records.ts'
import { untilWaiting } from '#server/testing/until-waiting.ts'
import { createWorld, type Tenant, type World } from '#server/testing/world.ts'
import { runImport } from './import-members.ts'

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

/** Takes a file of members in, as far as its import waits to be run; returns its id. */
async function startImport(call: TwoRecords['call'], payload: string, expected: Partial<MemberImport>) {
  const headers = { 'content-type': 'text/csv' }
  const draft = (await call({ method: 'POST', url: '/v1/member-imports', headers, payload })).json<MemberImport>()
  expect(draft).toMatchObject({ ...expected, bad: 0 })
  await call({ method: 'POST', url: `/v1/member-imports/${draft.id}/start` })
  return draft.id
}

/** Runs an import beside `other`, which begins when the rows are checked and nothing is entered yet. */
async function runBeside(id: string, other: () => Promise<unknown>): Promise<void> {
  let running: Promise<unknown> | undefined
  await inTenant(world.db, one.id, 'write', (tx) =>
    runImport(
      tx,
      new Curricula(),
      { clientId: one.id, id, nowMs: world.clock.now },
      {
        report: async () => {
          running ??= other()
          // it ends now, or waits for the import
          await Promise.race([running, untilWaiting(world, 1)])
        },
      },
    ),
  )
  await running
}

test('a level that a file brings is the child’s when the record is merged while the import runs', async () => {
  const { kept, lastname, call, mergeRecords } = await enterTwoRecords(world, one, { inGroup: false })
  const payload = `First name,Last name,Date of birth,Level,Passed on\nSam,${lastname},2017-01-02,stage-1,2024-05-06`
  await runBeside(await startImport(call, payload, { levels_only: 1 }), mergeRecords)
  const { awards } = (await call({ url: `/v1/members/${kept}/progress` })).json<MemberProgress>()
  expect(awards.map(({ node_id }) => node_id)).toEqual(['/stage-1'])
})

test('an import and the undo of a merge that change one group and one child wait for each other', async () => {
  const { kept, merged, lastname, call, mergeRecords, undoMerge } = await enterTwoRecords(world, one)
  await mergeRecords()
  const group = (await call({ url: `/v1/groups/${one.group}` })).json<GroupDetail>().name
  const payload = `First name,Last name,Date of birth,Level,Passed on,Groups
Samuel,${lastname},2017-01-02,stage-1,2024-05-06,
Nia,${lastname},2018-01-02,,,${group}`
  await runBeside(await startImport(call, payload, { levels_only: 1, ready: 1 }), undoMerge)
  const { members } = (await call({ url: `/v1/groups/${one.group}` })).json<GroupDetail>()
  const isOfTest = (member: { uuid: string; firstname: string; lastname: string }) => member.lastname === lastname
  expect(
    members
      .filter(isOfTest)
      .map(({ firstname }) => firstname)
      .toSorted(),
  ).toEqual(['Nia', 'Sam', 'Samuel'])
  expect([kept, merged].every((id) => members.some(({ uuid }) => uuid === id))).toBe(true)
  const { awards } = (await call({ url: `/v1/members/${kept}/progress` })).json<MemberProgress>()
  expect(awards.map(({ node_id }) => node_id)).toEqual(['/stage-1'])
})

test('an import whose child is merged before it is locked locks groups before children', async () => {
  const { lastname, call, mergeRecords, undoMerge } = await enterTwoRecords(world, one)
  const { name } = (await call({ url: `/v1/groups/${one.group}` })).json<GroupDetail>()
  const other = { name: `Otters ${lastname}`, weekdays: [1], first_date: '2024-01-01' }
  const { id: otters } = (await call({ method: 'POST', url: '/v1/groups', payload: other })).json<{ id: string }>()
  // the children are in the group already, so the import has no need of it
  const payload = `First name,Last name,Date of birth,Level,Passed on,Groups
Samuel,${lastname},2017-01-02,stage-1,2024-05-06,
Sam,${lastname},2017-01-02,stage-1,2024-05-06,${name}
Nia,${lastname},2018-01-02,,,${other.name}`
  const id = await startImport(call, payload, { levels_only: 2, ready: 1 })
  // the rows are checked, and the import waits for the other group, while the child is merged into another record
  await world.owner.query('BEGIN')
  await world.owner.query('SELECT FROM groups WHERE client_id = $1 AND id = $2 FOR UPDATE', [one.id, otters])
  const importing = runBeside(id, undoMerge)
  await untilWaiting(world, 1)
  await mergeRecords()
  await world.owner.query('COMMIT')
  await importing
  const { members } = (await call({ url: `/v1/groups/${one.group}` })).json<GroupDetail>()
  const ofTest = members.flatMap((member) => (member.lastname === lastname ? [member.firstname] : []))
  expect(ofTest.toSorted()).toEqual(['Sam', 'Sam', 'Samuel'])
})
