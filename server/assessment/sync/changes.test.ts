import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { Change, ChangesReply, CoachMember } from '#contract/assessment/sync.ts'
import { createClub } from '#server/tenants/clubs/commands.ts'
import { addGroup } from '#server/testing/add-group.ts'
import { addMemberToClub } from '#server/members/commands.ts'
import { inTenant, type Tx } from '#server/platform/tenancy.ts'
import { createWorld, Device, PASSWORD, type Tenant, type World } from '#server/testing/world.ts'
import { readChanges } from './changes.ts'
import { recordChanges } from '#server/tenants/changes/change-counters.ts'
import { enterMembers } from '#server/testing/enter-members.ts'

let database: TestDatabase
let world: World
let one: Tenant
/** Access tokens of Anna, the coach, and of the administrator. */
let coachToken: string
let adminToken: string
let device: Device
/** For each test a new child with a medical note, a note and a telephone number, in a new group without a coach. */
let gwen: string
let seals: string

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  one = world.tenants[0]
  coachToken = (await world.logIn(one, 'coach')).token
  adminToken = (await world.logIn(one, 'club')).token
  device = new Device(world, one, coachToken)
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

/** The fields that all groups of these tests have in common. */
const groupFields = {
  scheme_slug: 'swim',
  levels: ['/stage-1'],
  start_at: '17:30',
  weekdays: [0, 1, 2, 3, 4, 5, 6],
  first_date: '2020-01-01',
  max_size: 8,
}

beforeEach(async () => {
  gwen = crypto.randomUUID()
  seals = crypto.randomUUID()
  const name = { firstname: 'Gwen', lastname: 'Hughes', dob: '2016-02-03' }
  await inTenant(world.db, one.id, 'write', async (tx) => {
    const details = { medical: 'Grommets', note: 'Shy', phones: ['07700 900123'] }
    await enterMembers(tx, one.id, [{ id: gwen, clubIds: [one.club], ...name, ...details }])
    await addGroup(tx, {
      ...groupFields,
      id: seals,
      clubId: one.club,
      name: 'Seals',
      memberIds: [gwen],
    })
  })
})

/** All changes since a cursor, page by page; starts again without a cursor when the server asks for a full load. */
async function pull(cursor = '', token = coachToken, club = one.club) {
  const changes: Change[] = []
  for (let reloads = 0; ;) {
    const reply = await world.request({ url: `/v1/sync/changes?club_id=${club}&cursor=${cursor}`, token })
    expect(reply.statusCode, reply.body).toBe(200)
    const page = reply.json<ChangesReply>()
    if (page.reload) {
      reloads++
      cursor = ''
      changes.length = 0
      continue
    }
    changes.push(...page.changes)
    cursor = page.cursor
    if (!page.more) return { cursor, changes, reloads }
  }
}

const privateDataOfGwen = (changes: readonly Change[]) => {
  const data = changes.findLast(({ kind, key }) => kind === 'member' && key === gwen)?.data as CoachMember | undefined
  return data && [data.medical, data.note, data.phones]
}
/** What {@link privateDataOfGwen} returns for a tablet that may have these data, and for one that may not. */
const SHOWN = ['Grommets', 'Shy', ['07700 900123']]
const WITHHELD = [null, null, []]

const asAdmin = (options: { method: 'PATCH' | 'POST' | 'DELETE'; url: string; payload?: object; ifMatch?: string }) =>
  world.request({
    method: options.method,
    url: options.url,
    host: one.host('club'),
    token: adminToken,
    ...(options.payload ? { payload: options.payload } : {}),
    headers: options.ifMatch === undefined ? {} : { 'if-match': `"${options.ifMatch}"` },
  })

