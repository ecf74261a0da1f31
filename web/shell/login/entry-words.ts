import type { LoadWords } from '#web/shell/i18n/language.ts'

/** What is said to those who are not logged in yet, and wherever a password or code is asked for. */
export const entryWords: LoadWords = (language) =>
  language === 'cy' ? import('../../locales/entry/cy.json') : import('../../locales/entry/en.json')
