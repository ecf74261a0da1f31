import { expect, test } from 'vitest'
import { includesDay } from './period.ts'

test('a period includes its first and its last day, and as many days after it as are given', () => {
  const period = [{ from: '2026-09-01', to: '2026-09-30' }]
  expect(includesDay(period, '2026-08-31')).toBe(false)
  expect(includesDay(period, '2026-09-01')).toBe(true)
  expect(includesDay(period, '2026-09-30')).toBe(true)
  expect(includesDay(period, '2026-10-01')).toBe(false)
  expect(includesDay(period, '2026-10-01', 1)).toBe(true)
  expect(includesDay(period, '2026-10-02', 1)).toBe(false)
  expect(includesDay([{ from: '2026-09-01', to: null }], '2030-01-01')).toBe(true)
})

test('a period may end on the last day that can be written, as some write that it never does', () => {
  expect(includesDay([{ from: '2026-09-01', to: '9999-12-31' }], '2026-10-01', 1)).toBe(true)
})