/** An administrator saves the group with these coaches, and no others. */
async function assign(...coaches: { uuid: string; from: string; to: string | null }[]): Promise<void> {
  const url = `/v1/groups/${seals}`
  const saved = await world.request({ url, host: one.host('club'), token: adminToken })
  const { revision } = saved.json<{ revision: string }>()
  const reply = await asAdmin({ method: 'PATCH', url, payload: { coaches }, ifMatch: revision })
  expect(reply.statusCode, reply.body).toBe(200)
}

/** Has the coach cover the group's session of this date. */
async function cover(date: string): Promise<void> {
  await inTenant(world.db, one.id, 'write', async (tx) => {
    await tx.query(
      'INSERT INTO session_exceptions (client_id, group_id, date, cover_id, cancelled) VALUES ($1, $2, $3, $4, false)',
      [one.id, seals, date, one.coach],
    )
    await recordChanges(tx, [{ clubId: one.club, kind: 'group', key: seals }])
  })
}

describe('medical notes, notes and telephone numbers (security.md 44)', () => {
  test('reach a coach who is assigned, and are withheld again when an administrator removes the coach from the group', async () => {
    await assign({ uuid: one.coach, from: world.today(-20), to: null })
    const assigned = await pull()
    expect(privateDataOfGwen(assigned.changes)).toEqual(SHOWN)
    await assign()
    // the cursor is refused, so that the device replaces all that it holds
    const afterRemoval = await pull(assigned.cursor)
    expect(afterRemoval.reloads).toBe(1)
    expect(privateDataOfGwen(afterRemoval.changes)).toEqual(WITHHELD)
    // the group itself stays for marks that were made before
    expect(afterRemoval.changes.some(({ kind, key }) => kind === 'group' && key === seals)).toBe(true)
    await world.owner.query(`UPDATE members SET medical = 'Epilepsy' WHERE id = $1`, [gwen])
    expect(privateDataOfGwen((await pull()).changes)).toEqual(WITHHELD)
  })

  test('reach an assigned coach from the first to the last day of the assignment', async () => {
    await assign({ uuid: one.coach, from: world.today(-20), to: world.today() })
    expect(privateDataOfGwen((await pull()).changes)).toEqual(SHOWN)
    await assign({ uuid: one.coach, from: world.today(-20), to: world.today(-1) })
    expect(privateDataOfGwen((await pull()).changes)).toEqual(WITHHELD)
    await assign({ uuid: one.coach, from: world.today(1), to: null })
    expect(privateDataOfGwen((await pull()).changes)).toEqual(WITHHELD)
  })

  test('reach a covering coach only on the day of the session', async () => {
    // the session moves from tomorrow to today and to yesterday, because the database's own date cannot be moved
    await cover(world.today(1))
    const before = await pull()
    expect(privateDataOfGwen(before.changes)).toEqual(WITHHELD)
    await world.owner.query('UPDATE session_exceptions SET date = $2 WHERE group_id = $1', [seals, world.today()])
    const during = await pull(before.cursor)
    expect(during.reloads).toBe(1)
    expect(privateDataOfGwen(during.changes)).toEqual(SHOWN)
    await world.owner.query('UPDATE session_exceptions SET date = $2 WHERE group_id = $1', [seals, world.today(-1)])
    const after = await pull(during.cursor)
    expect(after.reloads).toBe(1)
    expect(privateDataOfGwen(after.changes)).toEqual(WITHHELD)
  })

  test('reach no covering coach on a day after the group’s last one', async () => {
    await cover(world.today())
    const endOn = (date: string) => world.owner.query('UPDATE groups SET last_date = $2 WHERE id = $1', [seals, date])
    await endOn(world.today())
    expect(privateDataOfGwen((await pull()).changes)).toEqual(SHOWN)
    await endOn(world.today(-1))
    // the whole group is gone from the tablet
    expect(privateDataOfGwen((await pull()).changes)).toBeUndefined()
  })

  test('of a member who leaves the group are withheld from its coach’s tablet', async () => {
    await assign({ uuid: one.coach, from: world.today(-20), to: null })
    const { cursor } = await pull()
    const reply = await asAdmin({ method: 'DELETE', url: `/v1/groups/${seals}/members/${gwen}` })
    expect(reply.statusCode, reply.body).toBeLessThan(300)
    const after = await pull(cursor)
    expect(privateDataOfGwen(after.changes)).toEqual(WITHHELD)
  })
})

