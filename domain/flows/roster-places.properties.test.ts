import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#domain/platform/club-time.ts'
import { diffPlaces, type Booking, type BookedPlace, type RosterGroup } from './roster-places.ts'

const today = '2026-11-21'
const day = fc.integer({ min: -40, max: 40 }).map((days) => addDays(today, days))
const anyPerson = fc.constantFrom('a', 'b', 'c')
const anyBooking: fc.Arbitrary<Booking> = fc.record({
  person: anyPerson,
  from: fc.option(day, { nil: null }),
  to: fc.option(day, { nil: null }),
})
/** A person's place in the group, as it is stored. */
const anyPlace: fc.Arbitrary<BookedPlace> = fc.record({
  person: anyPerson,
  from: day,
  to: fc.option(day, { nil: null }),
})
const anyPlaces = fc.uniqueArray(anyPlace, { selector: ({ person, from }) => `${person} ${from}`, maxLength: 8 })
const anyGroup: fc.Arbitrary<RosterGroup> = fc.record({
  firstDate: day,
  ended: fc.boolean(),
  today: fc.constant(today),
  yesterday: fc.constant(addDays(today, -1)),
})

/** The stored places after the writes. There is one for each person and first day. */
function write(existing: readonly BookedPlace[], written: readonly BookedPlace[]): BookedPlace[] {
  const keyOf = ({ person, from }: BookedPlace) => `${person} ${from}`
  return [...new Map([...existing, ...written].map((row) => [keyOf(row), row])).values()]
}

const isOpen = ({ to }: { to: string | null }) => to === null || to >= today

test('after the writes the open places are those that are booked, and a second diff is empty', () => {
  fc.assert(
    fc.property(anyGroup, fc.array(anyBooking, { maxLength: 8 }), anyPlaces, (group, bookings, existing) => {
      const { entered, changed, ended } = diffPlaces(group, bookings, existing)
      const after = write(existing, [...entered, ...changed, ...ended])
      const open = after.filter(isOpen)
      const booked = group.ended ? [] : bookings.filter(isOpen)
      expect(new Set(open.map((place) => place.person))).toEqual(new Set(booked.map((booking) => booking.person)))
      for (const { person, from } of booked.filter((booking) => booking.from !== null))
        expect(open.some((place) => place.person === person && place.from === from)).toBe(true)
      const again = diffPlaces(group, bookings, after)
      expect(again).toEqual({ entered: [], changed: [], ended: [] })
    }),
    { numRuns: 2_000, seed: 28 },
  )
})

test('no place is deleted, and one that was over is unchanged unless it is booked again from its first day', () => {
  fc.assert(
    fc.property(anyGroup, fc.array(anyBooking, { maxLength: 8 }), anyPlaces, (group, bookings, existing) => {
      const { entered, changed, ended } = diffPlaces(group, bookings, existing)
      const after = write(existing, [...entered, ...changed, ...ended])
      expect(after.length).toBeGreaterThanOrEqual(existing.length)
      for (const past of existing.filter((place) => !isOpen(place))) {
        const isBookedAgain = bookings.some(
          (booking) => isOpen(booking) && booking.person === past.person && booking.from === past.from,
        )
        // a booking without a first day begins today or later, so it may be for a place with such a first day
        const startsTodayOrLater = past.from >= today
        if (!isBookedAgain && !startsTodayOrLater) expect(after).toContainEqual(past)
      }
    }),
    { numRuns: 2_000, seed: 29 },
  )
})
