import { lazyWithWords } from '#web/shell/start/lazy-with-retry.ts'

/** Loads a part that the first page does not need, with the texts that all such parts share. */
export const lazyPart = lazyWithWords((language) =>
  language === 'cy' ? import('./locales/later/cy.json') : import('./locales/later/en.json'),
)