/**
 * A read transaction that lets `meanwhile` commit after the coach's groups are read and before the changes are. It
 * knows the statement that reads the changes by its text. It has casts, because `query` has many overloads.
 */
function interruptedRead(tx: Tx, meanwhile: () => Promise<void>): Tx {
  let interrupted = false
  const query = async (...args: Parameters<Tx['query']>) => {
    const [statement] = args as unknown as [string | { text: string }]
    if (
      !interrupted &&
      (typeof statement === 'string' ? statement : statement.text).includes(
        'FROM changes WHERE client_id = $1 AND club_id',
      )
    ) {
      interrupted = true
      await meanwhile()
    }
    return (tx.query as (...queryArgs: unknown[]) => unknown)(...args)
  }
  return { ...tx, query } as unknown as Tx
}

test('a cursor that a device has damaged begins a full load, whatever it holds', async () => {
  const { cursor } = await pull()
  const fields = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
  for (const damaged of [fields.with(2, '\0'), fields.with(3, 'a\0'), fields.with(1, 1e300), fields.slice(1), 'x'])
    expect((await pull(Buffer.from(JSON.stringify(damaged)).toString('base64url'))).reloads).toBe(1)
})

test('a change that is committed while a pull is read arrives with that pull or the next', async () => {
  const { cursor } = await pull()
  const read = (from: string, meanwhile: () => Promise<void>) =>
    inTenant(world.db, one.id, 'read', (tx) =>
      readChanges(interruptedRead(tx, meanwhile), one.coach, one.club, from, world.clock.now),
    )
  const addToGroup = async () => {
    const reply = await asAdmin({
      method: 'POST',
      url: `/v1/groups/${one.group}/members`,
      payload: { member_uuids: [gwen] },
    })
    expect(reply.statusCode, reply.body).toBeLessThan(300)
  }
  const during = await read(cursor, addToGroup)
  const next = await read(during.cursor, () => Promise.resolve())
  const arrived = [...during.changes, ...next.changes].map(({ kind, key }) => `${kind} ${key}`)
  expect(arrived).toContain(`member ${gwen}`)
  expect(arrived).toContain(`group_member ${one.group}/${gwen}`)
})

