import { lazyWithWords } from '#web/shell/start/lazy-with-retry.ts'

/** Loads a component lazily together with the translations of all pages but the first, and any others that it names. */
export const lazyPart = lazyWithWords((language) =>
  language === 'cy' ? import('./locales/later/cy.json') : import('./locales/later/en.json'),
)
