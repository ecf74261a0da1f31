import { laterWith } from '#web/shell/start/later.ts'

/** A part behind the first page, with what only those say: sheets, forms, groups, reports. */
export const partLater = laterWith((language) =>
  language === 'cy' ? import('./locales/later/cy.json') : import('./locales/later/en.json'),
)