describe('attendance of a child', () => {
  /** Writes attendance on these days without a change in the club's list, from which old ones are deleted. */
  const insertAttendance = (dates: readonly string[]) =>
    world.owner.query(
      `INSERT INTO registers (client_id, author_id, lane, kind, club_id, member_id, group_id, date, value, ts)
       SELECT $1, $2, 'attendance/' || $3::text || '/' || on_day || '/' || $4::text, 'attendance', $5, $4::uuid, $3::uuid,
         on_day, '"present"', 0
       FROM unnest($6::date[]) on_day`,
      [one.id, one.coach, seals, gwen, one.club, dates],
    )
  const listChanges = (dates: readonly string[]) =>
    inTenant(world.db, one.id, 'write', (tx) =>
      recordChanges(
        tx,
        dates.map((date) => ({
          clubId: one.club,
          kind: 'register' as const,
          key: `${gwen}/attendance/${seals}/${date}/${gwen}`,
        })),
      ),
    )
  /** Sets for how many past days registers may be taken; returns a new token. */
  const setPastDays = async (days: number) => {
    await world.owner.query(
      `UPDATE clients SET features = features || jsonb_build_object('MAX_PAST_DAYS_ATTENDANCE', $1::int)
       WHERE client_id = 'one'`,
      [days],
    )
    return (await world.logIn(one, 'coach')).token
  }
  /** The days of the child's attendance that changes bring to a tablet. */
  const daysIn = (changes: readonly Change[]) =>
    changes
      .flatMap(({ kind, key, data }) => (kind === 'register' && key.includes(gwen) && data ? [key.split('/')[3]] : []))
      .toSorted()

  afterAll(() => setPastDays(7))

  test('and the children of a group that has ended are on its coach’s tablet for 30 days, or for more where its register may be taken', async () => {
    await assign({ uuid: one.coach, from: '2020-01-01', to: null })
    const held = async (token: string, endedDaysAgo: number) => {
      const lastDate = world.today(-endedDaysAgo)
      await world.owner.query('UPDATE groups SET last_date = $2 WHERE id = $1', [seals, lastDate])
      const { changes } = await pull('', token)
      return changes
        .flatMap(({ kind, key, data }) => (data && (key === seals || key === gwen) ? [kind] : []))
        .toSorted()
    }
    const both = ['group', 'member']
    const short = await setPastDays(7)
    expect([await held(short, 30), await held(short, 31)]).toEqual([both, []])
    const long = await setPastDays(60)
    expect([await held(long, 60), await held(long, 61)]).toEqual([both, []])
  })

  test('is on the tablet for as many days as its register may be taken, and for four weeks in any case [5.2]', async () => {
    await assign({ uuid: one.coach, from: '2020-01-01', to: null })
    const days = (...ago: number[]) => ago.map((count) => world.today(-count))
    await insertAttendance(days(63, 61, 60, 29, 28))
    await listChanges(days(28))
    const short = await pull('', await setPastDays(7))
    expect(daysIn(short.changes)).toEqual(days(28))
    const token = await setPastDays(60)
    const long = await pull(short.cursor, token)
    // with the longer time the tablet loads everything anew
    expect([long.reloads, daysIn(long.changes)]).toEqual([1, days(60, 29, 28)])
    // a correction reaches the tablet, and one of a day that is too long ago is not even named
    await listChanges(days(63, 60))
    const corrected = (await pull(long.cursor, token)).changes.filter(({ kind }) => kind === 'register')
    expect([corrected.length, daysIn(corrected)]).toEqual([1, days(60)])
    // a full load names a day once, whether or not its change is listed
    expect(daysIn((await pull('', token)).changes)).toEqual(days(60, 29, 28))
    expect(daysIn((await pull('', await setPastDays(7))).changes)).toEqual(days(28))
  })
})

