import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { codesWithWords } from '#web/shell/login/login-error.ts'
import { portalWords, wordFolders } from '#server/tenants/client-words/portal-words.ts'

function flat(value: unknown, before = ''): [string, string][] {
  if (typeof value === 'string') return [[before, value]]
  if (typeof value !== 'object' || value === null) return [[before, '']]
  return Object.entries(value).flatMap(([key, inner]) => flat(inner, before === '' ? key : `${before}.${key}`))
}

const read = (folder: string, language: string) =>
  new Map(flat(JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8'))))

/** A plural key without its form; the forms differ by language. */
const forms = /_(zero|one|two|few|many|other)$/
const needed: Record<string, string[]> = {
  en: new Intl.PluralRules('en').resolvedOptions().pluralCategories,
  cy: new Intl.PluralRules('cy').resolvedOptions().pluralCategories,
}
const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort()

it('tell every code that a login can be answered with, in each language', () => {
  for (const language of ['en', 'cy']) {
    const words = flat(portalWords(language)).map(([key]) => key.replace(forms, ''))
    for (const code of [...codesWithWords, 'unknown'])
      expect(words, `${language} ${code}`).toContain(`login.error.${code}`)
  }
})

describe.each(wordFolders())('words in %s', (folder) => {
  const en = read(folder, 'en')
  const cy = read(folder, 'cy')
  const stems = (words: Map<string, string>) =>
    [...new Set([...words.keys()].map((key) => key.replace(forms, '')))].sort()

  it('have the same keys in English and Welsh', () => {
    expect(stems(cy)).toEqual(stems(en))
  })

  it('have no empty value', () => {
    expect([...en, ...cy].filter(([, text]) => text.trim() === '')).toEqual([])
  })

  it('have every plural form of their language', () => {
    for (const [language, words] of Object.entries({ en, cy })) {
      for (const key of words.keys()) {
        if (!forms.test(key)) continue
        const stem = key.replace(forms, '')
        expect(
          needed[language]?.filter((form) => !words.has(`${stem}_${form}`)),
          `${language} ${stem}`,
        ).toEqual([])
      }
    }
  })

  it('name the same placeholders', () => {
    for (const [key, text] of en) {
      if (forms.test(key) || !cy.has(key)) continue
      expect(placeholders(cy.get(key) ?? ''), key).toEqual(placeholders(text))
    }
  })
})
