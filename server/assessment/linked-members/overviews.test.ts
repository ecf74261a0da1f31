import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Member } from '#contract/assessment/linked-member.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { addDays } from '#domain/platform/club-time.ts'
import { closeAccount } from '#server/identity/users/close-account.ts'
import { linkMember } from '#server/identity/users/link-member.ts'
import { beginEpoch } from '#server/assessment/sync/begin-epoch.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { recordChanges, touchClub } from '#server/tenants/changes/change-counters.ts'
import { addGroup } from '#server/testing/add-group.ts'
import { addUser } from '#server/testing/add-user.ts'
import { createWorld, Device, type Tenant, type World } from '#server/testing/world.ts'
import { Overviews } from './overviews.ts'

let database: TestDatabase
let world: World
let one: Tenant
let device: Device
/** A parent of the second child. */
let secondParent = ''
let overviews: Overviews

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  overviews = new Overviews(world.db)
  ;[one] = world.tenants
  device = new Device(world, one, (await world.logIn(one, 'coach')).token)
  const name = { firstname: 'Mair', lastname: 'Lewis', email: 'mair@one.example' }
  secondParent = await addUser(world, one, { type: 'parent', ...name })
  await inTenant(world.db, one.id, 'write', (tx) => linkMember(tx, null, secondParent, one.members[1]))
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

/** The overview of the second child's parent; the same object while it is kept. */
const read = (of: Overviews = overviews, userId = secondParent) =>
  of.read(world.curricula, {
    clientId: one.id,
    userId,
    language: 'en',
    page: 0,
    perPage: 999,
    show: { groups: true, progress: true, awards: true, links: true, owners: true },
    nowMs: world.clock.now,
  })
const write = (sql: string, values: unknown[]) => inTenant(world.db, one.id, 'write', (tx) => tx.query(sql, values))
const mark = (child: 0 | 1, grade: number) => device.push(device.mark(one.members[child], '/stage-1/float', grade))

/** Expects that the overview is built anew, and is then what nobody has kept. */
async function expectAnew(change: () => Promise<unknown>): Promise<void> {
  const kept = await read()
  await change()
  const anew = await read()
  expect(anew).not.toBe(kept)
  expect(anew.json.toString()).toBe((await read(new Overviews(world.db))).json.toString())
}

test('parents who ask in the same moment get each their own overview, and only what concerns one is built anew', async () => {
  const ofBoth = () => Promise.all([read(overviews, one.parent), read()])
  const [first, second] = await ofBoth()
  const children = [first, second].map(({ json }) =>
    (JSON.parse(json.toString()) as { uuid: string }[]).map(({ uuid }) => uuid).sort(),
  )
  expect(children).toEqual([[...one.members].sort(), [one.members[1]]])
  await mark(0, 2)
  const [firstAnew, secondAgain] = await ofBoth()
  expect(firstAnew).not.toBe(first)
  expect(secondAgain).toBe(second)
})

test('an overview is kept while other children of the club are marked', async () => {
  const kept = await read()
  for (const grade of [1, 2, 3]) {
    await mark(0, grade)
    expect(await read()).toBe(kept)
  }
})

