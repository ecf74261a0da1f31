import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { Member } from '#contract/assessment/linked-member.ts'
import type { ChangesReply } from '#contract/assessment/sync.ts'
import type { Group, GroupDetail } from '#contract/scheduling/groups.ts'
import type { Calendar, Term } from '#contract/scheduling/sessions.ts'
import { addDays } from '#domain/platform/club-time.ts'
import { clubDays } from '#domain/scheduling/club-days.ts'
import { sessionOn } from '#domain/scheduling/sessions.ts'
import { createWorld, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant
let today = ''
const tokens = { club: '', coach: '', parent: '' }
/** The groups of the coach and of the parent's child; what is edited. */
const groupIds: string[] = []

/** All readers are compared on these days from today, 42 in all. */
const [FIRST, LAST] = [-14, 27]
const day = (ahead: number) => addDays(today, ahead)

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one] = world.tenants
  today = world.today()
  for (const portal of ['club', 'coach', 'parent'] as const) tokens[portal] = (await world.logIn(one, portal)).token
  groupIds.push(one.group)
  for (const weekdays of [[1], [3, 6]]) {
    const reply = await asAdmin({
      method: 'POST',
      url: '/v1/groups',
      payload: {
        name: 'Seals',
        scheme_slug: 'swim',
        levels: ['/stage-1'],
        assessment_level_limit: false,
        is_slot: false,
        start_at: '17:00',
        duration_minutes: 45,
        weekdays,
        first_date: '2020-01-01',
        last_date: null,
        place: null,
        max_size: null,
        age_from: null,
        age_to: null,
        coaches: [{ uuid: one.coach, from: '2020-01-01', to: null }],
      },
    })
    expect(reply.statusCode, reply.body).toBe(201)
    const { id } = reply.json<GroupDetail>()
    groupIds.push(id)
    await asAdmin({ method: 'POST', url: `/v1/groups/${id}/members`, payload: { member_uuids: [one.members[0]] } })
  }
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

const asAdmin = (options: InjectOptions) => world.request({ host: one.host('club'), token: tokens.club, ...options })

/** One write of the office. The server may refuse it, for example when a session is moved to a day with a session. */
type Edit =
  | { do: 'group'; group: number; weekdays: number[]; first: number; last: number | null; start_at: string | null }
  /** `session` counts the sessions of the groups; `moved` is a day to which it is moved. */
  | { do: 'session'; session: number; change: 'none' | 'cancel' | 'cover' | 'move'; moved: number }
  | { do: 'add-term'; kind: Term['kind']; first: number; days: number }
  | { do: 'change-term'; term: number; first: number; days: number }
  | { do: 'remove-term'; term: number }

const anyGroup = fc.integer({ min: 0, max: 2 })
const anyDay = fc.integer({ min: FIRST - 5, max: LAST + 5 })
const anyEdit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({
    do: fc.constant('group' as const),
    group: anyGroup,
    weekdays: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 4 }),
    first: fc.integer({ min: -400, max: -5 }),
    last: fc.option(fc.integer({ min: 10, max: 60 })),
    start_at: fc.option(fc.constantFrom('08:30', '17:00')),
  }),
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('session' as const),
      session: fc.nat(),
      change: fc.constantFrom('none', 'cancel', 'cover', 'move', 'move'),
      moved: fc.integer({ min: 0, max: LAST }),
    }),
  },
  fc.record({
    do: fc.constant('add-term' as const),
    kind: fc.constantFrom('term', 'holiday'),
    first: anyDay,
    days: fc.nat(12),
  }),
  fc.record({ do: fc.constant('change-term' as const), term: fc.nat(2), first: anyDay, days: fc.nat(20) }),
  fc.record({ do: fc.constant('remove-term' as const), term: fc.nat(2) }),
)

async function write(edit: Edit): Promise<number> {
  const terms = (await asAdmin({ url: '/v1/terms' })).json<Term[]>()
  const send = async (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: object, headers = {}) =>
    (await asAdmin({ method, url, headers, ...(payload === undefined ? {} : { payload }) })).statusCode
  const termBody = (kind: Term['kind'], first: number, days: number) => ({
    kind,
    name: { en: 'Autumn' },
    first_date: day(first),
    last_date: day(first + days),
  })
  switch (edit.do) {
    case 'group': {
      const url = `/v1/groups/${groupIds[edit.group]}`
      const { revision } = (await asAdmin({ url })).json<GroupDetail>()
      const { weekdays, start_at } = edit
      const dates = { first_date: day(edit.first), last_date: edit.last === null ? null : day(edit.last) }
      return send('PATCH', url, { weekdays, start_at, ...dates }, { 'if-match': `"${revision}"` })
    }
    case 'session': {
      const sessions = await readOpenDays()
      const { groupId, date } = sessions[edit.session % sessions.length] ?? { groupId: one.group, date: today }
      return send('PUT', `/v1/groups/${groupId}/sessions/${date}`, {
        cancelled: edit.change === 'cancel',
        reason: edit.change === 'cancel' ? 'Ill' : null,
        cover_uuid: edit.change === 'cover' ? one.coach : null,
        moved: edit.change === 'move' ? { date: day(edit.moved), start_at: '09:15' } : null,
      })
    }
    case 'add-term':
      return send('POST', '/v1/terms', termBody(edit.kind, edit.first, edit.days))
    case 'change-term': {
      const term = terms[edit.term]
      return term ? send('PUT', `/v1/terms/${term.id}`, termBody(term.kind, edit.first, edit.days)) : 0
    }
    case 'remove-term': {
      const term = terms[edit.term]
      return term ? send('DELETE', `/v1/terms/${term.id}`) : 0
    }
  }
}

