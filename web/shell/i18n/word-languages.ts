/** The languages for which a locale file is bundled. */
export const bundled = ['en', 'cy'] as const
export type WordLanguage = (typeof bundled)[number]
