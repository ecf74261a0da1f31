import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { searchAllowed, type SearchRule } from '#domain/platform/search.ts'

/** How a text names a sign; what is not here stands as it is. */
const names: Record<string, Record<string, RegExp>> = {
  en: { 5: /digits/, ' ': /spaces/, '-': /hyphens/, _: /underscores/, "'": /apostrophes/ },
  cy: { 5: /rhifau/, ' ': /bylchau/, '-': /c?h?ysylltnodau/, _: /th?anlinellau/, "'": /ch?ollnodau/ },
}
const marks: Record<string, Record<string, RegExp>> = {
  en: { ',': /commas/, '.': /full stops/, ':': /colons| : / },
  cy: { ',': /atalnodau(?! llawn)/, '.': /atalnodau llawn/, ':': /ch?olonau| : / },
}

describe.each(['en', 'cy'])('the warning of a search box in %s', (language) => {
  const { search } = JSON.parse(readFileSync(`web/locales/${language}.json`, 'utf8')) as {
    search: { refused: Record<SearchRule, string> }
  }
  test.each(Object.entries(search.refused))('for %s names every sign that it takes, and no other', (rule, text) => {
    const named = (sign: string) =>
      (names[language]?.[sign] ?? marks[language]?.[sign])?.test(text) ?? text.replace(/\.$/, '').includes(sign)
    const signs = Array.from({ length: 33 }, (_, k) => String.fromCodePoint(32 + k)).filter(
      (one) => !/[0-46-9]/.test(one),
    )
    for (const sign of [...signs, ...'[\\]^_`{|}~'.split('')])
      expect([sign, named(sign)]).toEqual([sign, searchAllowed(rule as SearchRule, sign)])
  })

  test('there is one for each kind of search', () => {
    expect(Object.keys(search.refused).sort()).toEqual(['group', 'name', 'special', 'text'])
  })
})
