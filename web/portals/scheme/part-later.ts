import { laterWith } from '#web/shell/start/later.ts'

/** A part behind the first page, with what only those say: the editor, the office, all forms. */
export const partLater = laterWith((language) =>
  language === 'cy' ? import('./locales/later/cy.json') : import('./locales/later/en.json'),
)
