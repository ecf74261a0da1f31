import { readFileSync } from 'node:fs'
import { createInstance } from 'i18next'
import { languageOf } from '#server/platform/http/schemas.ts'

/** Returns the text of a key in one language, with the values filled into its placeholders. */
export type Translate = (key: string, values?: Record<string, string | number>) => string

const readWords = (folder: string, language: string) =>
  JSON.parse(readFileSync(new URL(`../${folder}/locales/${language}.json`, import.meta.url), 'utf8')) as object

const wordsByLanguage: Readonly<Record<string, object>> = Object.fromEntries(
  ['en', 'cy'].map((language) => [
    language,
    { ...readWords('platform/mail', language), ...readWords('assessment/print', language) },
  ]),
)

/** The product's own words in a two-letter language; empty when there is no file for it. */
export function productWords(language: string): object {
  return wordsByLanguage[language] ?? {}
}

/** Flattens nested words to pairs with keys such as `group.key`; a tenant may write its own words nested or flat. */
export function flattenWords(value: unknown, prefix = ''): [string, string][] {
  if (typeof value === 'string') return [[prefix, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => flattenWords(inner, prefix === '' ? key : `${prefix}.${key}`))
}

/**
 * A translator for texts that the server itself produces, in mails and printed pages. A tenant's own words come first,
 * then the product's in the locale's language, then the product's in English.
 */
export function serverWords(locale: string, override: unknown): Translate {
  const language = languageOf(locale)
  const words = createInstance({
    lng: language,
    fallbackLng: 'en',
    // Copies, because `addResource` below changes the objects that are passed here.
    resources: Object.fromEntries(
      Object.entries(wordsByLanguage).map(([name, texts]) => [name, { translation: structuredClone(texts) }]),
    ),
    interpolation: { escapeValue: false },
    initAsync: false,
  })
  // the promise needs no waiting, because `initAsync: false` makes this synchronous
  void words.init()
  for (const [key, text] of flattenWords(override)) words.addResource(language, 'translation', key, text)
  return (key, values = {}) => words.t(key, values)
}
