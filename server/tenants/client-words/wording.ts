import { readFileSync } from 'node:fs'
import type { Wording } from '#domain/tenants/wordings.ts'
import { productWords, flattenWords } from '#server/platform/words.ts'
import { portalWords } from './portal-words.ts'

/**
 * A word or phrase of the product's texts (a regular expression in lower case) and its replacement. With `keyEnding`
 * the rule applies only to keys that end with it. Longer phrases stand first, because each rule applies to the result
 * of the rules before it.
 */
type Replacement = readonly [phrase: string, replacement: string, keyEnding?: string]

/** The keys of the wordings' names, among which an author chooses, begin with this; these names are never reworded. */
const NAMES_PREFIX = 'author.client.wording.'

const replacements = JSON.parse(readFileSync(new URL('./wordings.json', import.meta.url), 'utf8')) as Partial<
  Record<Wording, Record<string, readonly Replacement[]>>
>

const cache = new Map<string, Readonly<Record<string, string>>>()

/**
 * The texts of portals, mails and printed pages, by key, in which a wording differs from the product's in a language.
 */
export function wordingTexts(wording: Wording, language: string): Readonly<Record<string, string>> {
  const rules = replacements[wording]?.[language]
  if (!rules) return {}
  const cacheKey = `${wording} ${language}`
  const texts =
    cache.get(cacheKey) ??
    reword([...flattenWords(portalWords(language)), ...flattenWords(productWords(language))], rules)
  cache.set(cacheKey, texts)
  return texts
}

/** Clears the cache: in development the product's texts change while the server runs. */
export function forgetWordings(): void {
  cache.clear()
}

function reword(words: [string, string][], rules: readonly Replacement[]): Record<string, string> {
  return Object.fromEntries(
    words.flatMap(([key, text]) => {
      if (key.startsWith(NAMES_PREFIX)) return []
      const changed = rewordText(
        text,
        rules.filter(([, , keyEnding = '']) => key.endsWith(keyEnding)),
      )
      return changed === text ? [] : [[key, changed]]
    }),
  )
}

/** Replaces whole words only, keeps a capital first letter, and leaves placeholders (`{{name}}`) as they are. */
function rewordText(text: string, rules: readonly Replacement[]): string {
  // Splitting by a capturing group puts the placeholders into the list too, at the odd positions.
  const parts = text.split(/(\{\{.*?\}\})/)
  return parts.map((part, index) => (index % 2 === 1 ? part : rules.reduce(applyRule, part))).join('')
}

function applyRule(text: string, [phrase, replacement]: Replacement): string {
  const wholeWords = new RegExp(`(?<![\\p{L}\\p{M}])(?:${phrase})(?![\\p{L}\\p{M}])`, 'giu')
  return text.replaceAll(wholeWords, (found) => {
    const isLowerCase = found.charAt(0) === found.charAt(0).toLowerCase()
    return isLowerCase ? replacement : replacement.charAt(0).toUpperCase() + replacement.slice(1)
  })
}
