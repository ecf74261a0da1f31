import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { LoginReply } from '#contract/identity/auth.ts'
import type { Group, GroupDetail } from '#contract/scheduling/groups.ts'
import type { Member } from '#contract/assessment/linked-member.ts'
import type { Calendar, DatedSession, Term, TermBody } from '#contract/scheduling/sessions.ts'
import type { Change, ChangesReply } from '#contract/assessment/sync.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { addDays, weekday } from '#domain/platform/club-time.ts'
import { comingSession, isCancelled, meetsOn } from '#domain/scheduling/sessions.ts'
import { hashPassword } from '#server/identity/auth/passwords.ts'
import { addGroup } from '#server/testing/add-group.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { createUser } from '#server/identity/users/commands.ts'
import { createWorld, Device, PASSWORD, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant
let two: Tenant
let adminToken = ''
let today = ''
let dewisToken = ''
/** A coach of the club, who is in none of its groups. */
const dewi = crypto.randomUUID()

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one, two] = world.tenants
  today = world.today()
  // the tests move the clock on by minutes: from noon on they stay within the day
  world.clock.now = Date.parse(`${today}T12:00:00Z`)
  adminToken = (await world.logIn(one, 'club')).token
  await inTenant(world.db, one.id, 'write', async (tx) =>
    createUser(tx, null, {
      id: dewi,
      type: 'coach',
      email: 'dewi@one.example',
      username: null,
      firstname: 'Dewi',
      lastname: 'Lloyd',
      passwordHash: await hashPassword(PASSWORD),
      clubIds: [one.club],
    }),
  )
  const reply = await world.request({
    method: 'POST',
    url: '/v1/auth/login',
    host: one.host('coach'),
    payload: { client_id: one.id, type: 'coach', email: 'dewi@one.example', password: PASSWORD },
  })
  dewisToken = reply.json<LoginReply>().token
})
afterAll(async () => {
  await world.close()
  await database.drop()
})
beforeEach(async () => {
  // so that the marks of a test are newer than those of the test before
  world.clock.now += 1_000
  await world.owner.query('DELETE FROM session_exceptions')
  await world.owner.query('DELETE FROM session_covers')
  await world.owner.query('DELETE FROM terms')
})

const asAdmin = (options: InjectOptions) => world.request({ host: one.host('club'), token: adminToken, ...options })
const sessionUrl = (date: string, group = one.group) => `/v1/groups/${group}/sessions/${date}`
const regularSession = { cancelled: false, reason: null, cover_uuid: null, moved: null }
const putSession = (date: string, change: object, group = one.group) =>
  asAdmin({ method: 'PUT', url: sessionUrl(date, group), payload: { ...regularSession, ...change } })
const postTerm = (body: object) =>
  asAdmin({
    method: 'POST',
    url: '/v1/terms',
    payload: { kind: 'term', name: { en: 'Autumn', cy: 'Hydref' }, first_date: today, last_date: today, ...body },
  })
const pull = async (token: string, cursor = '') =>
  (await world.request({ url: `/v1/sync/changes${cursor && `?cursor=${cursor}`}`, token })).json<ChangesReply>()
const groupOf = (changes: readonly Change[], id = one.group) =>
  changes.find((change) => change.kind === 'group' && change.key === id)?.data as Group | undefined
const countAuditEntries = async (entity: string) =>
  (
    await world.owner.query<{ count: number }>('SELECT count(*)::int AS count FROM audit_log WHERE entity = $1', [
      entity,
    ])
  ).rows[0]?.count ?? 0
/** The date so many days after today; negative numbers are days before. */
const day = (ahead: number) => addDays(today, ahead)

