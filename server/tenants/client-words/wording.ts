import { readFileSync } from 'node:fs'
import type { Wording } from '#domain/tenants/wordings.ts'
import { builtWords, flatWords } from '#server/platform/words.ts'
import { portalWords } from './portal-words.ts'

/**
 * A word or phrase of the built texts (a pattern, lower case) and what is said instead; some only where a key has this
 * ending. Longer phrases stand first.
 */
type Replacement = readonly [from: string, to: string, ending?: string]

/** Where a wording is chosen, each is called by its own words. */
const NAMES = 'author.client.wording.'

const replacements = JSON.parse(readFileSync(new URL('./wordings.json', import.meta.url), 'utf8')) as Partial<
  Record<Wording, Record<string, readonly Replacement[]>>
>

const made = new Map<string, Readonly<Record<string, string>>>()

/** What a wording says otherwise than the built texts of a two-letter language, by key: portals, mails and paper. */
export function wordingTexts(wording: Wording, language: string): Readonly<Record<string, string>> {
  const rules = replacements[wording]?.[language]
  if (!rules) return {}
  const name = `${wording} ${language}`
  const known =
    made.get(name) ?? reworded([...flatWords(portalWords(language)), ...flatWords(builtWords(language))], rules)
  made.set(name, known)
  return known
}

/** For development, where the built texts change while the server runs. */
export function forgetWordings(): void {
  made.clear()
}

function reworded(words: [string, string][], rules: readonly Replacement[]): Record<string, string> {
  return Object.fromEntries(
    words.flatMap(([key, text]) => {
      if (key.startsWith(NAMES)) return []
      const said = rewordedText(
        text,
        rules.filter(([, , ending = '']) => key.endsWith(ending)),
      )
      return said === text ? [] : [[key, said]]
    }),
  )
}

/** Whole words only, a capital stays one, and what stands in braces is a name for the program. */
function rewordedText(text: string, rules: readonly Replacement[]): string {
  return text
    .split(/(\{\{.*?\}\})/)
    .map((part, k) =>
      k % 2 === 1
        ? part
        : rules.reduce(
            (sum, [from, to]) =>
              sum.replaceAll(new RegExp(`(?<![\\p{L}\\p{M}])(?:${from})(?![\\p{L}\\p{M}])`, 'giu'), (found) =>
                found.charAt(0) === found.charAt(0).toLowerCase() ? to : to.charAt(0).toUpperCase() + to.slice(1),
              ),
            part,
          ),
    )
    .join('')
}
