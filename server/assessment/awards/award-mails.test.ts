import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { Member } from '#contract/assessment/linked-member.ts'
import { recalculateBatch } from '#server/assessment/progress/recalculate.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { createWorld, Device, SKILLS, type Tenant, type World } from '#server/testing/world.ts'

const MINUTE = 60_000

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
/** Each test begins without mails and without a passed level, when the waits of the test before are over. */
beforeEach(async () => {
  world.clock.now += 60 * MINUTE
  await world.owner.query('DELETE FROM mails')
  await world.owner.query('UPDATE users SET award_mail = true, unsubscribe_operational = false, language_id = NULL')
  await takePassBack()
})

async function mark(grade: number, ...skills: string[]): Promise<void> {
  // logs in each time, because an access token expires during the waits of the tests
  const device = new Device(world, one, (await world.logIn(one, 'coach')).token)
  await device.push(...skills.map((skill) => device.mark(sian, `/stage-1/${skill}`, grade, { ms: ++world.clock.now })))
}
const pass = () => mark(3, ...SKILLS)
/** A grade of -1 takes the mark of one of the four skills back, so that the level is not passed any more. */
const takePassBack = () => mark(-1, 'float')
/** The mails that are due when so many more minutes have passed. */
const mailsAfter = (minutes: number) => {
  world.clock.now += minutes * MINUTE
  return world.mails(one)
}
/** The award mails in the queue, with their states. */
async function queuedMails() {
  const { rows } = await world.owner.query<{ state: string; error: string | null }>(
    `SELECT state, error FROM mails WHERE kind = 'award' ORDER BY created_at`,
  )
  return rows
}

describe('an award mail', () => {
  test('is sent to the parent after 15 minutes, with an unsubscribe link, in the parent’s language and the client’s look', async () => {
    await pass()
    expect(await mailsAfter(14)).toEqual([])
    // Welsh
    await world.owner.query('UPDATE users SET language_id = 2 WHERE id = $1', [one.parent])
    const mails = await mailsAfter(1)
    expect(mails.map(({ to, subject }) => [to.address, subject])).toEqual([
      ['parent@one.example', 'Mae Siân wedi pasio cy-stage-1!'],
    ])
    // the brand colour of the client's theme
    expect(mails[0]?.html).toContain('#00405c')
    expect(mails[0]?.text).toContain('https://parent.one.test/overview')
    expect(mails[0]?.text).toContain('https://parent.one.test/unsubscribe#token=')
    expect(mails[0]?.oneClick).toMatch(/^https:\/\/parent\.one\.test\/v1\/unsubscribe\?token=/)
  })

  test('names a level and scheme that have no text in the parent’s language in the language that they have, as the page does', async () => {
    await pass()
    const onlyWelsh = async (cy: string, column: string, table: string) =>
      world.owner.query(`UPDATE ${table} SET ${column} = jsonb_build_object('cy', $1::text) WHERE client_id = 'one'`, [
        cy,
      ])
    await onlyWelsh('Cam 1', 'title', 'awards')
    await onlyWelsh('Nofio', 'name', 'schemes')
    const [mail] = await mailsAfter(15)
    expect(mail?.subject).toBe('Siân passed Cam 1!')
    expect(mail?.text).toContain('Nofio')
    const { token } = await world.logIn(one, 'parent')
    const url = `/v1/users/${one.parent}/members?with_awards=1`
    const reply = await world.request({ url, host: one.host('parent'), token })
    const child = reply.json<Member[]>().find(({ uuid }) => uuid === sian)
    expect(child?.awards?.['swim']?.['/stage-1']).toMatchObject({ title: 'Cam 1' })
  })

  test('is sent once for a level, however often the pass is taken back and given again', async () => {
    await pass()
    expect(await mailsAfter(15)).toHaveLength(1)
    // `world.mails` leaves a mail as dropped; only one that was sent prevents another
    await world.owner.query(`UPDATE mails SET state = 'sent' WHERE kind = 'award'`)
    await takePassBack()
    await pass()
    expect(await mailsAfter(60)).toEqual([])
    expect(await queuedMails()).toHaveLength(1)
  })

  test('is not sent when the pass is taken back within 15 minutes, unless the level is passed again', async () => {
    await pass()
    world.clock.now += 5 * MINUTE
    await takePassBack()
    expect(await mailsAfter(10)).toEqual([])
    expect(await queuedMails()).toEqual([{ state: 'dropped', error: 'the award does not stand any more' }])
    await pass()
    expect(await mailsAfter(15)).toHaveLength(1)
  })

  test('waits another 15 minutes when the pass is taken back and given again before it is sent', async () => {
    await pass()
    world.clock.now += 10 * MINUTE
    await takePassBack()
    await pass()
    // 16 minutes after the first pass, but only 6 after the second
    expect(await mailsAfter(6)).toEqual([])
    expect(await mailsAfter(9)).toHaveLength(1)
  })

  test('is not sent to parents who never asked for it, switched it off, or unsubscribed from all mail', async () => {
    await world.owner.query('UPDATE users SET award_mail = false')
    await pass()
    expect(await queuedMails()).toEqual([])
    for (const change of ['award_mail = false', 'unsubscribe_operational = true']) {
      await world.owner.query('UPDATE users SET award_mail = true, unsubscribe_operational = false')
      await takePassBack()
      await pass()
      await world.owner.query(`UPDATE users SET ${change}`)
      expect(await mailsAfter(15)).toEqual([])
    }
    expect((await queuedMails()).map(({ state }) => state)).toEqual(['dropped', 'dropped'])
  })

  test('is not sent to a parent who unlinked the child meanwhile', async () => {
    await pass()
    const link = [one.id, one.parent, sian]
    await world.owner.query('DELETE FROM member_links WHERE client_id = $1 AND user_id = $2 AND member_id = $3', link)
    expect(await mailsAfter(15)).toEqual([])
    await world.owner.query('INSERT INTO member_links (client_id, user_id, member_id) VALUES ($1, $2, $3)', link)
  })

  test('is not sent for a level that is passed by new rules of the scheme and not by a mark', async () => {
    await mark(3, 'glide', 'kick', 'dive')
    // from now on three of the four skills are enough
    await world.owner.query(
      `UPDATE scheme_nodes SET completion_ids = $1, completion_count = 3 WHERE client_id = 'one' AND id = '/stage-1'`,
      [SKILLS.map((skill) => `/stage-1/${skill}`)],
    )
    await world.owner.query(`UPDATE schemes SET revision = revision + 1 WHERE client_id = 'one'`)
    const { rows: schemes } = await world.owner.query<{ id: string }>(`SELECT id FROM schemes WHERE client_id = 'one'`)
    const deps = {
      db: world.db,
      files: world.files,
      now: () => world.clock.now,
      announce: () => undefined,
      onError: (error: unknown) => void Promise.reject(error),
    }
    const writeBatch = await recalculateBatch(world.curricula)(deps, one.id, {
      id: '',
      kind: 'recalculate',
      subject: schemes[0]?.id ?? '',
      position: null,
      done: 0,
      total: null,
      tries: 1,
      takes: 1,
      due_at: new Date(),
    })
    await inTenant(world.db, one.id, 'write', writeBatch)
    const { rows } = await world.owner.query('SELECT FROM awards WHERE member_id = $1 AND ended_at IS NULL', [sian])
    expect(rows).toHaveLength(1)
    expect(await queuedMails()).toEqual([])
  })
})