test('a mark of the own child is seen at once, also after marks of others', async () => {
  await expectAnew(() => mark(1, 1))
  await mark(0, 0)
  await expectAnew(() => mark(1, 2))
  expect((await read()).json.toString()).toMatch(/"\/stage-1\/float" : \{"grade" : 2,/)
})

test('a change of the group, the club, the scheme or the links is seen at once', async () => {
  await expectAnew(() =>
    inTenant(world.db, one.id, 'write', async (tx) => {
      await tx.query(`UPDATE groups SET name = 'Otters' WHERE id = $1`, [one.group])
      await recordChanges(tx, [{ clubId: one.club, kind: 'group', key: one.group }])
    }),
  )
  await expectAnew(() =>
    inTenant(world.db, one.id, 'write', async (tx) => {
      await tx.query(`UPDATE clubs SET name = 'Bay' WHERE id = $1`, [one.club])
      await touchClub(tx, one.club)
    }),
  )
  await expectAnew(() => write('UPDATE schemes SET revision = revision + 1', []))
  await expectAnew(() =>
    inTenant(world.db, one.id, 'write', (tx) => linkMember(tx, null, secondParent, one.members[0])),
  )
})

test('what a database has lost is not shown any more once the client has a new epoch', async () => {
  const rename = (name: string) =>
    inTenant(world.db, one.id, 'write', async (tx) => {
      await tx.query('UPDATE groups SET name = $2 WHERE id = $1', [one.group, name])
      await recordChanges(tx, [{ clubId: one.club, kind: 'group', key: one.group }])
    })
  await rename('Lost')
  await expectAnew(async () => {
    // a standby took over that lacks the last change, and another one gets its number
    await world.owner.query('UPDATE club_counters SET rev = rev - 1 WHERE club_id = $1', [one.club])
    await inTenant(world.db, one.id, 'write', beginEpoch)
    await rename('Next')
  })
})

test('another name of a coach is seen at once, as is that of a closed account', async () => {
  const award = `INSERT INTO awards (client_id, member_id, scheme_id, node_id, title, completed_ts, given_at, forced)
    SELECT client_id, member_id, scheme_id, '/stage-1', '{"en": "Stage 1"}', ts + 1, now() - interval '1 day', false
    FROM assessments WHERE client_id = $1 AND member_id = $2 LIMIT 1`
  await expectAnew(async () => {
    await write(award, [one.id, one.members[1]])
    await mark(1, 3)
  })
  const author = (await world.logIn(one, 'scheme')).token
  await expectAnew(() =>
    world.request({
      method: 'PATCH',
      url: `/v1/users/${one.coach}`,
      host: one.host('scheme'),
      token: author,
      payload: { lastname: 'Newname' },
    }),
  )
  expect((await read()).json.toString()).toContain('Newname')
  await expectAnew(() =>
    inTenant(world.db, one.id, 'write', (tx) => closeAccount(tx, null, one.coach, new Date(world.clock.now))),
  )
  expect((await read()).json.toString()).not.toContain('Newname')
  const kept = await read()
  await write('UPDATE users SET last_login = now() WHERE client_id = $1', [one.id])
  expect(await read()).toBe(kept)
})

test('after very many changes an overview is built anew without looking through them', async () => {
  await write('DELETE FROM member_links WHERE user_id = $1 AND member_id = $2', [secondParent, one.members[0]])
  await expectAnew(() => write('UPDATE club_counters SET rev = rev + 501 WHERE club_id = $1', [one.club]))
})

test('parents read that a group ends for their child on the child’s own last day in it', async () => {
  const lastDays = async () => {
    const [child] = JSON.parse((await read(new Overviews(world.db))).json.toString()) as Member[]
    return child?.groups?.map(({ last_date: lastDate }) => lastDate)
  }
  const setLastDays = async (ofGroup: string | null, ofChild: string | null) => {
    await write('UPDATE groups SET last_date = $2 WHERE client_id = $3 AND id = $1', [one.group, ofGroup, one.id])
    await write('UPDATE group_members SET to_date = $3 WHERE client_id = $4 AND group_id = $1 AND member_id = $2', [
      one.group,
      one.members[1],
      ofChild,
      one.id,
    ])
  }
  expect(await lastDays()).toEqual([null])
  await setLastDays(null, world.today(5))
  expect(await lastDays()).toEqual([world.today(5)])
  await setLastDays(world.today(3), world.today(5))
  expect(await lastDays()).toEqual([world.today(3)])
  await setLastDays(world.today(3), null)
  expect(await lastDays()).toEqual([world.today(3)])
  await setLastDays(null, null)
})

test('a child’s groups are those of today and those to come, from the child’s first day in them', async () => {
  const today = world.today()
  const [later, twice] = [crypto.randomUUID(), crypto.randomUUID()]
  await inTenant(world.db, one.id, 'write', async (tx) => {
    for (const [id, name] of [
      [later, 'Later'],
      [twice, 'Twice'],
    ] as const)
      await addGroup(tx, {
        id,
        clubId: one.club,
        name,
        weekdays: [1],
        first_date: '2020-01-01',
        coaches: [{ uuid: one.coach, from: addDays(today, 7) }],
      })
    const place = `INSERT INTO group_members (client_id, group_id, member_id, from_date, to_date) VALUES ($1, $2, $3, $4, $5)`
    for (const [group, from, to] of [
      [later, 7, null],
      // a place that was ended before it began
      [later, 3, -1],
      [twice, -30, -2],
      [twice, 0, 5],
      [twice, 20, null],
    ] as const)
      await tx.query(place, [
        one.id,
        group,
        one.members[1],
        addDays(today, from),
        to === null ? null : addDays(today, to),
      ])
    await recordChanges(tx, [{ clubId: one.club, kind: 'group', key: later }])
  })
  const [child] = JSON.parse((await read()).json.toString()) as Member[]
  const shown = (child?.groups ?? []).map(({ name, first_date, last_date }) => [name, first_date, last_date])
  expect(shown).toContainEqual(['Later', addDays(today, 7), null])
  expect(child?.groups?.find(({ name }) => name === 'Later')?.coaches).toMatchObject([
    { uuid: one.coach, from: addDays(today, 7), to: null },
  ])
  expect(shown.filter(([name]) => name === 'Twice')).toEqual([['Twice', today, addDays(today, 5)]])
})
