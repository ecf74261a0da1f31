import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { MemberProgress } from '#contract/assessment/member-record.ts'
import type { MemberImport } from '#contract/flows/member-imports.ts'
import { Curricula } from '#server/curriculum/schemes/curriculum.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { enterTwoRecords } from '#server/testing/two-records.ts'
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

test('a level that a file brings is the child’s when the record is merged while the import runs', async () => {
  const { kept, lastname, call, mergeRecords } = await enterTwoRecords(world, one, { inGroup: false })
  const payload = `First name,Last name,Date of birth,Level,Passed on\nSam,${lastname},2017-01-02,stage-1,2024-05-06`
  const headers = { 'content-type': 'text/csv' }
  const draft = (await call({ method: 'POST', url: '/v1/member-imports', headers, payload })).json<MemberImport>()
  expect(draft).toMatchObject({ levels_only: 1, bad: 0 })
  await call({ method: 'POST', url: `/v1/member-imports/${draft.id}/start` })
  let merging: Promise<unknown> | undefined
  await inTenant(world.db, one.id, 'write', (tx) =>
    runImport(
      tx,
      new Curricula(),
      { clientId: one.id, id: draft.id, nowMs: world.clock.now },
      {
        // the rows are checked by now, and nothing is entered yet
        report: async () => {
          merging ??= mergeRecords()
          // it ends now, or waits for the import
          await Promise.race([merging, untilWaiting(world, 1)])
        },
      },
    ),
  )
  await merging
  const { awards } = (await call({ url: `/v1/members/${kept}/progress` })).json<MemberProgress>()
  expect(awards.map(({ node_id }) => node_id)).toEqual(['/stage-1'])
})
