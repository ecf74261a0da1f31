import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, daysBetween } from '#domain/platform/club-time.ts'
import { anyDay, anyTerms } from '#domain/testing/any-group.ts'
import { clubDay, clubDays, type Term } from './club-days.ts'

const term = (first_date: string, last_date: string, kind: Term['kind'] = 'term'): Term => ({
  kind,
  first_date,
  last_date,
})

describe('a club', () => {
  const terms = [
    term('2026-09-07', '2026-10-23'),
    term('2026-11-02', '2026-12-18'),
    term('2026-11-16', '2026-11-20', 'holiday'),
  ]

  test.each([
    ['2026-08-31', false, -1, 'before the first known term'],
    ['2026-09-07', false, 0, 'on the first day of a term'],
    ['2026-10-23', false, 0, 'on its last day'],
    ['2026-10-26', true, -1, 'between two terms'],
    ['2026-11-02', false, 1, 'on the first day of the next term'],
    ['2026-11-18', true, 1, 'in a holiday'],
    ['2026-11-23', false, 1, 'after the holiday'],
    ['2027-01-04', false, -1, 'after the last known term'],
  ])('on %s is closed: %s; its term is number %s: %s', (date, closed, index) => {
    expect(clubDay(terms, date)).toMatchObject({ date, closed, term: terms[index] ?? null })
  })

  test('knows the holiday of a day', () => {
    expect(clubDay(terms, '2026-11-18').holiday).toBe(terms[2])
    expect(clubDay(terms, '2026-10-26').holiday).toBeNull()
  })

  test('that has entered holidays only is open on all other days', () => {
    const holidays = [term('2026-01-01', '2026-01-01', 'holiday'), term('2026-12-25', '2026-12-25', 'holiday')]
    expect(clubDay(holidays, '2026-06-01').closed).toBe(false)
  })
})

test('days of a range follow each other by date and weekday, over leap days and the ends of years', () => {
  const firstDays = fc.integer({ min: 0, max: 200 * 366 }).map((days) => addDays('1990-01-01', days))
  fc.assert(
    fc.property(firstDays, fc.integer({ min: 0, max: 500 }), (from, length) => {
      const days = clubDays([], from, addDays(from, length))
      expect(days).toHaveLength(length + 1)
      days.forEach(({ date, weekday }, index) => {
        expect(date).toBe(addDays(from, index))
        // 1 January 1990 was a Monday
        expect(weekday).toBe((1 + daysBetween('1990-01-01', date)) % 7)
      })
    }),
    { numRuns: 100, seed: 11 },
  )
  const aroundLeapDay = clubDays([], '2028-02-28', '2028-03-01').map(({ date, weekday }) => `${date} ${weekday}`)
  expect(aroundLeapDay).toEqual(['2028-02-28 1', '2028-02-29 2', '2028-03-01 3'])
  // a year that 100 divides, but 400 does not, has no leap day
  expect(clubDays([], '2100-02-28', '2100-03-01')).toHaveLength(2)
})

test('a day is open in a new term but not in a holiday, and a later term closes days and never opens them', () => {
  fc.assert(
    fc.property(anyTerms, anyDay, (terms, date) => {
      const day = clubDay(terms, date)
      const withTerm = clubDay([...terms, term(date, date)], date)
      expect(withTerm.closed).toBe(day.holiday !== null)
      expect(clubDay([...terms, term(date, date, 'holiday')], date).closed).toBe(true)
      const withLaterTerm = clubDay([...terms, term('2030-01-01', '2030-02-01')], date)
      if (day.closed) expect(withLaterTerm.closed).toBe(true)
      if (day.closed && day.holiday === null) {
        expect(day.term).toBeNull()
        const isTermOn = (days: readonly string[]) => days.some((other) => clubDay(terms, other).term !== null)
        const daysAround = clubDays([], addDays(date, -600), addDays(date, 600)).map((around) => around.date)
        expect([isTermOn(daysAround.slice(0, 600)), isTermOn(daysAround.slice(601))]).toEqual([true, true])
      }
      // the order in which terms are listed does not matter
      expect(clubDay(terms.toReversed(), date).closed).toBe(day.closed)
    }),
    { numRuns: 500, seed: 12 },
  )
})
