import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Language } from '#contract/tenants/client.ts'
import { bundled, type WordLanguage } from './word-languages.ts'
import { withinSentence } from './dates.ts'

/** Words by group, then key; groups may nest. */
type Words = { [key: string]: string | Words }
export type LoadWords = (language: WordLanguage) => Promise<{ default: Words }>

const KEY = 'rungs.language'
/** Where React Aria looks for the language that it speaks, before the browser's; its provider would weigh 0.9 kB on every first screen. */
const ARIA_LANGUAGE = Symbol.for('react-aria.i18n.locale')
/** [3.4] */
const names: Record<string, string> = { en: 'English', cy: 'Cymraeg', fr: 'Français', de: 'Deutsch' }

/** `en` of `en-GB`. */
export function shortLocale(locale: string): string {
  return locale.split('-')[0] ?? locale
}

export function languageName(locale: string): string {
  return names[shortLocale(locale)] ?? locale
}

export function storedLanguage(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

export function storeLanguage(locale: string): void {
  try {
    localStorage.setItem(KEY, locale)
  } catch {
    // the choice then lasts for this page only
  }
}

/** The chosen language if it is active, else the browser's first that is, else the tenant's first. */
export function chooseLanguage(
  languages: readonly Language[],
  stored: string | null,
  wanted: readonly string[],
): Language | undefined {
  const active = languages.filter((language) => language.active === 1)
  const chosen = active.find((language) => language.language === stored)
  if (chosen) return chosen
  for (const tag of wanted) {
    const match = active.find((language) => shortLocale(language.language) === shortLocale(tag))
    if (match) return match
  }
  return active[0] ?? languages[0]
}

export function wordLanguage(locale: string): WordLanguage {
  return bundled.find((language) => language === shortLocale(locale)) ?? 'en'
}

/** Flat `group.key` pairs of nested words, so that a tenant's file may be written either way. */
function flatWords(value: unknown, before = ''): [string, string][] {
  if (typeof value === 'string') return [[before, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => flatWords(inner, before === '' ? key : `${before}.${key}`))
}

let chose: (language: WordLanguage) => void
/** Settled once the words of the first screen are there. */
const chosen = new Promise<WordLanguage>((done) => (chose = done))

/** English lies below every other language. */
const wanted = (language: WordLanguage): WordLanguage[] => (language === 'en' ? ['en'] : ['en', language])

/** Words of parts that come after the first screen, below the tenant's own. */
export async function addWords(load: LoadWords): Promise<void> {
  for (const one of wanted(await chosen)) {
    const words = await load(one)
    i18next.addResourceBundle(one, 'translation', words.default, true, false)
  }
}

/** Loads the words: the language's file over English, then the tenant's own over both [4.8]. */
export async function loadWords(
  locale: string,
  sources: readonly LoadWords[],
  override: Promise<unknown> | object,
): Promise<void> {
  const language = wordLanguage(locale)
  const resources = Object.fromEntries(
    await Promise.all(
      wanted(language).map(async (one) => {
        const parts = await Promise.all(sources.map((load) => load(one)))
        return [one, { translation: Object.assign({}, ...parts.map((part) => part.default)) as Words }] as const
      }),
    ),
  )
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    resources,
    interpolation: { escapeValue: false },
    returnNull: false,
  })
  i18next.services.formatter?.add('within', (day: string) => withinSentence(day, language))
  for (const [key, text] of flatWords(await override)) i18next.addResource(language, 'translation', key, text)
  document.documentElement.lang = locale
  Object.assign(globalThis, { [ARIA_LANGUAGE]: locale })
  chose(language)
}
