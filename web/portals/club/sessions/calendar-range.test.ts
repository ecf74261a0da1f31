import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, daysBetween, weekday } from '#domain/platform/club-time.ts'
import { dayIn, isInPeriod, rangeOf, VIEWS } from './calendar-range.ts'

test('a week begins on Monday, a month is filled up to whole weeks, a day is only itself', () => {
  expect(rangeOf('week', '2026-11-22')).toMatchObject({ from: '2026-11-16', to: '2026-11-22', after: '2026-11-23' })
  expect(rangeOf('month', '2026-11-21')).toEqual({
    from: '2026-10-26',
    to: '2026-12-06',
    before: '2026-10-01',
    after: '2026-12-01',
  })
  expect(rangeOf('day', '2026-12-31')).toMatchObject({ from: '2026-12-31', to: '2026-12-31', after: '2027-01-01' })
})

test('today is in the period that is shown, not only on one of the days that fill up its weeks', () => {
  // the month of November is shown until Sunday, December 6th
  expect(isInPeriod('month', '2026-11-21', '2026-12-01')).toBe(false)
  expect(isInPeriod('month', '2026-12-31', '2026-12-01')).toBe(true)
  expect(isInPeriod('week', '2026-11-30', '2026-12-06')).toBe(true)
  expect(isInPeriod('week', '2026-11-29', '2026-11-30')).toBe(false)
  expect(isInPeriod('day', '2026-12-01', '2026-12-01')).toBe(true)
})

test('the day is read from the URL; an invalid day, or one at the end of the calendar, becomes today', () => {
  const dayAt = (on: string) => dayIn(new URLSearchParams({ on }), '2026-11-22')
  expect(dayAt('2026-12-24')).toBe('2026-12-24')
  for (const on of ['', 'x', '2026-02-30', '0001-01-01', '9999-12-31']) expect(dayAt(on), on).toBe('2026-11-22')
})

test('the range of a date contains it, lies between the previous and the next range, and has at most six weeks', () => {
  // about eleven years
  const dates = fc.integer({ min: 0, max: 4_000 }).map((days) => addDays('2024-01-01', days))
  fc.assert(
    fc.property(fc.constantFrom(...VIEWS), dates, (view, date) => {
      const { from, to, before, after } = rangeOf(view, date)
      expect(from <= date && date <= to).toBe(true)
      expect(daysBetween(from, to)).toBeLessThan(6 * 7)
      if (view !== 'day') expect([weekday(from), weekday(to)]).toEqual([1, 0])
      expect(before < date && date < after).toBe(true)
      expect(rangeOf(view, rangeOf(view, after).before)).toEqual(rangeOf(view, date))
      expect(rangeOf(view, rangeOf(view, before).after)).toEqual(rangeOf(view, date))
    }),
    // fixed, so that each run checks the same dates
    { seed: 3 },
  )
})