describe('a dated session', () => {
  test('is cancelled with a reason and restored, and a repeated request is logged once', async () => {
    const before = await countAuditEntries('session')
    const { cursor } = await pull((await world.logIn(one, 'coach')).token)
    world.announced.length = 0
    for (let attempt = 0; attempt < 2; attempt++) {
      const reply = await putSession(day(2), { cancelled: true, reason: ' No heating ' })
      expect(reply.statusCode, reply.body).toBe(200)
      expect(reply.json<DatedSession>()).toMatchObject({ cancelled: true, reason: 'No heating', date: day(2) })
    }
    expect(await countAuditEntries('session')).toBe(before + 1)
    // the parents of its children are informed, and its coach's tablet gets the change
    const informedAbout = world.announced.flatMap(({ parents }) => parents.map(([, member]) => member))
    expect(informedAbout.sort()).toEqual(one.members.toSorted())
    const groupOnDevice = groupOf((await pull((await world.logIn(one, 'coach')).token, cursor)).changes)
    expect(groupOnDevice?.exceptions).toEqual([
      {
        date: day(2),
        cancelled: true,
        reason: 'No heating',
        cover: null,
        taken: false,
        moved_to: null,
        moved_from: null,
        start_at: null,
      },
    ])
    const overview = await world.request({
      url: `/v1/users/${one.parent}/members?with_groups=1`,
      host: one.host('parent'),
      token: (await world.logIn(one, 'parent')).token,
    })
    expect(overview.json<Member[]>()[0]?.groups?.[0]?.exceptions).toMatchObject([{ date: day(2), cancelled: true }])

    expect((await putSession(day(2), {})).json<DatedSession>()).toMatchObject({ cancelled: false, reason: null })
    expect((await asAdmin({ url: sessionUrl(day(2)) })).json<DatedSession>().cancelled).toBe(false)
    expect(await countAuditEntries('session')).toBe(before + 2)
  })

  test('that a second administrator has changed meanwhile is not overwritten from what the first one saw', async () => {
    const seen = (await asAdmin({ url: sessionUrl(day(2)) })).json<DatedSession>()
    await putSession(day(2), { cancelled: true, reason: 'No heating' })
    const put = (change: object, revision: string) =>
      asAdmin({
        method: 'PUT',
        url: sessionUrl(day(2)),
        headers: { 'if-match': `"${revision}"` },
        payload: { ...regularSession, ...change },
      })
    expect((await put({ cover_uuid: dewi }, seen.revision)).json()).toMatchObject({
      error: 'EDIT_CONFLICT',
      status: 412,
    })
    const now = (await asAdmin({ url: sessionUrl(day(2)) })).json<DatedSession>()
    expect(now).toMatchObject({ cancelled: true, reason: 'No heating', cover: null })
    const restored = (await put({}, now.revision)).json<DatedSession>()
    // a register that was taken since is no change of the session
    expect(restored).toMatchObject({ cancelled: false, revision: seen.revision })
  })

  test('shows its attendance register and how many places its group has', async () => {
    await world.owner.query(`UPDATE groups SET max_size = 9 WHERE client_id = 'one' AND id = $1`, [one.group])
    const device = new Device(world, one, (await world.logIn(one, 'coach')).token)
    const [memberUuid] = one.members
    await device.push(
      device.registerEntry({ kind: 'attendance', groupId: one.group, date: today, memberUuid }, 'present'),
    )
    const session = (await asAdmin({ url: sessionUrl(today) })).json<DatedSession>()
    expect(session.members).toMatchObject([
      { firstname: 'Beca', attendance: null },
      { firstname: 'Siân', attendance: 'present' },
    ])
    expect(session.coaches).toMatchObject([{ firstname: 'Anna' }])
    expect(session.group.max_size).toBe(9)
    const calendar = (await asAdmin({ url: `/v1/calendar?from=${today}&to=${today}` })).json<Calendar>()
    expect(calendar.days[0]?.sessions[0]).toMatchObject({ members: 2, max_size: 9, present: 1, absent: 0 })
  })

  test('that does not exist or belongs to another client is not found, and the reply to a wrong field names it', async () => {
    await postTerm({ kind: 'holiday', name: { en: 'Half term' }, first_date: day(20), last_date: day(24) })
    for (const [reply, status, field] of [
      [await putSession(day(1), { cancelled: true }, two.group), 404, 'id'],
      [await putSession(day(1), { cancelled: true }, crypto.randomUUID()), 404, 'id'],
      [await asAdmin({ url: sessionUrl(day(1), two.group) }), 404, 'id'],
      // before the group's first date, in the holiday, and more than 400 days ahead
      [await putSession('2019-12-31', { cancelled: true }), 404, 'date'],
      [await putSession(day(22), { cancelled: true }), 404, 'date'],
      [await putSession(day(401), { cancelled: true }), 404, 'date'],
      [await putSession('2026-02-30', { cancelled: true }), 400, 'date'],
      [await putSession(day(1), { cover_uuid: two.coach }), 404, 'cover_uuid'],
      [await putSession(day(1), { cover_uuid: one.parent }), 404, 'cover_uuid'],
      [await putSession(day(1), { reason: 'x'.repeat(201) }), 400, 'reason'],
      [await putSession(day(1), { client_id: 'two' }), 400, 'client_id'],
    ] as const)
      expect([reply.statusCode, reply.json<{ field: string }>().field], reply.body).toEqual([status, field])
    for (const portal of ['coach', 'parent', 'scheme'] as const) {
      const { token } = await world.logIn(one, portal)
      const options = { host: one.host(portal), token }
      expect((await world.request({ url: '/v1/terms', ...options })).statusCode).toBe(403)
      expect((await world.request({ url: `/v1/calendar?from=${today}&to=${today}`, ...options })).statusCode).toBe(403)
      const write = { method: 'PUT' as const, payload: { ...regularSession, cancelled: true }, ...options }
      expect((await world.request({ url: sessionUrl(day(1)), ...write })).statusCode).toBe(403)
    }
  })
})

