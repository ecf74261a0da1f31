import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, daysBetween, localDate, localMinutes } from '#domain/platform/club-time.ts'
import { anyDay, anyGroup } from '#domain/testing/any-group.ts'
import { clubDay, clubDays, type Term } from './club-days.ts'
import {
  comingSession,
  coverOn,
  isCancelled,
  mayCoverSession,
  isPlanned,
  meetsOn,
  minutesOf,
  sessionOn,
  startTimeOn,
  sessionsAhead,
  type SessionException,
  type GroupTimes,
} from './sessions.ts'

const anna = { uuid: 'a', firstname: 'Anna', lastname: 'Pritchard' }
const term = (first_date: string, last_date: string, kind: Term['kind'] = 'term'): Term => ({
  kind,
  first_date,
  last_date,
})
const exception = (date: string, more: Partial<SessionException>): SessionException => ({
  date,
  cancelled: false,
  reason: null,
  cover: null,
  ...more,
})
/** A group that meets on Mondays, of which 2026-11-23 is one. */
const groupWith = (more: Partial<GroupTimes> = {}): GroupTimes => ({
  weekdays: [1],
  first_date: '2026-01-01',
  last_date: null,
  start_at: '16:30',
  duration_minutes: 30,
  ...more,
})

describe('a session that was moved', () => {
  const moved = groupWith({
    exceptions: [
      exception('2026-11-23', { moved_to: '2026-11-25' }),
      exception('2026-11-25', { moved_from: '2026-11-23', start_at: '09:15' }),
      exception('2026-11-30', { start_at: '18:00' }),
    ],
    terms: [term('2026-11-24', '2026-11-26', 'holiday')],
  })

  test('is on its new day only, even in a holiday, and at its own time', () => {
    expect(['2026-11-23', '2026-11-25', '2026-11-30'].map((date) => meetsOn(moved, date))).toEqual([false, true, true])
    expect(['2026-11-25', '2026-11-30', '2026-12-07'].map((date) => startTimeOn(moved, date))).toEqual([
      '09:15',
      '18:00',
      '16:30',
    ])
  })

  test('is the next session on its new day, and is listed as moved until its original time is over', () => {
    const comingAt = (time: string) => comingSession(moved, Date.parse(time), 'UTC')
    const movedAway = [expect.objectContaining({ date: '2026-11-23', moved_to: '2026-11-25' })]
    expect(comingAt('2026-11-23T16:45Z')).toEqual({ next: { date: '2026-11-25', now: false }, cancelled: movedAway })
    expect(comingAt('2026-11-25T09:20Z')).toEqual({ next: { date: '2026-11-25', now: true }, cancelled: [] })
    expect(comingAt('2026-11-25T09:50Z')).toEqual({ next: { date: '2026-11-30', now: false }, cancelled: [] })
    expect(comingAt('2026-11-30T16:40Z').next).toEqual({ date: '2026-11-30', now: false })
  })
})

test('a session that was moved to a day after the group’s new last date does not take place', () => {
  const ended = groupWith({
    last_date: '2026-11-24',
    exceptions: [
      exception('2026-11-23', { moved_to: '2026-11-25' }),
      exception('2026-11-25', { moved_from: '2026-11-23' }),
    ],
  })
  expect(meetsOn(ended, '2026-11-25')).toBe(false)
  expect(comingSession(ended, Date.parse('2026-11-24T12:00Z'), 'UTC').next).toBeNull()
})

describe('whether a group meets', () => {
  const terms = [
    term('2026-09-07', '2026-10-23'),
    term('2026-11-02', '2026-12-18'),
    term('2026-11-16', '2026-11-20', 'holiday'),
  ]

  test.each([
    ['2026-09-07', true, 'the first day of a term'],
    ['2026-10-26', false, 'a day between two terms'],
    ['2026-11-02', true, 'the first day of the next term'],
    ['2026-11-16', false, 'a day in a holiday'],
    ['2026-11-23', true, 'a day after the holiday'],
    ['2026-11-24', false, 'a day with another weekday'],
    ['2026-08-31', true, 'a day before the first known term'],
    ['2027-01-04', true, 'a day after the last known term'],
  ])('on %s is %s: %s', (date, meets) => {
    expect(meetsOn(groupWith({ terms }), date)).toBe(meets)
  })

  test('depends on its weekdays and its own dates where no term is known', () => {
    const short = groupWith({ first_date: '2026-11-09', last_date: '2026-11-16' })
    expect(['2026-11-02', '2026-11-09', '2026-11-16', '2026-11-23'].map((date) => meetsOn(short, date))).toEqual([
      false,
      true,
      true,
      false,
    ])
  })
})

