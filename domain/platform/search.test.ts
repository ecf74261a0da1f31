import { describe, expect, test } from 'vitest'
import { searchAllowed, searchTerm, type SearchRule } from './search.ts'

/** What [5.1] allows besides letters. A space is allowed everywhere, because it separates the words of a search. */
const allowed: Record<SearchRule, { digits: boolean; signs: string }> = {
  group: { digits: true, signs: ' _-' },
  // the specification lists word characters, white space, underscore, comma, period, apostrophe and the range from
  // colon to at sign; the hyphen is added, so that this box accepts names such as Patel-Jones
  special: { digits: true, signs: " _,.':;<=>?@-" },
  text: { digits: true, signs: ' ,-_.:' },
  name: { digits: false, signs: ' -' },
}
const rules = Object.keys(allowed) as SearchRule[]

describe('a search box', () => {
  test.each(rules)(
    'for %s accepts, of all keys of a keyboard, letters and the signs that the specification names',
    (rule) => {
      // the 95 printable characters of ASCII
      const keyboard = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(32 + index))
      const { digits, signs } = allowed[rule]
      const accepted = keyboard.filter(
        (sign) => /[a-z]/i.test(sign) || (digits && /[0-9]/.test(sign)) || signs.includes(sign),
      )
      expect(keyboard.filter((sign) => searchAllowed(rule, sign))).toEqual(accepted)
    },
  )

  test.each(rules)('for %s accepts letters of any script with their accents, and no emoji', (rule) => {
    for (const name of ['', 'Siân', 'Sia\u0302n', 'Ŵyn', 'Крапива', '太郎', 'Patel-Jones', 'ap Rhys'])
      expect(searchAllowed(rule, name), name).toBe(true)
    expect(searchAllowed(rule, '🐬')).toBe(false)
  })

  test('for special accepts names, numbers and e-mail addresses, also with the apostrophe that a phone types', () => {
    for (const text of ["O'Connor", 'O’Connor', 'Patel-Jones, Siân', 'AQ-204', 'mary-ann.lee@club.example'])
      expect(searchAllowed('special', text), text).toBe(true)
  })
})

describe('a search', () => {
  test('is applied when empty or at least two characters', () => {
    expect(searchTerm('group', '')).toBe('')
    expect(searchTerm('group', '   ')).toBe('')
    expect(searchTerm('group', 'D')).toBeNull()
    expect(searchTerm('group', ' D ')).toBeNull()
    expect(searchTerm('group', 'Do')).toBe('Do')
    expect(searchTerm('group', ' Dol ')).toBe('Dol')
  })

  test('with a sign that is not accepted is not applied', () => {
    expect(searchTerm('group', 'Do!')).toBeNull()
    expect(searchTerm('special', 'Do!')).toBeNull()
  })
})
