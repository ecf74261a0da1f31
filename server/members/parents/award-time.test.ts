import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Member } from '#contract/assessment/linked-member.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { createWorld, Device, SKILLS, type Tenant, type World } from '#server/testing/world.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

let database: TestDatabase
let world: World
let one: Tenant
let sian: string

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  one = world.tenants[0]
  ;[sian] = one.members
})
afterAll(async () => {
  await world.close()
  await database.drop()
})
beforeEach(async () => {
  // whole seconds, as marks have them
  world.clock.now = Math.ceil(world.clock.now / 1000) * 1000 + 2 * DAY
  await world.owner.query('DELETE FROM mails')
  await world.owner.query('UPDATE users SET award_mail = true')
  await mark(-1, ...SKILLS.map((skill) => `/stage-1/${skill}`))
  await mark(0, '/stage-1/manual')
  world.clock.now += 1000
  await world.owner.query('DELETE FROM awards')
})

async function mark(grade: number, ...nodes: string[]): Promise<void> {
  await markEntered(world.clock.now, grade, ...nodes)
}
async function markEntered(ms: number, grade: number, ...nodes: string[]): Promise<void> {
  const device = new Device(world, one, (await world.logIn(one, 'coach')).token)
  const { outcomes } = await device.push(...nodes.map((node) => device.mark(sian, node, grade, { ms })))
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(nodes.map(() => 'applied'))
}
const pass = () => mark(3, ...SKILLS.map((skill) => `/stage-1/${skill}`))
async function asParent(path: string) {
  const { token } = await world.logIn(one, 'parent')
  return world.request({ url: `/v1/users/${one.parent}/${path}`, host: one.host('parent'), token })
}
async function child(): Promise<Member> {
  const reply = await asParent('members?with_groups=1&with_progress=1&with_awards=1')
  const found = reply.json<Member[]>().find(({ uuid }) => uuid === sian)
  if (!found) throw new Error('the child is not there')
  return found
}
const certificate = async () =>
  (await asParent(`members/${sian}/certificate.pdf?scheme=swim&node=%2Fstage-1`)).statusCode
const awards = ({ awards: all, ended_awards: ended }: Member) => ({
  current: Object.keys(all?.['swim'] ?? {}),
  ended: (ended ?? []).map(({ node_id }) => node_id),
})
const NONE = { current: [], ended: [] }

describe('parents see a passed level as an award 15 minutes after its mark', () => {
  test('and not a second earlier, in the cached overview and as a certificate', async () => {
    await pass()
    const at = world.clock.now
    for (const ms of [0, 15 * MINUTE - 1000]) {
      world.clock.now = at + ms
      expect(awards(await child())).toEqual(NONE)
      expect(await certificate()).toBe(404)
    }
    world.clock.now = at + 15 * MINUTE
    expect(awards(await child())).toEqual({ current: ['/stage-1'], ended: [] })
    expect(await certificate()).toBe(200)
  })

  test('until then its skills are passed and the level is complete, also for a client that evaluates the scores itself', async () => {
    await pass()
    const waiting = await child()
    expect(waiting.progress?.['swim']?.['/stage-1']).toEqual({
      state: 'completed',
      percent: 100,
      forced: false,
      completed_ts: null,
    })
    expect(waiting.scores?.['swim']?.['/stage-1/float']).toMatchObject({ grade: 3 })
    expect(waiting.scores?.['swim']?.['/stage-1/manual']).toMatchObject({ grade: -1 })
    expect(waiting.assessments?.complete['swim']?.['/stage-1/float']).toBe(true)
    world.clock.now += 15 * MINUTE
    const passed = await child()
    expect(passed.progress?.['swim']?.['/stage-1']).toMatchObject({ state: 'passed', percent: 100 })
    expect(passed.scores?.['swim']?.['/stage-1/manual']).toMatchObject({ grade: 0 })
  })

  test('also when a coach passed it although skills are missing', async () => {
    await mark(3, '/stage-1/float')
    await mark(1, '/stage-1/manual')
    const waiting = await child()
    expect(awards(waiting)).toEqual(NONE)
    expect(waiting.progress?.['swim']?.['/stage-1']).toMatchObject({ state: 'started', percent: 25, forced: false })
    expect(waiting.scores?.['swim']?.['/stage-1/manual']).toMatchObject({ grade: -1 })
    world.clock.now += 15 * MINUTE
    const passed = await child()
    expect(awards(passed)).toEqual({ current: ['/stage-1'], ended: [] })
    expect(passed.progress?.['swim']?.['/stage-1']).toMatchObject({ state: 'passed', percent: 100, forced: true })
    expect(passed.scores?.['swim']?.['/stage-1/manual']).toMatchObject({ grade: 1 })
  })

  test('counted from the entry of a mark that waited on a tablet, as for its mail', async () => {
    const entered = world.clock.now
    world.clock.now += 14 * MINUTE
    await markEntered(entered, 3, ...SKILLS.map((skill) => `/stage-1/${skill}`))
    expect(awards(await child())).toEqual(NONE)
    expect(await world.mails(one)).toEqual([])
    world.clock.now += MINUTE
    expect(awards(await child()).current).toEqual(['/stage-1'])
    expect(await world.mails(one)).toHaveLength(1)
  })

  test('counted from the newest of several marks that arrived together', async () => {
    const entered = world.clock.now
    world.clock.now += 20 * MINUTE
    const device = new Device(world, one, (await world.logIn(one, 'coach')).token)
    const ages = [20, 20, 20, 10]
    await device.push(
      ...SKILLS.map((skill, k) =>
        device.mark(sian, `/stage-1/${skill}`, 3, { ms: entered + (20 - (ages[k] ?? 0)) * MINUTE }),
      ),
    )
    expect(awards(await child())).toEqual(NONE)
    world.clock.now += 5 * MINUTE
    expect(awards(await child()).current).toEqual(['/stage-1'])
  })
})

describe('an award that is taken back', () => {
  test('within 15 minutes was never shown to parents', async () => {
    await pass()
    world.clock.now += 14 * MINUTE
    await mark(-1, '/stage-1/dive')
    expect(awards(await child())).toEqual(NONE)
    world.clock.now += 2 * DAY
    expect(awards(await child())).toEqual(NONE)
    expect(await world.mails(one)).toEqual([])
  })

  test('within a day is not in the history, and after a day it is', async () => {
    for (const [ms, ended] of [
      [DAY - 1000, []],
      [DAY, ['/stage-1']],
    ] as const) {
      await pass()
      world.clock.now += ms
      expect(awards(await child()).current).toEqual(['/stage-1'])
      await mark(-1, '/stage-1/dive')
      expect(awards(await child())).toEqual({ current: [], ended })
      expect(await certificate()).toBe(404)
      world.clock.now += 1000
    }
  })

  test('and given again within a day shows no interruption in the history', async () => {
    for (const [ms, ended] of [
      [DAY - 1000, []],
      [DAY, ['/stage-1']],
    ] as const) {
      await world.owner.query('DELETE FROM awards')
      await mark(-1, '/stage-1/dive')
      world.clock.now += 1000
      await pass()
      world.clock.now += 2 * DAY
      await mark(-1, '/stage-1/dive')
      world.clock.now += ms
      await pass()
      world.clock.now += 15 * MINUTE
      expect(awards(await child())).toEqual({ current: ['/stage-1'], ended })
    }
  })
})
