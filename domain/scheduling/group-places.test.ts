import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placesTakenOn, maxPlacesTaken } from './group-places.ts'

test('a place that has ended can be taken by another member from the next day on', () => {
  const places = [
    { from: '2026-01-01', to: '2026-12-20' },
    { from: '2026-12-21', to: null },
    { from: '2026-03-01', to: null },
  ]
  expect(maxPlacesTaken(places, '2026-11-21')).toBe(2)
  expect(maxPlacesTaken([...places, { from: '2026-12-20', to: null }], '2026-11-21')).toBe(3)
  expect(maxPlacesTaken([], '2026-11-21')).toBe(0)
})

test('the highest number of places taken is the maximum over all days from the first one on', () => {
  const day = fc.integer({ min: 1, max: 28 }).map((n) => `2026-02-${String(n).padStart(2, '0')}`)
  const place = fc.record({ from: day, to: fc.option(day) })
  fc.assert(
    fc.property(fc.array(place, { maxLength: 12 }), day, (places, firstDay) => {
      const days = Array.from({ length: 28 }, (_, n) => `2026-02-${String(n + 1).padStart(2, '0')}`)
      const taken = days.filter((date) => date >= firstDay).map((date) => placesTakenOn(places, date))
      expect(maxPlacesTaken(places, firstDay)).toBe(Math.max(...taken))
    }),
  )
})