describe('what is not there any more', () => {
  /** What a tablet with these rows holds after the changes, by kind and key. */
  const applied = (rows: ReadonlyMap<string, unknown>, changes: readonly Change[]) => {
    const held = new Map(rows)
    for (const { kind, key, data } of changes)
      if (data === null) held.delete(`${kind} ${key}`)
      else held.set(`${kind} ${key}`, data)
    return held
  }
  const writtenOf = async (reply: ReturnType<typeof asAdmin>) => {
    const { statusCode, body } = await reply
    expect(statusCode, body).toBeLessThan(300)
    return JSON.parse(body) as { uuid: string; undo: string }
  }
  const enter = (id: string) =>
    writtenOf(asAdmin({ method: 'POST', url: `/v1/groups/${one.group}/members`, payload: { member_uuids: [id] } }))
  const undo = (id: string) => writtenOf(asAdmin({ method: 'POST', url: `/v1/change-sets/${id}/undo` }))
  const keysOf = (rows: ReadonlyMap<string, unknown>, id: string) => [...rows.keys()].filter((key) => key.includes(id))

  test('leaves the tablet: the child whose entering into a group was undone', async () => {
    const before = await pull()
    const { undo: entering } = await enter(gwen)
    const entered = await pull(before.cursor)
    const held = applied(applied(new Map(), before.changes), entered.changes)
    expect(keysOf(held, gwen)).toEqual([`group_member ${one.group}/${gwen}`, `member ${gwen}`])
    await undo(entering)
    const undone = await pull(entered.cursor)
    expect(undone.reloads).toBe(0)
    expect(keysOf(applied(held, undone.changes), gwen)).toEqual([])
  })

  test('is not named to the tablet where it is attendance of more than four weeks ago', async () => {
    const dates = [world.today(-40), world.today(-28), world.today(-3)]
    await world.owner.query(
      `INSERT INTO registers (client_id, author_id, lane, kind, club_id, member_id, group_id, date, value, ts)
       SELECT $1, $2, 'attendance/' || $3::text || '/' || on_day || '/' || $4::text, 'attendance', $5, $4::uuid, $3::uuid,
         on_day, '"present"', 0
       FROM unnest($6::date[]) on_day`,
      [one.id, one.coach, seals, gwen, one.club, dates],
    )
    const before = await pull()
    await enter(gwen)
    const { changes } = await pull(before.cursor)
    const sent = changes.flatMap(({ kind, key }) => (kind === 'register' ? [key.split('/')[3]] : []))
    expect(sent.toSorted()).toEqual(dates.slice(1))
  })

  test('leaves the tablet: the marks and register entries that a merge moved, or its undo', async () => {
    const details = { firstname: 'Gwenn', lastname: 'Hughes', dob: '2016-02-03' }
    const { uuid: double } = await writtenOf(asAdmin({ method: 'POST', url: '/v1/members', payload: details }))
    await enter(gwen)
    await enter(double)
    const badge = { kind: 'badge' as const, memberUuid: double, schemeSlug: 'swim', schemeNodeId: '/stage-1' }
    const { outcomes } = await device.push(device.mark(double, '/stage-1/kick', 3), device.registerEntry(badge, true))
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['applied', 'applied'])
    const before = await pull()
    let held = applied(new Map(), before.changes)
    await writtenOf(asAdmin({ method: 'POST', url: `/v1/members/${gwen}/merge`, payload: { merged_uuid: double } }))
    const merged = await pull(before.cursor)
    held = applied(held, merged.changes)
    expect(held).toEqual(applied(new Map(), (await pull()).changes))
    expect(keysOf(held, double)).toEqual([`group_member ${one.group}/${double}`])
    const merges = await world.request({ url: '/v1/members/merges', host: one.host('club'), token: adminToken })
    await undo(merges.json<{ id: string }[]>()[0]?.id ?? '')
    held = applied(held, (await pull(merged.cursor)).changes)
    expect(held).toEqual(applied(new Map(), (await pull()).changes))
    expect(keysOf(held, gwen)).toEqual([`group_member ${one.group}/${gwen}`, `member ${gwen}`])
  })
})

