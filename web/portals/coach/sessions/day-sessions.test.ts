import { describe, expect, test } from 'vitest'
import type { Group } from '#contract/scheduling/groups.ts'
import { storedGroupFields } from '#domain/scheduling/group-fields.ts'
import { timeOf } from '#domain/platform/club-time.ts'
import {
  upcomingCovers,
  isAllDay,
  isCoveredByOther,
  nowAndNext,
  canOpenGroup,
  pageOf,
  canPlanGroup,
  hasBegun,
  searchAndSort,
  sessionsOn,
  takesSession,
} from './day-sessions.ts'

const group = (name: string, change: Partial<Group> = {}): Group => ({
  ...storedGroupFields({ name, scheme_slug: 'swim', start_at: '16:00', weekdays: [6], first_date: '2026-01-01' }),
  id: name,
  club_id: 'c',
  assessment_levels: [],
  session_plan_uuid: null,
  time_zone: 'Europe/London',
  total_members: 3,
  members_loaded: true,
  teacher_ngo_id: null,
  coaches: [],
  ...change,
})
/** A Saturday, the weekday of the groups. */
const DATE = '2026-11-21'

describe('today', () => {
  test('lists the groups of this weekday between their first and last date, by time', () => {
    const groups = [
      group('B', { start_at: '17:00' }),
      group('A'),
      group('None', { start_at: null }),
      group('Friday', { weekdays: [5] }),
      group('Over', { last_date: '2026-11-20' }),
      group('Coming', { first_date: '2026-11-22' }),
    ]
    expect(sessionsOn(groups, DATE).map((session) => session.group.name)).toEqual(['A', 'B', 'None'])
  })

  test('tells the sessions that run now, the last one begun first, and the next one', () => {
    const sessions = sessionsOn(
      [group('All day', { start_at: '00:00', duration_minutes: 1440 }), group('A'), group('B', { start_at: '17:00' })],
      DATE,
    )
    const nowAndNextAt = (minute: number) => {
      const { now, next } = nowAndNext(sessions, minute)
      return [now.map((session) => session.group.name), next?.group.name]
    }
    expect(nowAndNextAt(16 * 60)).toEqual([['A', 'All day'], 'B'])
    expect(nowAndNextAt(16 * 60 + 30)).toEqual([['All day'], 'B'])
    expect(nowAndNextAt(17 * 60)).toEqual([['B', 'All day'], undefined])
    // the end of the session that lasts all day
    expect(timeOf(1440)).toBe('00:00')
  })

  test('that began together with another keeps the order of names among those of now', () => {
    const sessions = sessionsOn([group('B'), group('C', { start_at: '15:50' }), group('A')], DATE)
    const { now } = nowAndNext(sessions, 16 * 60 + 10)
    expect(now.map((session) => session.group.name)).toEqual(['A', 'B', 'C'])
  })

  test('has begun from its start on and on past days, and without a time on the whole day', () => {
    const begins = (start_at: string | null, today: string, minute: number) =>
      sessionsOn([group('A', { start_at })], DATE).map((session) => hasBegun(session, DATE, { today, minute }))
    expect(begins('16:00', DATE, 15 * 60 + 59)).toEqual([false])
    expect(begins('16:00', DATE, 16 * 60)).toEqual([true])
    expect(begins('16:00', '2099-01-01', 0)).toEqual([true])
    expect(begins(null, DATE, 0)).toEqual([true])
    expect(begins(null, '2000-01-01', 0)).toEqual([false])
  })
})

