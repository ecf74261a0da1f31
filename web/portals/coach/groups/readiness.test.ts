import { expect, test } from 'vitest'
import { isAllOrNothing, lastsWorkingDay, unmetNeeds } from './readiness.ts'

const allMet = { data: true, curricula: true, files: true, portal: true, room: true, session: true }

test('a tablet is ready when nothing is missing, and missing needs are ordered by what to do first', () => {
  expect(unmetNeeds(allMet)).toEqual([])
  expect(unmetNeeds({ ...allMet, room: false, session: false, data: false })).toEqual(['session', 'data', 'room'])
})

test('the session must last another twelve hours', () => {
  const hour = 3_600_000
  expect(lastsWorkingDay(12 * hour, 0)).toBe(true)
  expect(lastsWorkingDay(12 * hour - 1, 0)).toBe(false)
})

test('files are ready when all videos and files are saved or none, but not when only some are', () => {
  // five in all
  const saved = { videos: 2, files: 3, saved: 0, bytes: 90, savedBytes: 0, unknownSizes: 0 }
  expect(isAllOrNothing(saved)).toBe(true)
  expect(isAllOrNothing({ ...saved, saved: 4, savedBytes: 80 })).toBe(false)
  expect(isAllOrNothing({ ...saved, saved: 5, savedBytes: 90 })).toBe(true)
})
