import fc from 'fast-check'
import { expect, test } from 'vitest'
import { localDate, localMinutes, mondayFirst, mondayOf, nextTimeAt, noonOf } from './club-time.ts'

const zones = ['Europe/London', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/St_Johns', 'Pacific/Chatham', 'UTC']

test('the local date and minute of any moment are those that Intl shows for the zone', () => {
  const moment = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2040, 0, 1) })
  fc.assert(
    fc.property(moment, fc.constantFrom(...zones), (ms, timeZone) => {
      const shown = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(ms)
      const minutes = localMinutes(ms, timeZone)
      const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
      expect(`${localDate(ms, timeZone)} ${time}`).toBe(shown)
    }),
    { numRuns: 2_000, seed: 5 },
  )
})

test('the week begins on Monday', () => {
  expect(mondayFirst([0, 6, 1, 3, 1])).toEqual([1, 3, 6, 0])
  // a Sunday, and a Monday around the end of a year
  expect(['2026-03-01', '2026-03-02', '2027-01-01'].map(mondayOf)).toEqual(['2026-02-23', '2026-03-02', '2026-12-28'])
})

test('noon of a date is on that date at twelve, also where clocks are 12 hours or more ahead of UTC', () => {
  const days = fc.integer({ min: 0, max: 365 * 40 })
  const farZones = [...zones, 'Pacific/Auckland', 'Pacific/Kiritimati', 'Pacific/Pago_Pago']
  fc.assert(
    fc.property(days, fc.constantFrom(...farZones), (day, timeZone) => {
      const date = new Date(Date.UTC(2000, 0, 1 + day)).toISOString().slice(0, 10)
      const noonMs = noonOf(date, timeZone) * 1000
      expect([localDate(noonMs, timeZone), localMinutes(noonMs, timeZone)]).toEqual([date, 720])
    }),
    { numRuns: 2_000, seed: 7 },
  )
})

// 210 minutes after midnight is half past three. On the Chatham Islands clocks go from a quarter to three to a quarter
// to four once a year, so on that day there is no half past three, and the result is half past four (270) instead.
test('the next half past three is at most 25 hours away, and clocks of the zone show it then', () => {
  const moment = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2040, 0, 1) })
  fc.assert(
    fc.property(moment, fc.constantFrom(...zones), (ms, timeZone) => {
      const next = nextTimeAt(ms, 210, timeZone)
      expect(next).toBeGreaterThan(ms)
      expect(next - ms).toBeLessThanOrEqual(25 * 3_600_000)
      expect([210, timeZone === 'Pacific/Chatham' ? 270 : 210]).toContain(localMinutes(next, timeZone))
    }),
    { numRuns: 2_000, seed: 6 },
  )
  // the day on which clocks in Paris go from two to three, so that half past two (150 minutes) does not exist
  const skipped = nextTimeAt(Date.parse('2026-03-28T23:30Z'), 150, 'Europe/Paris')
  expect(new Date(skipped).toISOString()).toMatch(/^2026-03-29T0[01]:30/)
})
