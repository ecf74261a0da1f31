import { expect, it } from 'vitest'
import { readTime } from './written-time.ts'

it('reads a time of day in 24 hours, with any separator or none', () => {
  for (const typed of ['16:30', '16.30', '16 30', '16h30', ' 1630 ']) expect(readTime(typed), typed).toBe('16:30')
  expect(['9:05', '905', '0905'].map(readTime)).toEqual(['09:05', '09:05', '09:05'])
  expect(['0:00', '23:59'].map(readTime)).toEqual(['00:00', '23:59'])
})

it('leaves a text that is no time as it was typed', () => {
  for (const typed of ['24:00', '16:60', '16', '4:30 pm', '16:3', 'noon', ''])
    expect(readTime(typed), typed).toBe(typed)
})
