import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Member } from '#contract/assessment/linked-member.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { createWorld, Device, SKILLS, type Tenant, type World } from '#server/testing/world.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

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
  world.clock.now = Math.ceil(world.clock.now / 1000) * 1000 + 2 * DAY_MS
  await world.owner.query('DELETE FROM mails')
  await world.owner.query('UPDATE users SET award_mail = true')
  // takes back what the test before has marked: -1 clears a skill's mark; on the manual node 0 clears the coach's
  // decision
  await mark(-1, ...SKILLS.map((skill) => `/stage-1/${skill}`))
  await mark(0, '/stage-1/manual')
  // the marks of the test are newer than these, and earlier awards are not in its history
  world.clock.now += 1000
  await world.owner.query('DELETE FROM awards')
})

/** Marks Siân's nodes now, on the coach's tablet. */
async function mark(grade: number, ...nodes: string[]): Promise<void> {
  await markAt(world.clock.now, grade, ...nodes)
}
/** Pushes marks now that were entered on the tablet at the time `ms`. */
async function markAt(ms: number, grade: number, ...nodes: string[]): Promise<void> {
  const device = new Device(world, one, (await world.logIn(one, 'coach')).token)
  const { outcomes } = await device.push(...nodes.map((node) => device.mark(sian, node, grade, { ms })))
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(nodes.map(() => 'applied'))
}
const passAllSkills = () => mark(3, ...SKILLS.map((skill) => `/stage-1/${skill}`))
async function asParent(path: string) {
  const { token } = await world.logIn(one, 'parent')
  return world.request({ url: `/v1/users/${one.parent}/${path}`, host: one.host('parent'), token })
}
async function readChild(): Promise<Member> {
  const reply = await asParent('members?with_groups=1&with_progress=1&with_awards=1')
  const found = reply.json<Member[]>().find(({ uuid }) => uuid === sian)
  if (!found) throw new Error('Siân is not among the children')
  return found
}
const certificateStatus = async () =>
  (await asParent(`members/${sian}/certificate.pdf?scheme=swim&node=%2Fstage-1`)).statusCode
/** The ids of the levels that a parent sees as awards, and as awards that have ended. */
const awardsOf = ({ awards: all, ended_awards: ended }: Member) => ({
  current: Object.keys(all?.['swim'] ?? {}),
  ended: (ended ?? []).map(({ node_id }) => node_id),
})
const NO_AWARDS = { current: [], ended: [] }