describe('a session that is moved', () => {
  /** Creates a group that meets once a week, on the weekday of the day after tomorrow; returns its id. */
  async function createWeeklyGroup(): Promise<string> {
    const id = crypto.randomUUID()
    await inTenant(world.db, one.id, 'write', async (tx) =>
      addGroup(tx, {
        id,
        clubId: one.club,
        name: 'Weekly',
        scheme_slug: 'swim',
        start_at: '16:00',
        weekdays: [weekday(day(2))],
        first_date: '2020-01-01',
        last_date: day(30),
        coaches: [{ uuid: one.coach }],
        memberIds: [one.members[0]],
      }),
    )
    return id
  }
  /** Date and start of the group's next two sessions, as the calendar has them. */
  const nextSessionsOf = async (id: string) => {
    const reply = await asAdmin({ url: `/v1/calendar?from=${today}&to=${day(30)}` })
    const days = reply
      .json<Calendar>()
      .days.flatMap(({ date, sessions }) =>
        sessions.filter((session) => session.group_id === id).map((session) => `${date} ${session.start_at}`),
      )
    return days.slice(0, 2)
  }
  const movedTo = (date: string, start_at: string | null = null) => ({ moved: { date, start_at } })

  test('is on its new day in the calendar, its detail, the tablet and the parents’ overview, and can be moved back', async () => {
    const id = await createWeeklyGroup()
    const regularDays = [`${day(2)} 16:00`, `${day(9)} 16:00`]
    expect(await nextSessionsOf(id)).toEqual(regularDays)
    await putSession(day(2), { cover_uuid: dewi }, id)
    const before = await countAuditEntries('session')
    // the repeated request is logged once, and the session loses its cover by the move
    for (let attempt = 0; attempt < 2; attempt++)
      expect((await putSession(day(2), movedTo(day(4), '10:15'), id)).json<DatedSession>()).toMatchObject({
        moved_to: day(4),
        moved_start: '10:15',
        cover: null,
      })
    expect(await countAuditEntries('session')).toBe(before + 1)
    expect(await nextSessionsOf(id)).toEqual([`${day(4)} 10:15`, regularDays[1]])
    const movedSession = (await asAdmin({ url: sessionUrl(day(4), id) })).json<DatedSession>()
    expect(movedSession).toMatchObject({
      moved_from: day(2),
      group: { start_at: '10:15' },
      members: [{ firstname: 'Siân' }],
    })
    const group = groupOf((await pull((await world.logIn(one, 'coach')).token)).changes, id)
    if (!group) throw new Error('the tablet has no such group')
    expect([day(2), day(4), day(9)].map((date) => meetsOn(group, date))).toEqual([false, true, true])
    const detail = (await asAdmin({ url: `/v1/groups/${id}` })).json<GroupDetail>()
    expect(detail.exceptions.map((exception) => [exception.date, exception.moved_to, exception.moved_from])).toEqual([
      [day(2), day(4), null],
      [day(4), null, day(2)],
    ])
    const parents = await world.request({
      url: `/v1/users/${one.parent}/members?with_groups=1`,
      host: one.host('parent'),
      token: (await world.logIn(one, 'parent')).token,
    })
    const parentsGroups = parents.json<Member[]>().flatMap(({ groups = [] }) => groups)
    const movedGroup = parentsGroups.find((group) => group.id === id)
    expect(movedGroup && comingSession(movedGroup, world.clock.now, 'Europe/London')).toMatchObject({
      next: { date: day(4) },
      cancelled: [{ date: day(2), moved_to: day(4) }],
    })
    // a moved session can be covered on its new day
    expect((await putSession(day(4), { cover_uuid: dewi }, id)).json<DatedSession>().cover).toMatchObject({
      firstname: 'Dewi',
    })
    // it is moved on to another day, and back to its own
    expect((await putSession(day(2), movedTo(day(5)), id)).statusCode).toBe(200)
    expect(await nextSessionsOf(id)).toEqual([`${day(5)} 16:00`, regularDays[1]])
    expect((await putSession(day(2), {}, id)).statusCode).toBe(200)
    expect(await nextSessionsOf(id)).toEqual(regularDays)
    expect((await asAdmin({ url: sessionUrl(day(4), id) })).statusCode).toBe(404)
    const { rows } = await world.owner.query('SELECT FROM session_covers WHERE group_id = $1 AND ended_at IS NULL', [
      id,
    ])
    expect(rows).toEqual([])
  })

  test('to another time of the same day keeps its cover', async () => {
    const id = await createWeeklyGroup()
    await putSession(day(2), { cover_uuid: dewi }, id)
    const laterThatDay = { cover_uuid: dewi, ...movedTo(day(2), '18:30') }
    expect((await putSession(day(2), laterThatDay, id)).json<DatedSession>()).toMatchObject({
      moved_to: null,
      moved_start: '18:30',
      cover: { firstname: 'Dewi' },
    })
    expect((await nextSessionsOf(id))[0]).toBe(`${day(2)} 18:30`)
    // at its usual hour the session is not changed, so no exception is stored
    await putSession(day(2), { ...movedTo(day(2), '16:00') }, id)
    const { rows } = await world.owner.query('SELECT FROM session_exceptions WHERE group_id = $1', [id])
    expect(rows).toEqual([])
  })

  test('to a day that is past by now stays there when the request is repeated, and can get another time', async () => {
    const id = await createWeeklyGroup()
    await world.owner.query(
      `INSERT INTO session_exceptions (client_id, group_id, date, cancelled, moved_to, moved_from)
       VALUES ('one', $1, $2, false, $3, NULL), ('one', $1, $3, false, NULL, $2)`,
      [id, day(-5), day(-3)],
    )
    const before = await countAuditEntries('session')
    const repeated = await putSession(day(-5), movedTo(day(-3)), id)
    expect(repeated.json(), repeated.body).toMatchObject({ moved_to: day(-3) })
    expect(await countAuditEntries('session')).toBe(before)
    const later = await putSession(day(-5), movedTo(day(-3), '17:00'), id)
    expect(later.json(), later.body).toMatchObject({ moved_to: day(-3), moved_start: '17:00' })
  })

  test('cannot be moved to a day with a session, to a day outside the group’s dates, or to an invalid time', async () => {
    const id = await createWeeklyGroup()
    await putSession(day(9), movedTo(day(10)), id)
    for (const [reply, status, field] of [
      // a regular day, the day to which the session of day 9 is moved, and day 9 itself
      [await putSession(day(2), movedTo(day(16)), id), 409, 'moved/date'],
      [await putSession(day(2), movedTo(day(10)), id), 409, 'moved/date'],
      [await putSession(day(2), movedTo(day(9)), id), 409, 'moved/date'],
      // past, and after the group's last date
      [await putSession(day(2), movedTo(day(-1)), id), 400, 'moved/date'],
      [await putSession(day(2), movedTo(day(31)), id), 400, 'moved/date'],
      [await putSession(day(2), movedTo('2026-02-30'), id), 400, 'moved/date'],
      [await putSession(day(2), movedTo(day(4), '25:00'), id), 400, 'moved/start_at'],
      [await putSession(day(2), { cancelled: true, ...movedTo(day(4)) }, id), 400, 'moved'],
      // a moved session can be moved again only from its own day, and on day 3 there is no session
      [await putSession(day(10), movedTo(day(11)), id), 400, 'moved'],
      [await putSession(day(3), movedTo(day(4)), id), 404, 'date'],
    ] as const)
      expect([reply.statusCode, reply.json<{ field: string }>().field], reply.body).toEqual([status, field])
    expect(await nextSessionsOf(id)).toEqual([`${day(2)} 16:00`, `${day(10)} 16:00`])
  })
})

