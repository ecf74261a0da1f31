import { readFileSync } from 'node:fs'
import { createInstance } from 'i18next'
import { wordsOf } from '#server/platform/http/schemas.ts'

export type Translate = (key: string, values?: Record<string, string | number>) => string

const read = (folder: string, language: string) =>
  JSON.parse(readFileSync(new URL(`../${folder}/locales/${language}.json`, import.meta.url), 'utf8')) as object

const built: Readonly<Record<string, object>> = Object.fromEntries(
  ['en', 'cy'].map((language) => [
    language,
    { ...read('platform/mail', language), ...read('assessment/print', language) },
  ]),
)

/** The words of a two-letter language as they are built; none where there is no file. */
export function builtWords(language: string): object {
  return built[language] ?? {}
}

/** Flat `group.key` pairs of nested words: a tenant's own may be written either way. */
export function flatWords(value: unknown, before = ''): [string, string][] {
  if (typeof value === 'string') return [[before, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => flatWords(inner, before === '' ? key : `${before}.${key}`))
}

/** What the server itself writes in a locale, mails and paper: the tenant's own over ours, ours in English where there is no other. */
export function serverWords(locale: string, override: unknown): Translate {
  const language = wordsOf(locale)
  const words = createInstance({
    lng: language,
    fallbackLng: 'en',
    // a copy: adding a tenant's words writes into what is given here
    resources: Object.fromEntries(
      Object.entries(built).map(([one, texts]) => [one, { translation: structuredClone(texts) }]),
    ),
    interpolation: { escapeValue: false },
    initAsync: false,
  })
  void words.init()
  for (const [key, text] of flatWords(override)) words.addResource(language, 'translation', key, text)
  return (key, values = {}) => words.t(key, values)
}
