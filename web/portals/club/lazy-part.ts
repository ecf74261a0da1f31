import { lazyWithWords } from '#web/shell/start/lazy-with-retry.ts'

/** A part behind the first page, with what only those say: detail views, forms, groups, reports. */
export const lazyPart = lazyWithWords((language) =>
  language === 'cy' ? import('./locales/later/cy.json') : import('./locales/later/en.json'),
)