describe('a passed level', () => {
  test('is an award for parents 15 minutes after its mark and not a second earlier, in the cached overview and as a certificate', async () => {
    await passAllSkills()
    const markedAt = world.clock.now
    for (const ms of [0, 15 * MINUTE_MS - 1000]) {
      world.clock.now = markedAt + ms
      expect(awardsOf(await readChild())).toEqual(NO_AWARDS)
      expect(await certificateStatus()).toBe(404)
    }
    world.clock.now = markedAt + 15 * MINUTE_MS
    const passed = await readChild()
    expect(awardsOf(passed)).toEqual({ current: ['/stage-1'], ended: [] })
    expect(passed.awards?.['swim']?.['/stage-1']?.coach).toBe('Anna Pritchard')
    expect(await certificateStatus()).toBe(200)
  })

  test('is read with what a coach wrote about it, also in the mail, until the coach removes it', async () => {
    const write = async (text: string) => {
      const device = new Device(world, one, (await world.logIn(one, 'coach')).token)
      const word = { kind: 'family_word', memberUuid: sian, schemeSlug: 'swim', schemeNodeId: '/stage-1' } as const
      const { outcomes } = await device.push(device.registerEntry(word, text, { ms: world.clock.now }))
      expect(outcomes.map(({ outcome }) => outcome)).toEqual(['applied'])
    }
    const wordOfLevel = async () => (await readChild()).awards?.['swim']?.['/stage-1']?.word
    await passAllSkills()
    await write('Siân & I are proud')
    expect(JSON.stringify(await readChild())).not.toContain('proud')
    world.clock.now += 15 * MINUTE_MS
    expect(await wordOfLevel()).toEqual({ text: 'Siân & I are proud', coach: 'Anna Pritchard' })
    const [mail] = await world.mails(one)
    expect(mail?.text).toContain('Anna Pritchard writes: “Siân & I are proud”')
    expect(mail?.html).toContain('“Siân &amp; I are proud”')
    await write('Siân swam all of it')
    expect(await wordOfLevel()).toMatchObject({ text: 'Siân swam all of it' })
    world.clock.now += 1000
    await write('')
    expect(await wordOfLevel()).toBeNull()
  })

  test('is complete for parents until then, with passed skills, also for an app that evaluates the scores itself', async () => {
    await passAllSkills()
    const waiting = await readChild()
    expect(waiting.progress?.['swim']?.['/stage-1']).toEqual({
      state: 'completed',
      percent: 100,
      forced: false,
      completed_ts: null,
    })
    expect(waiting.scores?.['swim']?.['/stage-1/float']).toMatchObject({ grade: 3 })
    // grade -1 of the manual node revokes the level, so such an app does not show it as passed either
    expect(waiting.scores?.['swim']?.['/stage-1/manual']).toMatchObject({ grade: -1 })
    expect(waiting.assessments?.complete['swim']?.['/stage-1/float']).toBe(true)
    world.clock.now += 15 * MINUTE_MS
    const passed = await readChild()
    expect(passed.progress?.['swim']?.['/stage-1']).toMatchObject({ state: 'passed', percent: 100 })
    expect(passed.scores?.['swim']?.['/stage-1/manual']).toMatchObject({ grade: 0 })
  })

  test('is an award after 15 minutes also when a coach passed it although skills are missing', async () => {
    await mark(3, '/stage-1/float')
    await mark(1, '/stage-1/manual')
    const waiting = await readChild()
    expect(awardsOf(waiting)).toEqual(NO_AWARDS)
    expect(waiting.progress?.['swim']?.['/stage-1']).toMatchObject({ state: 'started', percent: 25, forced: false })
    // the coach's decision, grade 1, is hidden by one that revokes the level
    expect(waiting.scores?.['swim']?.['/stage-1/manual']).toMatchObject({ grade: -1 })
    world.clock.now += 15 * MINUTE_MS
    const passed = await readChild()
    expect(awardsOf(passed)).toEqual({ current: ['/stage-1'], ended: [] })
    expect(passed.progress?.['swim']?.['/stage-1']).toMatchObject({ state: 'passed', percent: 100, forced: true })
    expect(passed.scores?.['swim']?.['/stage-1/manual']).toMatchObject({ grade: 1 })
  })

  test('is an award, and mailed, 15 minutes after the entry of a mark that waited on a tablet', async () => {
    const entered = world.clock.now
    world.clock.now += 14 * MINUTE_MS
    await markAt(entered, 3, ...SKILLS.map((skill) => `/stage-1/${skill}`))
    expect(awardsOf(await readChild())).toEqual(NO_AWARDS)
    expect(await world.mails(one)).toEqual([])
    world.clock.now += MINUTE_MS
    expect(awardsOf(await readChild()).current).toEqual(['/stage-1'])
    expect(await world.mails(one)).toHaveLength(1)
  })

  test('is an award 15 minutes after the newest of several marks that arrived together', async () => {
    const entered = world.clock.now
    world.clock.now += 20 * MINUTE_MS
    const device = new Device(world, one, (await world.logIn(one, 'coach')).token)
    // three marks were entered at once, the last one ten minutes later
    const delays = [0, 0, 0, 10]
    await device.push(
      ...SKILLS.map((skill, index) =>
        device.mark(sian, `/stage-1/${skill}`, 3, { ms: entered + (delays[index] ?? 0) * MINUTE_MS }),
      ),
    )
    expect(awardsOf(await readChild())).toEqual(NO_AWARDS)
    world.clock.now += 5 * MINUTE_MS
    expect(awardsOf(await readChild()).current).toEqual(['/stage-1'])
  })
})

describe('an award that is taken back', () => {
  test('within 15 minutes was never shown to parents', async () => {
    await passAllSkills()
    world.clock.now += 14 * MINUTE_MS
    await mark(-1, '/stage-1/dive')
    expect(awardsOf(await readChild())).toEqual(NO_AWARDS)
    world.clock.now += 2 * DAY_MS
    expect(awardsOf(await readChild())).toEqual(NO_AWARDS)
    expect(await world.mails(one)).toEqual([])
  })

  test('within a day is not in the history, and after a day it is', async () => {
    for (const [ms, ended] of [
      [DAY_MS - 1000, []],
      [DAY_MS, ['/stage-1']],
    ] as const) {
      await passAllSkills()
      world.clock.now += ms
      expect(awardsOf(await readChild()).current).toEqual(['/stage-1'])
      await mark(-1, '/stage-1/dive')
      expect(awardsOf(await readChild())).toEqual({ current: [], ended })
      expect(await certificateStatus()).toBe(404)
      world.clock.now += 1000
    }
  })

  test('and given again within a day shows no interruption in the history', async () => {
    for (const [ms, ended] of [
      [DAY_MS - 1000, []],
      [DAY_MS, ['/stage-1']],
    ] as const) {
      // each round begins without awards and with a skill that is not passed
      await world.owner.query('DELETE FROM awards')
      await mark(-1, '/stage-1/dive')
      world.clock.now += 1000
      await passAllSkills()
      world.clock.now += 2 * DAY_MS
      await mark(-1, '/stage-1/dive')
      world.clock.now += ms
      await passAllSkills()
      world.clock.now += 15 * MINUTE_MS
      expect(awardsOf(await readChild())).toEqual({ current: ['/stage-1'], ended })
    }
  })
})
