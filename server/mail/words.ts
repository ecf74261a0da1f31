import { readFileSync } from 'node:fs'
import { createInstance } from 'i18next'
import { wordsOf } from '#server/http/schemas.ts'

export type Say = (key: string, values?: Record<string, string>) => string

const built = Object.fromEntries(
  ['en', 'cy'].map((language) => [
    language,
    JSON.parse(readFileSync(new URL(`./locales/${language}.json`, import.meta.url), 'utf8')) as object,
  ]),
)

/** Flat `group.key` pairs of nested words: a tenant's own may be written either way. */
function flatWords(value: unknown, before = ''): [string, string][] {
  if (typeof value === 'string') return [[before, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => flatWords(inner, before === '' ? key : `${before}.${key}`))
}

/** The words of a locale, the tenant's own over ours, ours in English where there is no other. */
export function mailWords(locale: string, override: unknown): Say {
  const language = wordsOf(locale)
  const words = createInstance({
    lng: language,
    fallbackLng: 'en',
    resources: Object.fromEntries(Object.entries(built).map(([one, texts]) => [one, { translation: texts }])),
    interpolation: { escapeValue: false },
    initAsync: false,
  })
  void words.init()
  for (const [key, text] of flatWords(override)) words.addResource(language, 'translation', key, text)
  return (key, values = {}) => words.t(key, values)
}
