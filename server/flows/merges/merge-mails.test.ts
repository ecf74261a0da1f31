import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { MemberDetail } from '#contract/members/club-members.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { linkMember } from '#server/identity/users/link-member.ts'
import { enqueueMail } from '#server/platform/mail/queue.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { createWorld, Device, SKILLS, type Tenant, type World } from '#server/testing/world.ts'

const MINUTE = 60_000

let database: TestDatabase
let world: World
let one: Tenant
let kept = ''
let merged = ''
let tests = 0

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  one = world.tenants[0]
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

const call = async (options: InjectOptions) =>
  world.request({ host: one.host('club'), token: (await world.logIn(one, 'club')).token, ...options })

/** Two records of one child, of which the parent is linked with the one that is to be merged. */
beforeEach(async () => {
  world.clock.now += 60 * MINUTE
  await world.owner.query('DELETE FROM mails')
  await world.owner.query('UPDATE users SET award_mail = true')
  const enter = async (firstname: string) => {
    const payload = { firstname, lastname: 'Griffiths', dob: '2017-01-02' }
    const { uuid } = (await call({ method: 'POST', url: '/v1/members', payload })).json<MemberDetail>()
    return uuid
  }
  // each test has its own child
  const letter = 'abcd'[tests++]
  kept = await enter(`Samuel${letter}`)
  merged = await enter(`Sam${letter}`)
  await call({ method: 'POST', url: `/v1/groups/${one.group}/members`, payload: { member_uuids: [kept, merged] } })
  await inTenant(world.db, one.id, 'write', (tx) => linkMember(tx, null, one.parent, merged))
})

async function pass(member: string): Promise<void> {
  const device = new Device(world, one, (await world.logIn(one, 'coach')).token)
  await device.push(...SKILLS.map((skill) => device.mark(member, `/stage-1/${skill}`, 3, { ms: ++world.clock.now })))
}
const mergeRecords = async () => {
  const reply = await call({ method: 'POST', url: `/v1/members/${kept}/merge`, payload: { merged_uuid: merged } })
  expect(reply.statusCode, reply.body).toBeLessThan(300)
}
const mailsAfter = async (minutes: number) => {
  world.clock.now += minutes * MINUTE
  return (await world.mails(one)).map(({ subject }) => subject)
}

test('a mail about a level is sent although the record was merged into the child’s other one while it waited', async () => {
  await pass(merged)
  await mergeRecords()
  expect(await mailsAfter(16)).toEqual([expect.stringMatching(/^Samuel. /)])
})

test('a parent of both records gets one mail about a level that both have passed', async () => {
  await inTenant(world.db, one.id, 'write', (tx) => linkMember(tx, null, one.parent, kept))
  await pass(merged)
  await pass(kept)
  await mergeRecords()
  expect(await mailsAfter(16)).toHaveLength(1)
})

test('a level that a parent was told of before a merge is no news when it is taken back and passed again', async () => {
  await pass(merged)
  expect(await mailsAfter(16)).toHaveLength(1)
  // `world.mails` leaves a mail as dropped
  await world.owner.query(`UPDATE mails SET state = 'sent' WHERE kind = 'award'`)
  await mergeRecords()
  const device = new Device(world, one, (await world.logIn(one, 'coach')).token)
  await device.push(device.mark(kept, '/stage-1/float', -1, { ms: ++world.clock.now }))
  await pass(kept)
  expect(await mailsAfter(16)).toEqual([])
})

test('a mail about a child whom a parent is linked with is sent after a merge', async () => {
  const mail = { userId: one.parent, kind: 'linked' as const, data: { members: [merged] } }
  await inTenant(world.db, one.id, 'write', (tx) => enqueueMail(tx, new Date(world.clock.now), mail))
  await mergeRecords()
  expect(await mailsAfter(1)).toHaveLength(1)
})
