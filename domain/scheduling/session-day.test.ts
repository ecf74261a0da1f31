import { expect, test } from 'vitest'
import { comingDays, isComingDay, isTodayOrRecent, todayAndDaysBefore } from './session-day.ts'

test.each([
  ['2026-11-21', 0, true],
  ['2026-11-22', 7, false],
  ['2026-11-20', 0, false],
  ['2026-11-14', 7, true],
  ['2026-11-13', 7, false],
  ['2026-11-31', 30, false],
  ['soon', 30, false],
  ['', 30, false],
])('the session date %j with a limit of %i days is allowed: %s', (date, daysBack, isAllowed) => {
  expect(isTodayOrRecent(date, '2026-11-21', daysBack)).toBe(isAllowed)
})

test('the days to choose from run from today back to the limit, over the ends of months and clock changes', () => {
  expect(todayAndDaysBefore('2026-03-30', 2)).toEqual(['2026-03-30', '2026-03-29', '2026-03-28'])
  expect(todayAndDaysBefore('2026-03-01', 1)).toEqual(['2026-03-01', '2026-02-28'])
  expect(todayAndDaysBefore('2026-03-01', 0)).toEqual(['2026-03-01'])
  for (const day of todayAndDaysBefore('2026-11-21', 40)) expect(isTodayOrRecent(day, '2026-11-21', 40)).toBe(true)
})

test.each([
  ['2026-11-21', false],
  ['2026-11-20', false],
  ['2026-11-22', true],
  ['2026-11-28', true],
  ['2026-11-29', false],
  ['2026-11-31', false],
  ['soon', false],
])('%j is one of the days of the coming week: %s', (date, isComing) => {
  expect(isComingDay(date, '2026-11-21')).toBe(isComing)
})

test('the coming week has seven days from tomorrow on, over the ends of months and clock changes', () => {
  expect(comingDays('2026-03-27')).toEqual([
    '2026-03-28',
    '2026-03-29',
    '2026-03-30',
    '2026-03-31',
    '2026-04-01',
    '2026-04-02',
    '2026-04-03',
  ])
  for (const day of comingDays('2026-11-21')) expect(isTodayOrRecent(day, '2026-11-21', 30)).toBe(false)
})
