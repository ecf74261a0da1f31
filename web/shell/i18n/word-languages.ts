/** The languages that have a file of words. */
export const bundled = ['en', 'cy'] as const
export type WordLanguage = (typeof bundled)[number]
