import type { LoadWords } from '#web/shell/i18n/language.ts'

/** What portals used at a desk have in common. */
export const deskWords: LoadWords = (language) =>
  language === 'cy' ? import('../locales/desk/cy.json') : import('../locales/desk/en.json')
