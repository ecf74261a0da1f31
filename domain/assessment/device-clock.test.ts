import { expect, test } from 'vitest'
import { clockFault, deviceTime } from './device-clock.ts'

const NOW = Date.UTC(2026, 10, 23, 10)
const MINUTE = 60_000
const DAY = 86_400_000
const rightClock = { serverTime: NOW, serverOffset: 0 }

test('a clock that was right at the last answer is trusted for a week', () => {
  expect(deviceTime(NOW + DAY, rightClock)).toBe(NOW + DAY)
  expect(clockFault(NOW + 7 * DAY, rightClock)).toBe(null)
  expect(clockFault(NOW - 10 * MINUTE, rightClock)).toBe(null)
})

test('a clock that was set back dates nothing before the server’s last answer, and the coach is told', () => {
  expect(deviceTime(NOW - 730 * DAY, rightClock)).toBe(NOW)
  expect(clockFault(NOW - 730 * DAY, rightClock)).toBe('behind')
  expect(clockFault(NOW - 10 * MINUTE - 1, rightClock)).toBe('behind')
})

test('the coach is told of a clock that is more than a week ahead of the server’s last answer', () => {
  expect(clockFault(NOW + 365 * DAY, rightClock)).toBe('ahead')
  expect(clockFault(NOW + 7 * DAY + 1, rightClock)).toBe('ahead')
})

test('a wrong clock is corrected by the server’s time, and the coach is told when it differs by more than an hour', () => {
  const slowClock = { serverTime: NOW, serverOffset: 2 * 60 * MINUTE }
  expect(deviceTime(NOW - 2 * 60 * MINUTE + DAY, slowClock)).toBe(NOW + DAY)
  expect(clockFault(NOW - 2 * 60 * MINUTE, slowClock)).toBe('off')
  expect(clockFault(NOW - 60 * MINUTE, { serverTime: NOW, serverOffset: 60 * MINUTE })).toBe(null)
})

test('the coach is told nothing about the clock of a device that never reached the server', () => {
  expect(clockFault(NOW, { serverTime: 0, serverOffset: 0 })).toBe(null)
})
