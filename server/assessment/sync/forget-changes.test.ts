import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { ChangesReply } from '#contract/assessment/sync.ts'
import { localDate } from '#domain/platform/club-time.ts'
import { eraseMember } from '#server/flows/erasure/erase.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { recordChanges } from '#server/tenants/changes/change-counters.ts'
import { createWorld, Device, type Tenant, type World } from '#server/testing/world.ts'
import { forgetOldChanges } from './forget-changes.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

let database: TestDatabase
let world: World
let one: Tenant
let token: string
let device: Device
/** When the deletion runs: 400 days after now. */
let laterMs: number

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  one = world.tenants[0]
  token = (await world.logIn(one, 'coach')).token
  device = new Device(world, one, token)
})
beforeEach(() => {
  laterMs = world.clock.now + 400 * DAY_MS
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

const forget = (nowMs: number) => inTenant(world.db, one.id, 'write', (tx) => forgetOldChanges(tx, nowMs))
const pull = async (cursor: string) =>
  (await world.request({ url: `/v1/sync/changes?club_id=${one.club}&cursor=${cursor}`, token })).json<ChangesReply>()
const countOf = async (sql: string, values: unknown[] = []) =>
  (await world.owner.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${sql}`, values)).rows[0]?.n

test('a tablet that was away for more than 400 days loads anew and so loses an erased child; others go on', async () => {
  const [sian] = one.members
  const { cursor: before } = await pull('')
  const { changed } = await inTenant(world.db, one.id, 'write', async (tx) => {
    const erased = await eraseMember(tx, null, sian)
    await recordChanges(tx, erased.changed)
    return erased
  })
  expect(changed).toEqual([{ clubId: one.club, kind: 'erasure', key: sian }])
  const { cursor: after } = await pull(before)
  await world.owner.query(`UPDATE audit_log SET at = $1 WHERE entity_id = $2 AND action = 'erase'`, [
    new Date(world.clock.now),
    sian,
  ])
  const erasures = `changes WHERE client_id = 'one' AND kind = 'erasure'`

  await forget(laterMs - MINUTE_MS)
  expect(await countOf(erasures)).toBe(1)
  expect(await pull(before)).toMatchObject({ reload: false, changes: [{ kind: 'erasure', key: sian }] })

  await forget(laterMs + MINUTE_MS)
  expect(await countOf(erasures)).toBe(0)
  expect(await pull(before)).toMatchObject({ reload: true, cursor: '' })
  expect(await pull(after)).toMatchObject({ reload: false, changes: [] })
  // a full load, which begins below the deleted changes, is not sent back to its beginning
  const full = await pull('')
  expect(full.reload).toBe(false)
  expect(full.changes.filter(({ key }) => key.includes(sian))).toEqual([])
  expect(await pull(full.cursor)).toMatchObject({ reload: false })
})

test('answers to operations go after 400 days, but a mark is answered for ever', async () => {
  const [, beca] = one.members
  const mark = device.mark(beca, '/stage-1/float', 2)
  const rejected = device.mark(beca, '/stage-1/unknown', 2)
  const send = async () => (await device.push(mark, rejected)).outcomes.map(({ outcome, code }) => code ?? outcome)
  expect(await send()).toEqual(['applied', 'UNKNOWN_NODE'])
  await world.owner.query('UPDATE sync_ops SET received_at = $1', [new Date(world.clock.now)])

  await forget(laterMs - MINUTE_MS)
  expect(await countOf('sync_ops WHERE op_id = $1', [rejected.opId])).toBe(1)
  await forget(laterMs + MINUTE_MS)
  expect(await countOf('sync_ops WHERE op_id = ANY($1)', [[mark.opId, rejected.opId]])).toBe(0)

  expect(await send()).toEqual(['applied', 'UNKNOWN_NODE'])
  expect(await countOf('assessments WHERE op_id = $1', [mark.opId])).toBe(1)
})

test('changes of attendance go a week after tablets receive it no more; the attendance stays, and all other changes', async () => {
  const [, beca] = one.members
  const today = localDate(world.clock.now, 'UTC')
  await device.push(
    device.registerEntry({ kind: 'attendance', groupId: one.group, memberUuid: beca, date: today }, 'present'),
    device.registerEntry({ kind: 'badge', memberUuid: beca, schemeSlug: 'swim', schemeNodeId: '/stage-1' }, true),
  )
  const others = `changes WHERE client_id = 'one' AND key NOT LIKE '%/attendance/%'`
  const attendance = `changes WHERE client_id = 'one' AND key LIKE '%/attendance/%'`
  const othersBefore = await countOf(others)

  await forget(world.clock.now + 35 * DAY_MS)
  expect(await countOf(attendance)).toBe(1)
  await forget(world.clock.now + 36 * DAY_MS)
  expect(await countOf(attendance)).toBe(0)
  expect(await countOf(others)).toBe(othersBefore)
  expect(await countOf(`registers WHERE kind = 'attendance' AND date = $1`, [today])).toBe(1)
})
