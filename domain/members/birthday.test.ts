import { describe, expect, test } from 'vitest'
import { daysToBirthday, yearsAndMonths } from './birthday.ts'

describe('age in years and months', () => {
  test.each([
    ['2018-11-21', '2026-11-21', 8, 0],
    ['2018-11-22', '2026-11-21', 7, 11],
    ['2018-10-21', '2026-11-21', 8, 1],
    ['2018-03-31', '2026-04-29', 8, 0],
    ['2018-03-31', '2026-04-30', 8, 1],
    ['2020-02-29', '2027-02-27', 6, 11],
    ['2020-02-29', '2027-02-28', 7, 0],
    ['2026-11-21', '2026-11-21', 0, 0],
  ])('born %s, on %s: %i years %i months', (dob, today, years, months) => {
    expect(yearsAndMonths(dob, today)).toEqual({ years, months })
  })
})

describe('days to the birthday', () => {
  test.each([
    ['2018-11-21', '2026-11-21', 0],
    ['2018-11-22', '2026-11-21', 1],
    ['2018-11-20', '2026-11-21', 364],
    ['2018-01-02', '2026-12-30', 3],
    ['2020-02-29', '2027-02-27', 2],
    ['2020-02-29', '2028-02-27', 2],
  ])('born %s, on %s: %i', (dob, today, days) => {
    expect(daysToBirthday(dob, today)).toBe(days)
  })
})
