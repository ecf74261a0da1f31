import fc from 'fast-check'
import { addDays } from '#domain/platform/club-time.ts'
import type { Term } from '#domain/scheduling/club-days.ts'
import type { GroupTimes, SessionException } from '#domain/scheduling/sessions.ts'

/** Any day from November 2027 to March 2029: a leap day, four changes of the clocks and two ends of years. */
const FIRST_DAY = '2027-11-01'
const DAYS = 500
export const anyDay = fc.integer({ min: 0, max: DAYS }).map((days) => addDays(FIRST_DAY, days))

/** Terms and holidays, which may overlap. */
export const anyTerms: fc.Arbitrary<Term[]> = fc.array(
  fc
    .tuple(fc.constantFrom('term' as const, 'holiday' as const), anyDay, fc.integer({ min: 0, max: 60 }))
    .map(([kind, first_date, days]) => ({ kind, first_date, last_date: addDays(first_date, days) })),
  { maxLength: 5 },
)

const anyTime = fc.constantFrom('00:00', '01:30', '09:15', '16:30', '23:45')

/**
 * Exceptions of some days: cancelled, at another time, or moved to another of these days. As in the database, a day has
 * one exception, and a moved session has one on either day.
 */
const anyExceptions: fc.Arbitrary<SessionException[]> = fc
  .uniqueArray(
    fc.record({ date: anyDay, other: anyDay, kind: fc.constantFrom('cancelled', 'time', 'moved'), time: anyTime }),
    {
      maxLength: 30,
      selector: ({ date }) => date,
    },
  )
  .map((changes) => {
    const usual = { cancelled: false, reason: null, cover: null }
    const exceptions = new Map<string, SessionException>()
    for (const { date, other, kind, time } of changes) {
      if (exceptions.has(date)) continue
      if (kind === 'cancelled') exceptions.set(date, { ...usual, date, cancelled: true, reason: 'Ill' })
      else if (kind === 'time') exceptions.set(date, { ...usual, date, start_at: time })
      else if (other !== date && !exceptions.has(other)) {
        exceptions.set(date, { ...usual, date, moved_to: other })
        exceptions.set(other, { ...usual, date: other, moved_from: date, start_at: time })
      }
    }
    return [...exceptions.values()]
  })

/** Any group: some end before they begin, and never meet. */
export const anyGroup: fc.Arbitrary<GroupTimes> = fc.record({
  weekdays: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
  first_date: anyDay,
  last_date: fc.option(anyDay),
  start_at: fc.option(anyTime),
  duration_minutes: fc.integer({ min: 5, max: 1440 }),
  terms: anyTerms,
  exceptions: anyExceptions,
})
