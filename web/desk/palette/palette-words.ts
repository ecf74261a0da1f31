import type { LoadWords } from '#web/shell/i18n/language.ts'

/** The texts of the palette, which both desks load when it is first opened. */
export const paletteWords: LoadWords = (language) =>
  language === 'cy' ? import('../../locales/palette/cy.json') : import('../../locales/palette/en.json')
