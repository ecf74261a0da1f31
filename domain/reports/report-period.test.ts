import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { daysBetween, weekday } from '#domain/platform/club-time.ts'
import { snapshotDays, monthsBefore, reportPeriod } from './report-period.ts'

const day = fc
  .integer({ min: 0, max: 20_000 })
  .map((days) => new Date(Date.UTC(2000, 0, 1) + days * 86_400_000).toISOString().slice(0, 10))
const anyMonths = fc.constantFrom(1, 3, 6, 12)

describe('the period of a report', () => {
  test('is the last three months by weeks that begin on Mondays [9.18]', () => {
    const { from, to, starts } = reportPeriod('2026-11-21', 3)
    expect([from, to]).toEqual(['2026-08-22', '2026-11-21'])
    expect([starts.length, starts[0], starts.at(-1)]).toEqual([14, '2026-08-17', '2026-11-16'])
  })

  test('ends on the last day of a shorter month', () => {
    expect(monthsBefore('2026-05-31', 3)).toBe('2026-02-28')
    expect(monthsBefore('2028-03-31', 1)).toBe('2028-02-29')
    expect(monthsBefore('2026-02-28', 12)).toBe('2025-02-28')
  })

  test('is divided into weeks or months without gaps or overlaps', () => {
    fc.assert(
      fc.property(day, anyMonths, (today, months) => {
        const { from, to, starts } = reportPeriod(today, months)
        expect(to).toBe(today)
        // '~' comes after every date, so that a missing start fails
        expect([(starts[0] ?? '~') <= from, (starts.at(-1) ?? '~') <= today]).toEqual([true, true])
        starts.slice(1).forEach((start, index) => {
          expect(start > from).toBe(true)
          // `starts[index]` is the start before this one, because the first is left out
          const length = daysBetween(starts[index] ?? '', start)
          // reports of up to three months go by weeks
          if (months < 6) expect([weekday(start), length]).toEqual([1, 7])
          else expect([start.slice(8), length >= 28 && length <= 31]).toEqual(['01', true])
        })
      }),
    )
  })

  test('counts levels at the ends of the months and today', () => {
    expect(snapshotDays('2026-03-31', 3)).toEqual(['2025-12-31', '2026-01-31', '2026-02-28', '2026-03-31'])
  })
})
