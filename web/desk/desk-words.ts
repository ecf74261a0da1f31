import type { LoadWords } from '#web/shell/i18n/language.ts'

/** The texts that the two desks, the club's and the scheme's portal, have in common. */
export const deskWords: LoadWords = (language) =>
  language === 'cy' ? import('../locales/desk/cy.json') : import('../locales/desk/en.json')
