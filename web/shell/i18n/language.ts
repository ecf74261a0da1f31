import i18next, { type FormatterModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Language } from '#contract/tenants/client.ts'
import { bundled, type WordLanguage } from './word-languages.ts'
import { midSentenceDay } from './dates.ts'
import { isolated } from './isolated.ts'
import { numberText } from './numbers.ts'

/** The texts of one locale file, by group and key; groups may nest. */
type Words = { [key: string]: string | Words }
/** Imports a locale file of the language. */
export type LoadWords = (language: WordLanguage) => Promise<{ default: Words }>

const STORAGE_KEY = 'rungs.language'
/** The global in which React Aria looks for its language. Its provider would add 0.9 kB to every first screen. */
const ARIA_LANGUAGE = Symbol.for('react-aria.i18n.locale')
/** Languages by their own names [3.4]. */
const LANGUAGE_NAMES: Record<string, string> = { en: 'English', cy: 'Cymraeg', fr: 'Français', de: 'Deutsch' }

/** The language of a locale: `en` for `en-GB`. */
export function shortLocale(locale: string): string {
  return locale.split('-')[0] ?? locale
}

export function languageName(locale: string): string {
  return LANGUAGE_NAMES[shortLocale(locale)] ?? locale
}

export function storedLanguage(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch {
    return null
  }
}

export function storeLanguage(locale: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, locale)
  } catch {
    // without storage the choice holds for this page only
  }
}

/** The stored language if it is active, else the first active one that the browser wants, else the tenant's first. */
export function chooseLanguage(
  languages: readonly Language[],
  stored: string | null,
  browserLanguages: readonly string[],
): Language | undefined {
  const active = languages.filter((language) => language.active === 1)
  const chosen = active.find((language) => language.language === stored)
  if (chosen) return chosen
  for (const tag of browserLanguages) {
    const match = active.find((language) => shortLocale(language.language) === shortLocale(tag))
    if (match) return match
  }
  return active[0] ?? languages[0]
}

/** The language whose locale file a locale uses; English where there is none. */
export function wordLanguage(locale: string): WordLanguage {
  return bundled.find((language) => language === shortLocale(locale)) ?? 'en'
}

/** Nested texts as flat `group.key` pairs, so that a tenant's file may nest its keys or not. */
function flatWords(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => flatWords(inner, path === '' ? key : `${path}.${key}`))
}

let resolveLanguage: (language: WordLanguage) => void
/** The page's language; resolves when the texts of the first screen are loaded. */
const loadedLanguage = new Promise<WordLanguage>((resolve) => (resolveLanguage = resolve))

/** The locale files that a language needs: English is the fallback of every other one. */
const withFallback = (language: WordLanguage): WordLanguage[] => (language === 'en' ? ['en'] : ['en', language])

/** Adds texts of parts that load after the first screen. The tenant's own texts keep precedence. */
export async function addWords(load: LoadWords): Promise<void> {
  for (const language of withFallback(await loadedLanguage)) {
    const words = await load(language)
    i18next.addResourceBundle(language, 'translation', words.default, /* deep */ true, /* overwrite */ false)
  }
}

/** Loads the texts of the first screen: the language's file over English, and the tenant's own over both [4.8]. */
export async function loadWords(
  locale: string,
  sources: readonly LoadWords[],
  tenantTexts: Promise<unknown> | object,
): Promise<void> {
  const language = wordLanguage(locale)
  const resources = Object.fromEntries(
    await Promise.all(
      withFallback(language).map(async (each) => {
        const parts = await Promise.all(sources.map((load) => load(each)))
        return [each, { translation: Object.assign({}, ...parts.map((part) => part.default)) as Words }] as const
      }),
    ),
  )
  /** Writes the values in texts: numbers in one form, also where the text does not ask for `number`. */
  const formatter: FormatterModule = {
    type: 'formatter',
    init: () => undefined,
    add: () => undefined,
    addCached: () => undefined,
    format: (value: string | number, format) => {
      if (typeof value === 'number') return numberText(value)
      return format === 'within' ? midSentenceDay(value, language) : isolated(value)
    },
  }
  await i18next
    .use(formatter)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: 'en',
      resources,
      // said here, or each text would first be looked through for what might be a sentence instead of a key
      keySeparator: '.',
      nsSeparator: false,
      // React escapes the texts
      interpolation: { escapeValue: false, alwaysFormat: true },
      returnNull: false,
    })
  for (const [key, text] of flatWords(await tenantTexts)) i18next.addResource(language, 'translation', key, text)
  document.documentElement.lang = locale
  Object.assign(globalThis, { [ARIA_LANGUAGE]: locale })
  resolveLanguage(language)
}