/** The data of Siân that a pull brings. */
const findSian = (changes: ChangesReply['changes']) =>
  changes.find((change) => change.kind === 'member' && change.key === one.members[0])?.data

describe('a cover coach', () => {
  const kindsOf = ({ changes }: ChangesReply) => changes.map((change) => change.kind)

  test('has the group with its children on the tablet before the session, and not after it', async () => {
    const before = await pull(dewisToken)
    expect(kindsOf(before)).toEqual([])
    // nine days ahead is too early for the tablet
    expect((await putSession(day(9), { cover_uuid: dewi })).statusCode).toBe(200)
    expect((await pull(dewisToken, before.cursor)).reload).toBe(false)

    expect((await putSession(day(3), { cover_uuid: dewi })).json<DatedSession>().cover).toMatchObject({
      firstname: 'Dewi',
    })
    // a coach with other rights than before loads all data anew: here the group and its members
    expect((await pull(dewisToken, before.cursor)).reload).toBe(true)
    const loaded = await pull(dewisToken)
    expect(groupOf(loaded.changes)).toMatchObject({ name: 'Dolphins', covering: [day(3)] })
    expect(findSian(loaded.changes)).toMatchObject({ firstname: 'Siân', medical: null })
    // the group's own coach sees who covers the session
    const groupOfOwnCoach = groupOf((await pull((await world.logIn(one, 'coach')).token)).changes)
    expect(groupOfOwnCoach?.covering).toBeUndefined()
    expect(groupOfOwnCoach?.exceptions?.find(({ date }) => date === day(3))?.cover).toMatchObject({ firstname: 'Dewi' })

    // the covered session is moved to today, as if its day had come: now the medical notes are sent too
    await world.owner.query('UPDATE session_exceptions SET date = $1 WHERE date = $2', [today, day(3)])
    expect((await pull(dewisToken, loaded.cursor)).reload).toBe(true)
    const onTheDay = await pull(dewisToken)
    expect(findSian(onTheDay.changes)).toMatchObject({ medical: 'Asthma' })

    // three days after the session nothing of the group is left
    await world.owner.query('UPDATE session_exceptions SET date = $1 WHERE date = $2', [day(-3), today])
    expect((await pull(dewisToken, onTheDay.cursor)).reload).toBe(true)
    expect(kindsOf(await pull(dewisToken))).toEqual([])
  })

  test('can mark skills and attendance on the date of the session, and on no other', async () => {
    const device = new Device(world, one, dewisToken, dewi)
    const [memberUuid] = one.members
    const operations = (date: string) => [
      device.mark(memberUuid, '/stage-1/kick', 2, { payload: { assessmentDate: date } }),
      device.registerEntry({ kind: 'attendance', groupId: one.group, date, memberUuid }, 'absent'),
    ]
    const outcomes = async (date: string) =>
      (await device.push(...operations(date))).outcomes.map(({ outcome, code }) => code ?? outcome)
    expect(await outcomes(today)).toEqual(['NOT_ASSIGNED', 'NOT_ASSIGNED'])
    await putSession(today, { cover_uuid: dewi })
    expect(await outcomes(today)).toEqual(['applied', 'applied'])
    expect(await outcomes(day(-1))).toEqual(['NOT_ASSIGNED', 'NOT_ASSIGNED'])
  })

  test('whose cover has ended keeps edits that were entered before, or before the tablet learned of it', async () => {
    const device = new Device(world, one, dewisToken, dewi)
    await putSession(today, { cover_uuid: dewi })
    const revBeforeChange = (await pull(dewisToken)).rev
    const earlier = device.mark(one.members[1], '/stage-1/kick', 1, { ms: world.clock.now - 60_000 })
    await putSession(today, { cover_uuid: one.coach })
    world.clock.now += 60_000
    const later = device.mark(one.members[1], '/stage-1/glide', 1)
    // this edit was made on a tablet that still had the state before the change
    const unaware = { ...device.mark(one.members[1], '/stage-1/dive', 1), baseRev: revBeforeChange }
    const { outcomes } = await device.push(earlier, later, unaware)
    expect(outcomes.map(({ outcome, code }) => code ?? outcome)).toEqual(['applied', 'NOT_ASSIGNED', 'applied'])
    expect((await pull(dewisToken)).changes).toEqual([])
  })
})

