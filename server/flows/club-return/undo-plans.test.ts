import { strToU8, zipSync } from 'fflate'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { ChangesReply } from '#contract/assessment/sync.ts'
import type { ChangeSet, Undone } from '#contract/flows/change-sets.ts'
import type { ClubReturn } from '#contract/flows/club-return.ts'
import { untilWaiting } from '#server/testing/until-waiting.ts'
import { createWorld, Device, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant
/** A colleague of the coach, without groups. */
let gwen = ''

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one] = world.tenants
  const planning = { ENABLE_SESSION_PLANNING: true, CAN_ADD_SESSION_PLAN_GROUP: true }
  await world.owner.query('UPDATE clients SET features = features || $2 WHERE client_id = $1', [one.id, planning])
  const payload = { type: 'coach', firstname: 'Gwen', lastname: 'Rees', email: 'gwen@one.test' }
  gwen = (await call({ method: 'POST', url: '/v1/users', payload })).json<{ uuid: string }>().uuid
  await world.owner.query(
    `UPDATE users SET verified = true, password_hash = (SELECT password_hash FROM users WHERE client_id = $1 AND id = $2)
     WHERE client_id = $1 AND id = $3`,
    [one.id, one.admin, gwen],
  )
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

async function call(options: InjectOptions) {
  const { token } = await world.logIn(one, 'club')
  const reply = await world.request({ host: one.host('club'), token, ...options })
  expect(reply.statusCode, reply.body).toBeLessThan(300)
  return reply
}

async function takeBack(files: Record<string, string>): Promise<ClubReturn> {
  // each archive has its own second, because what can be undone is in the order of the times
  world.clock.now += 1000
  const zipped = zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))
  const headers = { 'content-type': 'application/zip' }
  return (
    await call({ method: 'POST', url: '/v1/club-return', headers, payload: Buffer.from(zipped) })
  ).json<ClubReturn>()
}

async function undoNewest(): Promise<Undone> {
  const [archive] = (await call({ url: '/v1/change-sets' })).json<ChangeSet[]>()
  return (await call({ method: 'POST', url: `/v1/change-sets/${archive?.id}/undo` })).json<Undone>()
}

/** The titles of the plans that a coach's tablet gets since its last call; null for each that it deletes. */
async function tablet(email: string) {
  const { token } = await world.logIn(one, 'coach', email)
  let cursor = ''
  return async () => {
    const titles: (string | null)[] = []
    for (let more = true; more;) {
      const url = `/v1/sync/changes?cursor=${encodeURIComponent(cursor)}`
      const reply = (await world.request({ url, token })).json<ChangesReply>()
      ;({ cursor, more } = reply)
      for (const change of reply.changes) if (change.kind === 'plan') titles.push(change.data?.content.title ?? null)
    }
    return titles
  }
}

const ENTERED = '2026-01-09T17:00:00Z'
const COLUMNS = 'plan,coach,type,email,username'

/** The files of an archive with a plan of the coach, whom it gives a reader and a group. */
const archiveOf = (plan: string, title: string) => ({
  'groups.csv': 'group_number,name,weekdays,first_date\n1,Dolphins,mon,2020-01-01',
  'lesson-plans.csv': `${COLUMNS},title,scheme,sections,reminder,copy_of,entered_at
${plan},Anna Pritchard,coach,coach@one.example,,${title},swim,[],,,${ENTERED}`,
  'lesson-plan-shares.csv': `${COLUMNS},entered_at\n${plan},Gwen Rees,coach,gwen@one.test,,${ENTERED}`,
  'lesson-plan-groups.csv': `${COLUMNS},group_number,group,entered_at
${plan},Anna Pritchard,coach,coach@one.example,,1,Dolphins,${ENTERED}`,
})

test('a plan that an archive brings comes to the tablets of its author and its reader', async () => {
  const [author, reader] = [await tablet('coach@one.example'), await tablet('gwen@one.test')]
  await author()
  await reader()
  const { 'lesson-plan-groups.csv': _group, ...files } = archiveOf(crypto.randomUUID(), 'Brought')
  expect((await takeBack(files)).left).toEqual([])
  expect([await author(), await reader()]).toEqual([['Brought'], ['Brought']])
  expect((await undoNewest()).kept).toEqual([])
  expect([await author(), await reader()]).toEqual([[null], [null]])
})

test('the undo of an archive ends the reader and the group that it gave to a plan of the club, and only these', async () => {
  const plan = crypto.randomUUID()
  const files = archiveOf(plan, 'Here')
  // the archive brings the plan alone, so that the club has it
  const { 'lesson-plan-groups.csv': _group, 'lesson-plan-shares.csv': _share, ...alone } = files
  await takeBack(alone)
  const reader = await tablet('gwen@one.test')
  await reader()
  const links = async () => {
    const { rows } = await world.owner.query<{ shared: number; attached: number }>(
      `SELECT (SELECT count(*)::int FROM lesson_plan_shares WHERE plan_id = $1 AND shared) AS shared,
         (SELECT count(*)::int FROM lesson_plan_groups WHERE plan_id = $1 AND attached) AS attached`,
      [plan],
    )
    return rows[0]
  }
  // what an undo has ended comes again
  for (const _time of ['first', 'again']) {
    expect((await takeBack(files)).left).toEqual([])
    expect(await reader()).toEqual(['Here'])
    expect(await links()).toEqual({ shared: 1, attached: 1 })
    expect((await undoNewest()).kept).toEqual([])
    expect(await reader()).toEqual([null])
    expect(await links()).toEqual({ shared: 0, attached: 0 })
  }
  await takeBack(files)
  // the coach ends the share and gives it again, and takes the plan off the group
  const device = new Device(world, one, (await world.logIn(one, 'coach')).token)
  const share = (value: boolean) => device.plan({ kind: 'plan_share', planUuid: plan, userUuid: gwen, value })
  const off = device.plan({ kind: 'plan_group', planUuid: plan, groupId: one.group, value: false })
  const { outcomes } = await device.push(share(false), share(true), off)
  expect(new Set(outcomes.map(({ outcome }) => outcome))).not.toContain('rejected')
  await undoNewest()
  expect(await links()).toEqual({ shared: 1, attached: 0 })
  // and an archive does not put it on the group again
  await takeBack(files)
  expect(await links()).toEqual({ shared: 1, attached: 0 })
})

test('a plan that its coach shares while an archive is undone stays', async () => {
  const plan = crypto.randomUUID()
  const { 'lesson-plan-groups.csv': _group, 'lesson-plan-shares.csv': _share, ...alone } = archiveOf(plan, 'Shared')
  await takeBack(alone)
  const device = new Device(world, one, (await world.logIn(one, 'coach')).token)
  // the share is written, and waits for its number
  await world.owner.query('BEGIN')
  await world.owner.query('SELECT FROM club_counters WHERE client_id = $1 FOR UPDATE', [one.id])
  const pushing = device.push(device.plan({ kind: 'plan_share', planUuid: plan, userUuid: gwen, value: true }))
  await untilWaiting(world, 1)
  const undoing = undoNewest()
  await untilWaiting(world, 2)
  await world.owner.query('COMMIT')
  expect(await pushing).toMatchObject({ outcomes: [{ outcome: 'applied' }] })
  // nothing else came with the archive, so there is nothing to undo
  await expect(undoing).rejects.toThrow('UNDO_STATE')
})