test('a cancelled session has no cover, and has its cover again when it is no longer cancelled', () => {
  const covered = (cancelled: boolean) =>
    groupWith({ exceptions: [exception('2026-11-23', { cancelled, cover: anna })] })
  expect(isCancelled(covered(true), '2026-11-23')).toBe(true)
  expect(coverOn(covered(true), '2026-11-23')).toBeNull()
  expect(coverOn(covered(false), '2026-11-23')).toEqual(anna)
  expect(coverOn(covered(false), '2026-11-30')).toBeNull()
})

describe('the session to come', () => {
  test('is found with the cancelled sessions before it', () => {
    const cancelledSession = exception('2026-11-23', { cancelled: true, reason: 'No heating' })
    expect(
      comingSession(groupWith({ exceptions: [cancelledSession] }), Date.parse('2026-11-21T12:00Z'), 'Europe/London'),
    ).toEqual({
      next: { date: '2026-11-30', now: false },
      cancelled: [cancelledSession],
    })
  })

  test('is found beyond a summer without terms', () => {
    const terms = [term('2026-04-13', '2026-07-17'), term('2026-09-07', '2026-12-18')]
    const { next } = comingSession(groupWith({ terms }), Date.parse('2026-07-18T12:00Z'), 'Europe/London')
    expect(next).toEqual({ date: '2026-09-07', now: false })
  })

  test('that lasts beyond midnight is on until it ends', () => {
    const late = groupWith({ start_at: '23:30', duration_minutes: 60 })
    const nextAt = (time: string) => comingSession(late, Date.parse(time), 'Europe/London').next
    expect(nextAt('2026-11-24T00:20Z')).toEqual({ date: '2026-11-23', now: true })
    expect(nextAt('2026-11-24T00:30Z')).toEqual({ date: '2026-11-30', now: false })
  })

  test('goes by the wall clock on the days when clocks change', () => {
    // London springs from 01:00 to 02:00 on 2026-03-29, and falls back from 02:00 to 01:00 on 2026-10-25
    const sunday = groupWith({ weekdays: [0], start_at: '09:00', duration_minutes: 60 })
    const nextAt = (time: string) => comingSession(sunday, Date.parse(time), 'Europe/London').next
    expect(nextAt('2026-03-29T07:59Z')).toEqual({ date: '2026-03-29', now: false })
    expect(nextAt('2026-03-29T08:00Z')).toEqual({ date: '2026-03-29', now: true })
    expect(nextAt('2026-10-25T08:30Z')).toEqual({ date: '2026-10-25', now: false })
    expect(nextAt('2026-10-25T09:30Z')).toEqual({ date: '2026-10-25', now: true })
  })

  const zones = ['Europe/London', 'Pacific/Auckland', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Kathmandu']
  const moment = fc.integer({ min: Date.parse('2027-11-01T00:00Z'), max: Date.parse('2029-03-15T00:00Z') })

  test('of any group at any moment takes place, has not ended, and is the first such session', () => {
    fc.assert(
      fc.property(anyGroup, moment, fc.constantFrom(...zones), (group, nowMs, zone) => {
        const [today, minute] = [localDate(nowMs, zone), localMinutes(nowMs, zone)]
        const takesPlace = (date: string) => meetsOn(group, date) && !isCancelled(group, date)
        const ended = (date: string) => {
          const start = startTimeOn(group, date)
          const durationMinutes = start === null ? 1440 : group.duration_minutes
          return minute + daysBetween(date, today) * 1440 - (start === null ? 0 : minutesOf(start)) >= durationMinutes
        }
        const { next, cancelled } = comingSession(group, nowMs, zone)
        // without a next session, the days checked are the next 150; `comingSession` looks further ahead than that
        const until = next?.date ?? addDays(today, 150)
        for (let date = addDays(today, -2); date < until; date = addDays(date, 1))
          expect(takesPlace(date) && !ended(date), date).toBe(false)
        for (const { date } of cancelled) expect(takesPlace(date) || date >= until, date).toBe(false)
        if (next) expect([takesPlace(next.date), ended(next.date)]).toEqual([true, false])
      }),
      { numRuns: 500, seed: 7 },
    )
  })
})

describe('the sessions of any group', () => {
  /** Two and a half years around all days of `anyDay`. */
  const [from, to] = ['2027-06-01', '2029-12-01']
  const datesOf = (group: GroupTimes) =>
    clubDays(group.terms ?? [], from, to).flatMap((day) => sessionOn(group, day)?.date ?? [])

  test('without exceptions are on its weekdays, between its dates, on open days, and all of these', () => {
    fc.assert(
      fc.property(anyGroup, (group) => {
        const dates = new Set(datesOf({ ...group, exceptions: [] }))
        for (let date = from; date <= to; date = addDays(date, 1)) {
          // 1 June 2027 was a Tuesday
          const weekday = (2 + daysBetween(from, date)) % 7
          const isOwnDate = date >= group.first_date && date <= (group.last_date ?? to)
          const isClosed = clubDay(group.terms ?? [], date).closed
          expect(dates.has(date), date).toBe(group.weekdays.includes(weekday) && isOwnDate && !isClosed)
        }
      }),
      { numRuns: 60, seed: 8 },
    )
  })

  test('are changed by an exception on its own date only', () => {
    fc.assert(
      fc.property(anyGroup, (group) => {
        const exceptions = group.exceptions ?? []
        const [dates, regularDates] = [new Set(datesOf(group)), new Set(datesOf({ ...group, exceptions: [] }))]
        const isWithin = (date: string) => date >= group.first_date && date <= (group.last_date ?? to)
        for (const { date, moved_to, moved_from } of exceptions) {
          const expected = moved_from ? isWithin(date) : !moved_to && regularDates.has(date)
          expect(dates.has(date), date).toBe(expected)
        }
        const otherDates = (all: ReadonlySet<string>) =>
          [...all].filter((date) => !exceptions.some((exception) => exception.date === date))
        expect(otherDates(dates)).toEqual(otherDates(regularDates))
      }),
      { numRuns: 200, seed: 9 },
    )
  })

  test('are as many after one is moved within its dates as before', () => {
    fc.assert(
      fc.property(anyGroup, anyDay, anyDay, (anyGroupAtAll, date, other) => {
        const group = { ...anyGroupAtAll, exceptions: [] }
        const isFree = other >= group.first_date && other <= (group.last_date ?? to) && !meetsOn(group, other)
        // the office may move only to such a day
        fc.pre(isPlanned(group, clubDay(group.terms ?? [], date)) && isFree)
        const moved = {
          ...group,
          exceptions: [exception(date, { moved_to: other }), exception(other, { moved_from: date, start_at: '07:00' })],
        }
        expect(datesOf(moved).length).toBe(datesOf(group).length)
        expect(sessionOn(moved, clubDay(group.terms ?? [], other))).toMatchObject({ date: other, start_at: '07:00' })
      }),
      { numRuns: 100, seed: 10 },
    )
  })
})

test('a coach can cover sessions of today and the seven days ahead, no others', () => {
  expect(sessionsAhead(groupWith(), '2026-11-23')).toEqual(['2026-11-23', '2026-11-30'])
  expect(sessionsAhead(groupWith({ last_date: '2026-11-29' }), '2026-11-24')).toEqual([])
  const dates = ['2026-11-22', '2026-11-23', '2026-11-30', '2026-12-01']
  expect(dates.map((date) => mayCoverSession(date, '2026-11-23'))).toEqual([false, true, true, false])
})
