import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { searchAllowed, type SearchRule } from '#domain/platform/search.ts'

/**
 * How a warning names a sign; a sign that is not here stands in it as itself. `5` stands for all digits. Welsh words
 * may change their first letter.
 */
const nameOfSign: Record<string, Record<string, RegExp>> = {
  en: { 5: /digits/, ' ': /spaces/, '-': /hyphens/, _: /underscores/, "'": /apostrophes/ },
  cy: { 5: /rhifau/, ' ': /bylchau/, '-': /c?h?ysylltnodau/, _: /th?anlinellau/, "'": /ch?ollnodau/ },
}
const nameOfPunctuation: Record<string, Record<string, RegExp>> = {
  en: { ',': /commas/, '.': /full stops/, ':': /colons| : / },
  cy: { ',': /atalnodau(?! llawn)/, '.': /atalnodau llawn/, ':': /ch?olonau| : / },
}

describe.each(['en', 'cy'])('the warning of a search box in %s', (language) => {
  const { search } = JSON.parse(readFileSync(`web/locales/${language}.json`, 'utf8')) as {
    search: { refused: Record<SearchRule, string> }
  }
  test.each(Object.entries(search.refused))('for %s names every sign that it takes, and no other', (rule, text) => {
    const isNamed = (sign: string) =>
      (nameOfSign[language]?.[sign] ?? nameOfPunctuation[language]?.[sign])?.test(text) ??
      text.replace(/\.$/, '').includes(sign)
    // the signs from the space to the @; of the digits only 5, which stands for all
    const signs = Array.from({ length: 33 }, (_, k) => String.fromCodePoint(32 + k)).filter(
      (sign) => !/[0-46-9]/.test(sign),
    )
    for (const sign of [...signs, ...'[\\]^_`{|}~'.split('')])
      expect([sign, isNamed(sign)]).toEqual([sign, searchAllowed(rule as SearchRule, sign)])
  })

  test('exists for each kind of search', () => {
    expect(Object.keys(search.refused).sort()).toEqual(['group', 'name', 'special', 'text'])
  })
})