describe('a coach who sees all classes', () => {
  /** Sets whether coaches see all classes of the club; each login gets the flag in its access token. */
  const allowAllClasses = (on: boolean) =>
    world.owner.query(
      `UPDATE clients SET features = features || '{"IMPORT_ALL_CLASSES": ${on}}' WHERE client_id = 'one'`,
    )
  /** Takes a cover (PUT) or gives it back (DELETE). */
  const sendCover = (method: 'PUT' | 'DELETE', date: string, token = dewisToken, group = one.group) =>
    world.request({ method, url: `${sessionUrl(date, group)}/cover`, token })
  const coverOf = async (date: string) =>
    (await asAdmin({ url: sessionUrl(date) })).json<DatedSession>().cover?.firstname ?? null
  beforeAll(async () => {
    await allowAllClasses(true)
    const payload = { client_id: one.id, type: 'coach', email: 'dewi@one.example', password: PASSWORD }
    const reply = await world.request({ method: 'POST', url: '/v1/auth/login', payload })
    dewisToken = reply.json<LoginReply>().token
  })

  test('covers a session, has its children on the tablet, and releases it, and both are logged', async () => {
    const before = await countAuditEntries('session')
    expect((await sendCover('PUT', day(2))).statusCode).toBe(204)
    expect((await sendCover('PUT', day(2))).statusCode).toBe(204)
    expect(await countAuditEntries('session')).toBe(before + 1)
    expect(await coverOf(day(2))).toBe('Dewi')
    const loaded = await pull(dewisToken)
    expect(groupOf(loaded.changes)).toMatchObject({ covering: [day(2)], exceptions: [{ date: day(2), taken: true }] })
    expect(findSian(loaded.changes)).toMatchObject({ firstname: 'Siân', medical: null })
    const groupOfOwnCoach = groupOf((await pull((await world.logIn(one, 'coach')).token)).changes)
    expect(groupOfOwnCoach?.exceptions).toMatchObject([{ date: day(2), cover: { firstname: 'Dewi' } }])

    expect((await sendCover('DELETE', day(2))).statusCode).toBe(204)
    expect((await sendCover('DELETE', day(2))).statusCode).toBe(404)
    expect(await countAuditEntries('session')).toBe(before + 2)
    expect([await coverOf(day(2)), (await pull(dewisToken)).changes]).toEqual([null, []])
  })

  test('cannot cover a session that is cancelled, covered, their own, past, more than a week ahead or unknown', async () => {
    await putSession(day(1), { cancelled: true })
    await putSession(day(3), { cover_uuid: one.coach })
    const annasToken = (await world.logIn(one, 'coach')).token
    const otherCoachToken = (await world.logIn(two, 'coach')).token
    for (const [reply, status, fieldOrCode] of [
      [await sendCover('PUT', day(1)), 409, 'SESSION_STATE'],
      [await sendCover('PUT', day(3)), 409, 'SESSION_STATE'],
      [await sendCover('PUT', day(2), annasToken), 409, 'SESSION_STATE'],
      [await sendCover('PUT', day(-1)), 404, 'date'],
      [await sendCover('PUT', day(8)), 404, 'date'],
      [await sendCover('PUT', '2026-02-30'), 400, 'date'],
      [await sendCover('PUT', day(2), dewisToken, two.group), 404, 'id'],
      [await sendCover('PUT', day(2), dewisToken, crypto.randomUUID()), 404, 'id'],
    ] as const) {
      const { error, field } = reply.json<{ error: string; field?: string }>()
      expect([reply.statusCode, field ?? error], reply.body).toEqual([status, fieldOrCode])
    }
    const requestOfOtherClient = {
      method: 'PUT' as const,
      url: `${sessionUrl(day(2))}/cover`,
      host: two.host('coach'),
      token: otherCoachToken,
    }
    expect((await world.request(requestOfOtherClient)).statusCode).not.toBe(204)
    // the seventh day ahead is the last one
    expect((await sendCover('PUT', day(7))).statusCode).toBe(204)
    expect(await coverOf(day(2))).toBe(null)
  })

  test('covers none any more once their account is one of another kind', async () => {
    await putSession(day(2), { cover_uuid: dewi })
    const setType = (type: string) => world.owner.query('UPDATE users SET type = $2 WHERE id = $1', [dewi, type])
    await setType('admin')
    const { cover } = (await asAdmin({ url: sessionUrl(day(2)) })).json<DatedSession>()
    await setType('coach')
    expect(cover).toBeNull()
  })

  test('cannot end a cover for which an administrator named them', async () => {
    await putSession(day(2), { cover_uuid: dewi })
    expect((await sendCover('DELETE', day(2))).statusCode).toBe(404)
    expect((await sendCover('DELETE', day(2), (await world.logIn(one, 'coach')).token)).statusCode).toBe(404)
    expect(await coverOf(day(2))).toBe('Dewi')
  })

  test('needs the client’s flag to cover a session, and administrators cannot take one', async () => {
    expect((await asAdmin({ method: 'PUT', url: `${sessionUrl(day(2))}/cover` })).statusCode).toBe(403)
    await allowAllClasses(false)
    try {
      const login = { client_id: one.id, type: 'coach', email: 'dewi@one.example', password: PASSWORD }
      const reply = await world.request({ method: 'POST', url: '/v1/auth/login', payload: login })
      expect((await sendCover('PUT', day(2), reply.json<LoginReply>().token)).statusCode).toBe(403)
      expect(await coverOf(day(2))).toBe(null)
    } finally {
      await allowAllClasses(true)
    }
  })
})