describe('a member who enters a group', () => {
  test('brings badges, attendance and open conflicts from another group of the club to the new coach’s tablet', async () => {
    const ben = crypto.randomUUID()
    await inTenant(world.db, one.id, 'write', async (tx) => {
      await tx.query(
        // with Anna's password
        `INSERT INTO users (client_id, id, type, email, firstname, lastname, password_hash)
         SELECT client_id, $2, type, $3, 'Ben', 'Morris', password_hash FROM users WHERE id = $1`,
        [one.coach, ben, `${ben}@one.example`],
      )
      await tx.query('INSERT INTO user_clubs (client_id, user_id, club_id) VALUES ($1, $2, $3)', [
        one.id,
        ben,
        one.club,
      ])
    })
    await assign({ uuid: ben, from: '2020-01-01', to: null })
    const token = (
      await world.request({
        method: 'POST',
        url: '/v1/auth/login',
        payload: { client_id: one.id, type: 'coach', email: `${ben}@one.example`, password: PASSWORD },
      })
    ).json<{ token: string }>().token
    const bensDevice = new Device(world, one, token, ben)
    const inSeals = { groupId: seals, schemeSlug: 'swim' }
    const attendance = { kind: 'attendance' as const, groupId: seals, date: world.today(), memberUuid: gwen }
    const badge = { kind: 'badge' as const, memberUuid: gwen, schemeSlug: 'swim', schemeNodeId: '/stage-1' }
    // both marks have the base revision 0, so neither coach had seen the other's
    const bensMark = { ...bensDevice.mark(gwen, '/stage-1/kick', 1, { payload: inSeals }), baseRev: 0 }
    await bensDevice.push(
      bensMark,
      bensDevice.registerEntry(attendance, 'present'),
      bensDevice.registerEntry(badge, true, { groupId: seals }),
    )
    // Anna becomes a coach of the group as well and gives another grade, which makes a conflict
    await assign({ uuid: ben, from: '2020-01-01', to: null }, { uuid: one.coach, from: world.today(-1), to: null })
    await device.push({ ...device.mark(gwen, '/stage-1/kick', 3, { payload: inSeals }), baseRev: 0 })
    await assign({ uuid: ben, from: '2020-01-01', to: null })
    // as if Anna had never been assigned, so that her tablet has not had the child before
    await world.owner.query('DELETE FROM group_coaches WHERE group_id = $1 AND user_id = $2', [seals, one.coach])
    const { cursor } = await pull()
    await asAdmin({ method: 'POST', url: `/v1/groups/${one.group}/members`, payload: { member_uuids: [gwen] } })
    const { changes } = await pull(cursor)
    const changesOf = (kind: Change['kind']) => changes.filter((change) => change.kind === kind)
    // the key of a register entry is `<member>/<lane>`, that of a result `<member>/<scheme><node>`; an id has 36
    // characters
    const lane = ({ key }: Change) => key.slice(37)
    const nodeId = ({ key }: Change) => key.slice(73)
    expect(changesOf('register').map(lane)).toEqual([
      `attendance/${seals}/${world.today()}/${gwen}`,
      `badge/${gwen}/swim/stage-1`,
    ])
    expect(changesOf('conflict')).toMatchObject([{ data: { memberUuid: gwen, nodeId: '/stage-1/kick' } }])
    expect(changesOf('result').map(nodeId)).toContain('/stage-1/kick')
  })

  test('has the same badges at every club of the client', async () => {
    const [sian] = one.members
    const quay = crypto.randomUUID()
    const badge = { kind: 'badge' as const, memberUuid: sian, schemeSlug: 'swim', schemeNodeId: '/stage-1' }
    // a word to the family stays with the club whose coach wrote it
    const word = { ...badge, kind: 'family_word' as const }
    await device.push(device.registerEntry(badge, true), device.registerEntry(word, 'Well done'))
    await inTenant(world.db, one.id, 'write', async (tx) => {
      const quayFields = { name: 'Quay', ngoId: null, timeZone: 'Europe/London', memberTypes: [] }
      await createClub(tx, null, { id: quay, ...quayFields })
      await tx.query('INSERT INTO user_clubs (client_id, user_id, club_id) VALUES ($1, $2, $3)', [
        one.id,
        one.coach,
        quay,
      ])
      await addMemberToClub(tx, { userId: null, nowMs: Date.now() }, { memberId: sian, clubId: quay, memberType: null })
      const id = crypto.randomUUID()
      const whales = { id, clubId: quay, name: 'Whales', coaches: [{ uuid: one.coach }], memberIds: [sian] }
      await addGroup(tx, { ...groupFields, ...whales })
    })
    /** The values of all register entries in the changes; at Quay this child has no other entry than the badge. */
    const badges = (changes: readonly Change[]) =>
      changes.flatMap((change) => (change.kind === 'register' && change.data ? [change.data.value] : []))
    const joined = await pull('', coachToken, quay)
    expect(badges(joined.changes)).toEqual([true])
    await device.push(device.registerEntry(badge, false))
    expect(badges((await pull(joined.cursor, coachToken, quay)).changes)).toEqual([false])
  })
})
