import { expect, test } from 'vitest'
import { isSessionDay, pastDays } from './session-day.ts'

test.each([
  ['2026-11-21', 0, true],
  ['2026-11-22', 7, false],
  ['2026-11-20', 0, false],
  ['2026-11-14', 7, true],
  ['2026-11-13', 7, false],
  ['2026-11-31', 30, false],
  ['soon', 30, false],
  ['', 30, false],
])('the session date %j with a limit of %i days may be chosen: %s', (date, most, may) => {
  expect(isSessionDay(date, '2026-11-21', most)).toBe(may)
})

test('the days to choose from run from today back to the limit, over the ends of months and clock changes', () => {
  expect(pastDays('2026-03-30', 2)).toEqual(['2026-03-30', '2026-03-29', '2026-03-28'])
  expect(pastDays('2026-03-01', 1)).toEqual(['2026-03-01', '2026-02-28'])
  expect(pastDays('2026-03-01', 0)).toEqual(['2026-03-01'])
  for (const day of pastDays('2026-11-21', 40)) expect(isSessionDay(day, '2026-11-21', 40)).toBe(true)
})