describe('a tablet knows when a group met', () => {
  /** The group as the tablet of its coach has it. */
  const readFromTablet = async () => {
    const group = groupOf((await pull((await world.logIn(one, 'coach')).token)).changes)
    if (!group) throw new Error('the tablet has no such group')
    return group
  }

  test('on each day of which a register may be taken, up to a year back', async () => {
    await putSession(day(-365), { cancelled: true, reason: 'Snow' })
    await putSession(day(-100), { cancelled: true, reason: 'Ill' })
    const group = await readFromTablet()
    expect([day(-365), day(-100), day(-99)].map((date) => isCancelled(group, date))).toEqual([true, true, false])
  })

  test('although the term before the days between two terms ended more than a year ago', async () => {
    await postTerm({ first_date: day(-500), last_date: day(-470) })
    await postTerm({ first_date: day(-440), last_date: day(-380) })
    await postTerm({ first_date: day(-350), last_date: day(-300) })
    const group = await readFromTablet()
    expect([day(-365), day(-351), day(-350)].map((date) => meetsOn(group, date))).toEqual([false, false, true])
    // terms that no day within reach depends on are not sent
    expect(group.terms).toHaveLength(2)
  })
})

describe('terms and holidays', () => {
  test('are created, changed and removed, each with an entry in the log, and reach the tablets', async () => {
    const before = await countAuditEntries('term')
    const { cursor } = await pull((await world.logIn(one, 'coach')).token)
    const reply = await postTerm({
      kind: 'holiday',
      name: { en: ' Half term ' },
      first_date: day(1),
      last_date: day(3),
    })
    expect(reply.statusCode, reply.body).toBe(201)
    const { id } = reply.json<Term>()
    const groupOnDevice = groupOf((await pull((await world.logIn(one, 'coach')).token, cursor)).changes)
    expect(groupOnDevice?.terms).toEqual([
      { kind: 'holiday', name: { en: 'Half term' }, first_date: day(1), last_date: day(3) },
    ])
    expect(groupOnDevice && [day(0), day(1), day(3), day(4)].map((date) => meetsOn(groupOnDevice, date))).toEqual([
      true,
      false,
      false,
      true,
    ])

    const body = { kind: 'holiday', name: { en: 'Half term' }, first_date: day(1), last_date: day(2) }
    expect((await asAdmin({ method: 'PUT', url: `/v1/terms/${id}`, payload: body })).json<Term>().last_date).toBe(
      day(2),
    )
    const terms = (await asAdmin({ url: '/v1/terms' })).json<Term[]>()
    expect(terms).toEqual([{ id, revision: expect.any(String) as string, ...body }])
    expect((await asAdmin({ method: 'DELETE', url: `/v1/terms/${id}` })).statusCode).toBe(204)
    expect((await asAdmin({ method: 'DELETE', url: `/v1/terms/${id}` })).statusCode).toBe(404)
    expect((await asAdmin({ url: '/v1/terms' })).json<Term[]>()).toEqual([])
    expect(await countAuditEntries('term')).toBe(before + 3)
  })

  test('that a second administrator has changed meanwhile are not overwritten from what the first one saw', async () => {
    const seen = (await postTerm({ name: { en: 'Autumn' } })).json<Term>()
    const { id, revision, ...body } = seen
    const put = (change: Partial<TermBody>, ifMatch: string) =>
      asAdmin({
        method: 'PUT',
        url: `/v1/terms/${id}`,
        headers: { 'if-match': `"${ifMatch}"` },
        payload: { ...body, ...change },
      })
    const longer = (await put({ last_date: addDays(body.last_date, 7) }, revision)).json<Term>()
    expect((await put({ name: { en: 'Winter' } }, revision)).json()).toMatchObject({
      error: 'EDIT_CONFLICT',
      status: 412,
    })
    expect((await asAdmin({ url: '/v1/terms' })).json<Term[]>()).toContainEqual(longer)
    expect((await put({}, longer.revision)).json<Term>()).toEqual(seen)
    expect((await asAdmin({ method: 'DELETE', url: `/v1/terms/${id}` })).statusCode).toBe(204)
  })

  test('with a wrong field are refused, and the reply names the field; another client’s are not found', async () => {
    for (const [change, field] of [
      [{ name: {} }, 'name'],
      [{ name: { en: 'x'.repeat(51) } }, 'name'],
      [{ first_date: '2026-02-30' }, 'first_date'],
      [{ first_date: '0000-01-01' }, 'first_date'],
      [{ last_date: '2019-01-01' }, 'last_date'],
      [{ kind: 'party' }, 'kind'],
      [{ club_id: two.club }, 'club_id'],
    ] as const) {
      const reply = await postTerm(change)
      expect([reply.statusCode, reply.json<{ field: string }>().field], JSON.stringify(change)).toEqual([400, field])
    }
    const otherAdminToken = (await world.logIn(two, 'club')).token
    const { id } = (await postTerm({})).json<Term>()
    const otherClient = { host: two.host('club'), token: otherAdminToken, url: `/v1/terms/${id}` }
    expect((await world.request({ method: 'DELETE', ...otherClient })).statusCode).toBe(404)
  })

  test('cannot be changed where a course provider owns the sessions, and there is no calendar', async () => {
    await world.owner.query(`UPDATE clients SET auth_provider = 'coursepro' WHERE client_id = 'one'`)
    try {
      expect((await postTerm({})).statusCode).toBe(403)
      expect((await putSession(day(1), { cancelled: true })).statusCode).toBe(403)
      expect((await asAdmin({ url: `/v1/calendar?from=${today}&to=${today}` })).statusCode).toBe(403)
      expect((await asAdmin({ url: sessionUrl(day(1)) })).statusCode).toBe(200)
    } finally {
      await world.owner.query(`UPDATE clients SET auth_provider = 'local' WHERE client_id = 'one'`)
    }
  })
})

