import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { codesWithWords } from '#web/shell/login/login-error.ts'
import { portalWords, wordFolders } from '#server/tenants/client-words/portal-words.ts'

/** Nested texts as flat pairs of key and text. */
function flatTexts(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value !== 'object' || value === null) return [[path, '']]
  return Object.entries(value).flatMap(([key, inner]) => flatTexts(inner, path === '' ? key : `${path}.${key}`))
}

const readTexts = (folder: string, language: string) =>
  new Map(flatTexts(JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8'))))

/** The end of a plural key; which forms there are differs by language. */
const PLURAL_SUFFIX = /_(zero|one|two|few|many|other)$/
const pluralForms: Record<string, string[]> = {
  en: new Intl.PluralRules('en').resolvedOptions().pluralCategories,
  cy: new Intl.PluralRules('cy').resolvedOptions().pluralCategories,
}
/** A number before a thing that can be counted, in the plural: `{{levels}} levels`. */
const COUNTED =
  /\}\} (?:open )?(?:levels|skills|members|children|groups|sessions|coaches|clubs|marks|changes|days|weeks|badges|nodes|files|rows|users|mails|people|entries|addresses|parents|texts|places|devices)\b/
/** One word for one thing (docs/glossary.md): what is not said, and what is said instead. */
const notSaid: Record<string, [said: RegExp, instead: string][]> = {
  en: [
    [/(?<!e-)\bmails?\b/i, 'e-mail'],
    [/\bfilms?\b/i, 'video'],
    [/^begun$/i, 'In progress'],
    [/\bstands here\b/i, 'appears here'],
    [/\btakes? back\b/i, 'remove, undo'],
    [/\bmoves out\b/i, 'moves up'],
    [/\bimport all\b/i, 'show all'],
    [/\bkeeping data\b/i, 'data retention'],
    [/\bput (?:on|into)\b/i, 'add to'],
    [/ …/, '…'],
  ],
  cy: [
    [/llechen/i, 'tabled'],
    [/dyfarniad/i, 'gwobr'],
    [/ffilm/i, 'fideo'],
    [/cofrestri\b/i, 'cofrestrau'],
    [/ceisiwch eto/i, 'rhowch gynnig arall arni'],
    [/\bsgil\b/i, 'sgìl'],
    [/sgìl hon\b/i, 'sgìl hwn'],
    [/fersiwn hwn\b/i, 'fersiwn hon'],
    [/ …/, '…'],
  ],
}
/** Welsh nouns that change after `2` (two), `3` (few) and `6` (many); null where they stay. */
const mutated: Record<string, [two: string | null, few: string | null, many: string | null]> = {
  clwb: ['glwb', 'chlwb', 'chlwb'],
  cofnod: ['gofnod', 'chofnod', 'chofnod'],
  cofrestr: ['gofrestr', null, 'chofrestr'],
  cyfeiriad: ['gyfeiriad', 'chyfeiriad', 'chyfeiriad'],
  cyfrif: ['gyfrif', 'chyfrif', 'chyfrif'],
  gwahoddiad: ['wahoddiad', null, null],
  gwerth: ['werth', null, null],
  marc: ['farc', null, null],
  peth: ['beth', 'pheth', 'pheth'],
  penderfyniad: ['benderfyniad', 'phenderfyniad', 'phenderfyniad'],
  plentyn: ['blentyn', 'phlentyn', 'phlentyn'],
  rhes: ['res', null, null],
  testun: ['destun', 'thestun', 'thestun'],
}
const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort()

it('each language has a text for every code with which a login is refused', () => {
  for (const language of ['en', 'cy']) {
    const words = flatTexts(portalWords(language)).map(([key]) => key.replace(PLURAL_SUFFIX, ''))
    for (const code of [...codesWithWords, 'unknown'])
      expect(words, `${language} ${code}`).toContain(`login.error.${code}`)
  }
})

describe.each(wordFolders())('words in %s', (folder) => {
  const en = readTexts(folder, 'en')
  const cy = readTexts(folder, 'cy')
  const stems = (words: Map<string, string>) =>
    [...new Set([...words.keys()].map((key) => key.replace(PLURAL_SUFFIX, '')))].sort()

  it('have the same keys in English and Welsh', () => {
    expect(stems(cy)).toEqual(stems(en))
  })

  it('have no empty value', () => {
    expect([...en, ...cy].filter(([, text]) => text.trim() === '')).toEqual([])
  })

  it('say one word for one thing', () => {
    for (const [language, words] of Object.entries({ en, cy }))
      for (const [said, instead] of notSaid[language] ?? [])
        expect(
          [...words].filter(([, text]) => said.test(text)),
          `${language}: ${instead}`,
        ).toEqual([])
  })

  it('have every plural form of their language', () => {
    for (const [language, words] of Object.entries({ en, cy })) {
      for (const key of words.keys()) {
        if (!PLURAL_SUFFIX.test(key)) continue
        const stem = key.replace(PLURAL_SUFFIX, '')
        expect(
          pluralForms[language]?.filter((form) => !words.has(`${stem}_${form}`)),
          `${language} ${stem}`,
        ).toEqual([])
      }
    }
  })

  it('mutate Welsh nouns after 2, 3 and 6', () => {
    const wrong = [...cy].filter(([key, text]) => {
      const form = ['two', 'few', 'many'].indexOf(PLURAL_SUFFIX.exec(key)?.[1] ?? '')
      const noun = /\{\{count(?:, number)?\}\} (\p{L}+)/u.exec(text)?.[1] ?? ''
      return form >= 0 && (mutated[noun]?.[form] ?? null) !== null
    })
    expect(wrong).toEqual([])
  })

  it('count things by plural forms, so that nobody reads "1 levels"', () => {
    expect([...en].filter(([key, text]) => COUNTED.test(text) && !PLURAL_SUFFIX.test(key))).toEqual([])
  })

  it('name the same placeholders', () => {
    for (const [key, text] of en) {
      // a plural form may say its number as a word
      if (PLURAL_SUFFIX.test(key) || !cy.has(key)) continue
      expect(placeholders(cy.get(key) ?? ''), key).toEqual(placeholders(text))
    }
  })
})
