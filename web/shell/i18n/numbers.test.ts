import i18next from 'i18next'
import { expect, test } from 'vitest'
import { loadWords } from './language.ts'
import { numberText } from './numbers.ts'

test('thousands have a comma', () => {
  expect([7, 999, 6078, 1_234_567].map(numberText)).toEqual(['7', '999', '6,078', '1,234,567'])
})

test.each(['en-GB', 'cy-GB'])(
  'every number in a text of %s is written so, whatever the browser’s language',
  async (locale) => {
    Object.assign(globalThis, { document: { documentElement: {} } })
    const words = {
      plain: '{{count}}',
      formatted: '{{count, number}}',
      named: '{{name}}',
      today: '{{day, within}}',
    }
    await loadWords(locale, [() => Promise.resolve({ default: words })], {})
    const text = (key: string, values: Record<string, unknown>) => i18next.t(key, values)
    expect(text('plain', { count: 6078 })).toBe('6,078')
    expect(text('formatted', { count: 6078 })).toBe('6,078')
    expect(text('named', { name: '6078' })).toBe('6078')
    expect(text('today', { day: locale === 'en-GB' ? 'Today' : 'Heddiw' })).toMatch(/^(today|heddiw)$/)
  },
)