describe('a dated session', () => {
  const dewi = { uuid: 'dewi', firstname: 'Dewi', lastname: 'Lloyd' }
  const notMoved = { date: DATE, moved_to: null, moved_from: null, start_at: null }
  const cancelled = { ...notMoved, cancelled: true, reason: 'No heating', cover: null, taken: false }
  const covered = { ...notMoved, cancelled: false, reason: null, cover: dewi, taken: true }

  test('that is cancelled stays in the list, and is neither now nor next', () => {
    const sessions = sessionsOn([group('A', { exceptions: [cancelled] }), group('B', { start_at: '17:00' })], DATE)
    expect(sessions.map((session) => session.exception?.reason)).toEqual(['No heating', undefined])
    const { now, next } = nowAndNext(sessions, 16 * 60 + 10)
    expect([now, next?.group.name]).toEqual([[], 'B'])
  })

  test('does not take place in a holiday', () => {
    const terms = [{ kind: 'holiday' as const, name: { en: 'Snow' }, first_date: DATE, last_date: DATE }]
    expect(sessionsOn([group('A', { terms })], DATE)).toEqual([])
  })

  test('that is covered belongs to the covering coach on that day alone', () => {
    const [session] = sessionsOn([group('A', { exceptions: [covered] })], DATE)
    expect(session && [isCoveredByOther(session, 'anna'), isCoveredByOther(session, 'dewi')]).toEqual([true, false])
    const coveredGroup = group('A', { exceptions: [covered], covering: [DATE] })
    expect(
      [DATE, '2026-11-28'].map((date) => [sessionsOn([coveredGroup], date).length, takesSession(coveredGroup, date)]),
    ).toEqual([
      [1, true],
      [0, false],
    ])
    // today's cover is not listed
    expect(upcomingCovers([coveredGroup, group('B', { covering: ['2026-11-28', '2026-11-22'] })], DATE)).toMatchObject([
      { group: { name: 'B' }, date: '2026-11-22' },
      { date: '2026-11-28' },
    ])
    expect(
      [coveredGroup, group('A'), group('A', { imported: true })].map((candidate) => canPlanGroup(candidate, DATE)),
    ).toEqual([true, true, false])
    // after the covered day
    expect(canPlanGroup(coveredGroup, '2026-12-31')).toBe(false)
    expect(takesSession(group('A'), DATE)).toBe(true)
    expect(takesSession(group('A', { imported: true }), DATE)).toBe(false)
  })
})

describe('the table of sessions', () => {
  test('is searched with or without accents', () => {
    const names = (term: string) =>
      searchAndSort(sessionsOn([group('Tŷ Coch'), group('Otters')], DATE), term, {
        field: 'name',
        descending: false,
      }).map((session) => session.group.name)
    for (const term of ['ty', 'Tŷ']) expect(names(term), term).toEqual(['Tŷ Coch'])
  })

  test('is searched by name in any case, and sorted in either direction', () => {
    const sessions = sessionsOn(
      [
        group('Otters', { total_members: 1 }),
        group('Seals', { start_at: '15:00', total_members: 9 }),
        group('Sea otters'),
      ],
      DATE,
    )
    const names = (term: string, field: 'time' | 'name' | 'members', descending = false) =>
      searchAndSort(sessions, term, { field, descending }).map((session) => session.group.name)
    expect(names('OTTERS', 'name')).toEqual(['Otters', 'Sea otters'])
    expect(names('', 'time')).toEqual(['Seals', 'Otters', 'Sea otters'])
    expect(names('', 'members', true)).toEqual(['Seals', 'Sea otters', 'Otters'])
  })
})

test('a page past the end of a list that became shorter is its last one', () => {
  const rows = Array.from({ length: 21 }, (_, n) => n)
  expect(pageOf(rows, 1, 10)).toEqual({ rows: [10, 11, 12, 13, 14, 15, 16, 17, 18, 19], page: 1 })
  expect(pageOf(rows, 5, 10)).toEqual({ rows: [20], page: 2 })
  expect(pageOf([], 3, 10)).toEqual({ rows: [], page: 0 })
})

test('a group opens only with an id and its members on the device', () => {
  expect(canOpenGroup(group('A'))).toBe(true)
  expect(canOpenGroup(group('A', { id: '' }))).toBe(false)
  expect(canOpenGroup(group('A', { members_loaded: false }))).toBe(false)
})

test('a session of 24 hours is all day, whenever it begins', () => {
  const [shortIsAllDay, longIsAllDay] = sessionsOn(
    [group('Short'), group('Long', { start_at: '23:00', duration_minutes: 1440 })],
    DATE,
  ).map(isAllDay)
  expect([shortIsAllDay, longIsAllDay]).toEqual([false, true])
})
