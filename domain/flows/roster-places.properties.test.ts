import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#domain/platform/club-time.ts'
import { diffPlaces, type Booking, type BookedPlace, type RosterGroup } from './roster-places.ts'

const today = '2026-11-21'
const day = fc.integer({ min: -40, max: 40 }).map((n) => addDays(today, n))
const person = fc.constantFrom('a', 'b', 'c')
const booking: fc.Arbitrary<Booking> = fc.record({
  person,
  from: fc.option(day, { nil: null }),
  to: fc.option(day, { nil: null }),
})
/** A person's place in the group, as the table has it. */
const place: fc.Arbitrary<BookedPlace> = fc.record({ person, from: day, to: fc.option(day, { nil: null }) })
const places = fc.uniqueArray(place, { selector: ({ person: who, from }) => `${who} ${from}`, maxLength: 8 })
const group: fc.Arbitrary<RosterGroup> = fc.record({
  firstDate: day,
  ended: fc.boolean(),
  today: fc.constant(today),
  yesterday: fc.constant(addDays(today, -1)),
})

/** The table of places after the writes. It has one row for each person and first day. */
function write(existing: readonly BookedPlace[], written: readonly BookedPlace[]): BookedPlace[] {
  const keyOf = ({ person: who, from }: BookedPlace) => `${who} ${from}`
  return [...new Map([...existing, ...written].map((row) => [keyOf(row), row])).values()]
}

const isOpen = ({ to }: { to: string | null }) => to === null || to >= today

test('after the writes the open places are those that are booked, and a second diff is empty', () => {
  fc.assert(
    fc.property(group, fc.array(booking, { maxLength: 8 }), places, (rosterGroup, bookings, existing) => {
      const { entered, changed, ended } = diffPlaces(rosterGroup, bookings, existing)
      const after = write(existing, [...entered, ...changed, ...ended])
      const open = after.filter(isOpen)
      const booked = rosterGroup.ended ? [] : bookings.filter(isOpen)
      expect(new Set(open.map((one) => one.person))).toEqual(new Set(booked.map((one) => one.person)))
      for (const { person: who, from } of booked.filter((one) => one.from !== null))
        expect(open.some((one) => one.person === who && one.from === from)).toBe(true)
      const again = diffPlaces(rosterGroup, bookings, after)
      expect(again).toEqual({ entered: [], changed: [], ended: [] })
    }),
    { numRuns: 2_000, seed: 28 },
  )
})

test('no place is deleted, and one that was over is unchanged unless it is booked again from its first day', () => {
  fc.assert(
    fc.property(group, fc.array(booking, { maxLength: 8 }), places, (rosterGroup, bookings, existing) => {
      const { entered, changed, ended } = diffPlaces(rosterGroup, bookings, existing)
      const after = write(existing, [...entered, ...changed, ...ended])
      expect(after.length).toBeGreaterThanOrEqual(existing.length)
      for (const past of existing.filter((one) => !isOpen(one))) {
        const isBookedAgain = bookings.some(
          (one) => isOpen(one) && one.person === past.person && one.from === past.from,
        )
        // a booking without a first day begins today or on the group's first day, and so can be of this same place
        const mayBeginThen = past.from >= today
        if (!isBookedAgain && !mayBeginThen) expect(after).toContainEqual(past)
      }
    }),
    { numRuns: 2_000, seed: 29 },
  )
})
