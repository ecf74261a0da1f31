import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { age } from '#domain/platform/club-time.ts'
import { daysToBirthday, latestBirthOfAge, yearsAndMonths } from './birthday.ts'

const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const dates = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2060, 0, 1) }).map(dateOf)

describe('age in years and months', () => {
  test.each([
    ['2018-11-21', '2026-11-21', 8, 0],
    ['2018-11-22', '2026-11-21', 7, 11],
    ['2018-10-21', '2026-11-21', 8, 1],
    // a month is complete on the day of birth, or on the day after a month without that day
    ['2018-03-31', '2026-04-30', 8, 0],
    ['2018-03-31', '2026-05-01', 8, 1],
    ['2020-02-29', '2027-02-28', 6, 11],
    ['2020-02-29', '2027-03-01', 7, 0],
    ['2020-02-29', '2028-02-29', 8, 0],
    ['2026-11-21', '2026-11-21', 0, 0],
  ])('born %s, on %s: %i years %i months', (dob, today, years, months) => {
    expect(yearsAndMonths(dob, today)).toEqual({ years, months })
  })

  test('has the years of the age in whole years on every day', () => {
    fc.assert(
      fc.property(dates, dates, (dob, today) => {
        expect(yearsAndMonths(dob, today).years).toBe(age(dob, today))
      }),
      { examples: [['2020-02-29', '2027-02-28']] },
    )
  })
})

describe('the latest date of birth of an age', () => {
  test.each([
    [12, '2026-11-21', '2014-11-21'],
    [1, '2024-02-29', '2023-02-28'],
    [4, '2024-02-29', '2020-02-29'],
    [7, '2027-02-28', '2020-02-28'],
    [8, '2027-02-28', '2019-02-28'],
  ])('%i years on %s: %s', (years, today, birth) => {
    expect(latestBirthOfAge(years, today)).toBe(birth)
  })

  test('is of that age, and somebody born a day later is younger', () => {
    fc.assert(
      fc.property(dates, fc.integer({ min: 0, max: 99 }), (today, years) => {
        const birth = latestBirthOfAge(years, today)
        const dayLater = dateOf(Date.parse(birth) + 86_400_000)
        expect(age(birth, today)).toBe(years)
        expect(age(dayLater, today)).toBe(years - 1)
      }),
    )
  })
})

describe('days to the birthday', () => {
  test.each([
    ['2018-11-21', '2026-11-21', 0],
    ['2018-11-22', '2026-11-21', 1],
    ['2018-11-20', '2026-11-21', 364],
    ['2018-01-02', '2026-12-30', 3],
    // a birthday on 29 February is on 1 March in other years
    ['2020-02-29', '2027-02-27', 2],
    ['2020-02-29', '2028-02-27', 2],
  ])('born %s, on %s: %i', (dob, today, days) => {
    expect(daysToBirthday(dob, today)).toBe(days)
  })
})
