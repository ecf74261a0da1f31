import i18next from 'i18next'
import { expect, test, vi } from 'vitest'
import { loadWords } from './language.ts'
import { numberText } from './numbers.ts'

test('thousands have a comma', () => {
  expect([7, 999, 6078, 1_234_567].map(numberText)).toEqual(['7', '999', '6,078', '1,234,567'])
  expect([0, -7, -999, -6078, 0.5, 1234.5].map(numberText)).toEqual(['0', '-7', '-999', '-6,078', '0.5', '1,234.5'])
})

test('a page without thousands does not wait for `Intl`', () => {
  const create = vi.spyOn(Intl, 'NumberFormat')
  expect(numberText(12)).toBe('12')
  expect(create).not.toHaveBeenCalled()
  create.mockRestore()
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
