import { lazyWithWords } from '#web/shell/start/lazy-with-retry.ts'

/** Loads a component lazily together with the translations that the first page does not need. */
export const lazyPart = lazyWithWords((language) =>
  language === 'cy' ? import('./locales/later/cy.json') : import('./locales/later/en.json'),
)
