import { describe, expect, it } from 'vitest'
import { chooseLanguage, languageName, shortLocale, wordLanguage } from './language.ts'

const languageEntry = (language: string, active: 0 | 1 = 1) => ({ language_id: 1, language, active })

describe('languages', () => {
  it('are named in their own words', () => {
    expect(['en-GB', 'cy-GB', 'fr-FR', 'de-DE'].map(languageName)).toEqual([
      'English',
      'Cymraeg',
      'Français',
      'Deutsch',
    ])
    expect(languageName('it-IT')).toBe('it-IT')
  })

  it('use English texts where their own are missing', () => {
    expect(['en-GB', 'cy-GB', 'fr-FR', 'de-DE', 'it-IT'].map(wordLanguage)).toEqual(['en', 'cy', 'en', 'en', 'en'])
    expect(shortLocale('cy-GB')).toBe('cy')
  })

  it('are chosen by the user, then the browser, then the tenant, and an inactive one only if none is active', () => {
    const languages = [languageEntry('en-GB'), languageEntry('cy-GB'), languageEntry('fr-FR', 0)]
    expect(chooseLanguage(languages, 'cy-GB', ['en'])?.language).toBe('cy-GB')
    expect(chooseLanguage(languages, null, ['fr-FR', 'cy'])?.language).toBe('cy-GB')
    expect(chooseLanguage(languages, 'fr-FR', ['de'])?.language).toBe('en-GB')
    expect(chooseLanguage([languageEntry('fr-FR', 0)], null, [])?.language).toBe('fr-FR')
  })
})
