import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import { legendWords } from './legend-words.ts'

/** Translates a key into its count and its last part, such as `9 years`. */
const t = ((key: string, { count }: { count: number }) => `${count} ${key.split('.').at(-1)}`) as unknown as TFunction
const legend = (shows: boolean, level?: string) => legendWords(t, shows, level, { dob: '2017-05-06' }, '2026-11-21')

test('the legend is the current level if the client shows it, otherwise the age in years and months', () => {
  expect(legend(true, 'Stage 4')).toBe('Stage 4')
  expect(legend(true)).toBe('9 years 6 months')
  expect(legend(false, 'Stage 4')).toBe('9 years 6 months')
})
