import { readFileSync } from 'node:fs'
import type { Wording } from '#domain/tenants/wordings.ts'
import { productWords, flattenWords } from '#server/platform/words.ts'
import { portalWords } from './portal-words.ts'

/**
 * A word or phrase of the built texts (a regular expression in lower case) and its replacement. With `ending` it applies
 * only to keys with this ending. Longer phrases stand first, because each rule applies to the result of the ones before.
 */
type Replacement = readonly [from: string, to: string, ending?: string]

/** Keys with this prefix name the wordings in the form in which one is chosen, so they are never reworded. */
const NAMES = 'author.client.wording.'

const replacements = JSON.parse(readFileSync(new URL('./wordings.json', import.meta.url), 'utf8')) as Partial<
  Record<Wording, Record<string, readonly Replacement[]>>
>

const cache = new Map<string, Readonly<Record<string, string>>>()

/** The texts, by key, in which a wording differs from the built texts of a two-letter language: of portals, mails and printed pages. */
export function wordingTexts(wording: Wording, language: string): Readonly<Record<string, string>> {
  const rules = replacements[wording]?.[language]
  if (!rules) return {}
  const name = `${wording} ${language}`
  const texts =
    cache.get(name) ??
    reworded([...flattenWords(portalWords(language)), ...flattenWords(productWords(language))], rules)
  cache.set(name, texts)
  return texts
}

/** Clears the cache: in development the built texts change while the server runs. */
export function forgetWordings(): void {
  cache.clear()
}

function reworded(words: [string, string][], rules: readonly Replacement[]): Record<string, string> {
  return Object.fromEntries(
    words.flatMap(([key, text]) => {
      if (key.startsWith(NAMES)) return []
      const changed = rewordedText(
        text,
        rules.filter(([, , ending = '']) => key.endsWith(ending)),
      )
      return changed === text ? [] : [[key, changed]]
    }),
  )
}

/** Replaces whole words only, keeps a capital first letter, and leaves placeholders (`{{name}}`) as they are. */
function rewordedText(text: string, rules: readonly Replacement[]): string {
  return text
    .split(/(\{\{.*?\}\})/)
    .map((part, k) =>
      k % 2 === 1
        ? part
        : rules.reduce(
            (result, [from, to]) =>
              result.replaceAll(new RegExp(`(?<![\\p{L}\\p{M}])(?:${from})(?![\\p{L}\\p{M}])`, 'giu'), (found) =>
                found.charAt(0) === found.charAt(0).toLowerCase() ? to : to.charAt(0).toUpperCase() + to.slice(1),
              ),
            part,
          ),
    )
    .join('')
}
