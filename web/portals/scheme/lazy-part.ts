import { lazyWithWords } from '#web/shell/start/lazy-with-retry.ts'

/** Loads a component lazily together with the words that only later pages need, and further files of words as arguments. */
export const lazyPart = lazyWithWords((language) =>
  language === 'cy' ? import('./locales/later/cy.json') : import('./locales/later/en.json'),
)
