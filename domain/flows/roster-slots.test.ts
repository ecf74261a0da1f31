import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mondayFirst } from '#domain/platform/club-time.ts'
import { periodsOf, slotsOf, type RosterSlot } from './roster-slots.ts'

test('days with the same time are one slot, and slots are in the order of the week', () => {
  expect(slotsOf(['TH 17:00-17:45', 'mo 16:45-17:30', 'SU 16:45-17:30', ' TU 16:45-17:30', 'MO 16:45-17:30'])).toEqual([
    { startAt: '16:45', durationMinutes: 45, weekdays: [1, 2, 0] },
    { startAt: '17:00', durationMinutes: 45, weekdays: [4] },
  ])
  expect(slotsOf(['WE 00:00-24:00'])).toEqual([{ startAt: '00:00', durationMinutes: 1440, weekdays: [3] }])
})

test('periods in any other form are ignored', () => {
  for (const period of [
    '',
    '1',
    'Monday 16:00',
    'MO 16:00',
    'MO 17:00-16:00',
    'MO 16:00-16:00',
    'MO 25:00-26:00',
    'MO 23:00-24:30',
  ])
    expect(slotsOf([period]), period).toEqual([])
})

test('any slot written as periods is read as the same slot', () => {
  const anySlot: fc.Arbitrary<RosterSlot> = fc
    .record({
      start: fc.integer({ min: 0, max: 1439 }),
      length: fc.integer({ min: 1, max: 1440 }),
      weekdays: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
    })
    .map(({ start, length, weekdays }) => ({
      startAt: `${String(Math.floor(start / 60)).padStart(2, '0')}:${String(start % 60).padStart(2, '0')}`,
      // a slot ends at midnight at the latest
      durationMinutes: Math.min(length, 1440 - start),
      weekdays: mondayFirst(weekdays),
    }))
  fc.assert(
    fc.property(anySlot, (slot) => {
      expect(slotsOf(periodsOf(slot))).toEqual([slot])
    }),
    { numRuns: 500, seed: 3 },
  )
})