/** The sessions of the calendar, and the days that moved sessions have left, from which they can be moved again. */
async function readOpenDays(): Promise<{ groupId: string; date: string }[]> {
  const reply = await asAdmin({ url: `/v1/calendar?from=${day(FIRST)}&to=${day(LAST)}` })
  return reply
    .json<Calendar>()
    .days.flatMap(({ date, sessions }) =>
      sessions.map(({ group_id, moved_from }) => ({ groupId: group_id, date: moved_from ?? date })),
    )
}

/** A session as a text that all readers can be compared by. */
const textOf = (groupId: string, date: string, start: string | null, cancelled: boolean) =>
  `${date} ${groupIds.indexOf(groupId)} ${start}${cancelled ? ' cancelled' : ''}`

/** The sessions of groups, as a tablet and a parent's page compute them. */
function sessionsOf(groups: readonly Group[]): string[] {
  return groups
    .flatMap((group) =>
      clubDays(group.terms ?? [], day(FIRST), day(LAST)).flatMap((clubDay) => {
        const session = sessionOn(group, clubDay)
        return session ? [textOf(group.id, session.date, session.start_at, session.exception?.cancelled ?? false)] : []
      }),
    )
    .sort()
}

async function readCalendar(): Promise<string[]> {
  const reply = await asAdmin({ url: `/v1/calendar?from=${day(FIRST)}&to=${day(LAST)}` })
  return reply
    .json<Calendar>()
    .days.flatMap(({ date, sessions }) =>
      sessions.map(({ group_id, start_at, cancelled }) => textOf(group_id, date, start_at, cancelled)),
    )
    .sort()
}

async function readTablet(): Promise<string[]> {
  const reply = await world.request({ url: '/v1/sync/changes', token: tokens.coach })
  const { changes } = reply.json<ChangesReply>()
  return sessionsOf(changes.flatMap((change) => (change.kind === 'group' && change.data ? [change.data as Group] : [])))
}

async function readParent(): Promise<string[]> {
  const url = `/v1/users/${one.parent}/members?with_groups=1`
  const reply = await world.request({ url, host: one.host('parent'), token: tokens.parent })
  const [child] = reply.json<Member[]>().filter(({ uuid }) => uuid === one.members[0])
  return sessionsOf(child?.groups ?? [])
}

/** The sessions that can be opened. On its own day a moved session can be opened too; it is left out here. */
async function readDetails(): Promise<string[]> {
  const found: string[] = []
  for (const { date } of clubDays([], day(FIRST), day(LAST)))
    for (const id of groupIds) {
      const reply = await asAdmin({ url: `/v1/groups/${id}/sessions/${date}` })
      if (reply.statusCode !== 200) continue
      const { group, cancelled, moved_to } = reply.json<{
        group: { start_at: string | null }
        cancelled: boolean
        moved_to: string | null
      }>()
      if (moved_to === null) found.push(textOf(id, date, group.start_at, cancelled))
    }
  return found.sort()
}

test('calendar, tablet, parents and the detail of a session agree after any edits of groups, sessions and terms', async () => {
  const edits = fc.sample(anyEdit, { numRuns: 160, seed: 28 })
  const done: Record<string, number> = {}
  let compared = 0
  for (const [index, edit] of edits.entries()) {
    const status = await write(edit)
    expect(status, JSON.stringify(edit)).toBeLessThan(500)
    const kind = edit.do === 'session' ? edit.change : edit.do
    if (status >= 200 && status < 300) done[kind] = (done[kind] ?? 0) + 1
    if (index % 8 !== 7) continue
    const calendar = await readCalendar()
    compared += calendar.length
    expect(await readTablet(), `tablet after edit ${index}`).toEqual(calendar)
    expect(await readParent(), `parent after edit ${index}`).toEqual(calendar)
    if (index % 40 === 39) expect(await readDetails(), `details after edit ${index}`).toEqual(calendar)
  }
  // each kind of edit was accepted, how often depends on the weekday of today
  for (const kind of ['group', 'none', 'cancel', 'cover', 'move', 'add-term', 'change-term', 'remove-term'])
    expect(done[kind], kind).toBeGreaterThan(0)
  expect(compared).toBeGreaterThan(50)
})
