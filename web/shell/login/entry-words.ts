import type { LoadWords } from '#web/shell/i18n/language.ts'

/** The texts of the pages before login, and of every form that asks for a password or a code. */
export const entryWords: LoadWords = (language) =>
  language === 'cy' ? import('../../locales/entry/cy.json') : import('../../locales/entry/en.json')