describe('the calendar', () => {
  test('agrees with the rules of the domain for each day, whatever the terms are', async () => {
    const seals = crypto.randomUUID()
    await inTenant(world.db, one.id, 'write', (tx) =>
      addGroup(tx, {
        id: seals,
        clubId: one.club,
        name: 'Seals',
        scheme_slug: 'swim',
        levels: ['/stage-1'],
        start_at: '09:00',
        weekdays: [2, 5],
        first_date: day(4),
        last_date: day(30),
        place: 'Pool 2',
        max_size: 8,
        coaches: [{ uuid: dewi }],
      }),
    )
    await postTerm({ first_date: day(-20), last_date: day(5) })
    await postTerm({ first_date: day(12), last_date: day(28) })
    await postTerm({ kind: 'holiday', name: { en: 'Snow' }, first_date: day(15), last_date: day(17) })
    await putSession(day(2), { cancelled: true, reason: 'Ill' })
    await putSession(day(3), { cover_uuid: dewi })
    const groups = (await asAdmin({ url: '/v1/groups?per_page=100' })).json<Group[]>()
    const readCalendar = async (filters = '') =>
      (await asAdmin({ url: `/v1/calendar?from=${day(0)}&to=${day(41)}${filters}` })).json<Calendar>()
    const calendar = await readCalendar()
    expect(calendar.days).toHaveLength(42)
    for (const { date, sessions } of calendar.days)
      expect(sessions.map(({ group_id }) => group_id).sort(), date).toEqual(
        groups
          .filter((group) => meetsOn(group, date))
          .map(({ id }) => id)
          .sort(),
      )
    // days[n] is n days ahead: the sixth is between the terms, and the sixteenth is in the holiday
    expect(calendar.days[2]).toMatchObject({ cancelled: 1, term: { en: 'Autumn', cy: 'Hydref' } })
    expect(calendar.days[3]?.sessions[0]?.cover).toMatchObject({ firstname: 'Dewi' })
    expect(calendar.days[6]).toMatchObject({ closed: true, holiday: null, total: 0 })
    expect(calendar.days[16]).toMatchObject({ closed: true, holiday: { en: 'Snow' } })
    expect(calendar.places).toEqual(['Pool 2'])

    const datesAndNames = ({ days }: Calendar) =>
      days.flatMap(({ sessions, date }) => sessions.map((session) => `${date} ${session.name}`))
    const inPool2 = datesAndNames(await readCalendar('&place=Pool%202'))
    expect(inPool2.every((dateAndName) => dateAndName.endsWith('Seals'))).toBe(true)
    const dewisSessions = datesAndNames(await readCalendar(`&coach_uuid=${dewi}`))
    expect(dewisSessions).toContain(`${day(3)} Dolphins`)
    expect(dewisSessions).not.toContain(`${day(4)} Dolphins`)
    // a day with two sessions shows only the first one
    const fullDay = (await readCalendar('&per_day=1')).days.find(({ total }) => total === 2)
    expect(fullDay?.sessions).toMatchObject([{ name: 'Seals' }])
  })

  test('covers at most six weeks, and its first day is not after its last', async () => {
    for (const [from, to, field] of [
      [day(0), day(42), 'to'],
      [day(1), day(0), 'to'],
      ['2026-02-30', day(0), 'from'],
      ['0000-01-01', '0000-01-02', 'from'],
    ]) {
      const reply = await asAdmin({ url: `/v1/calendar?from=${from}&to=${to}` })
      expect([reply.statusCode, reply.json<{ field: string }>().field]).toEqual([400, field])
    }
  })
})
