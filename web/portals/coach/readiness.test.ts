import { expect, test } from 'vitest'
import { lastsTheDay, missing } from './readiness.ts'

const all = { data: true, curricula: true, portal: true, room: true, session: true }

test('a tablet is ready when nothing is missing, and what is comes in the order of what to do', () => {
  expect(missing(all)).toEqual([])
  expect(missing({ ...all, room: false, session: false, data: false })).toEqual(['session', 'data', 'room'])
})

test('a session must last twelve hours more', () => {
  const hour = 3_600_000
  expect(lastsTheDay(12 * hour, 0)).toBe(true)
  expect(lastsTheDay(12 * hour - 1, 0)).toBe(false)
})
