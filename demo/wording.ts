import { readdir, readFile } from 'node:fs/promises'
import type { DemoClient } from './content/clients.ts'
import { replacements, type Replacement } from './content/wording.ts'

/** Words by key, nested as the built files are. */
export interface Words {
  [key: string]: string | Words
}

const web = new URL('../web/', import.meta.url)

/** The built words of all portals in a language. */
export async function builtWords(language: string): Promise<Words> {
  const portals = await readdir(new URL('portals/', web))
  const files = ['', ...portals.map((portal) => `portals/${portal}/`)].map(
    (folder) => new URL(`${folder}locales/${language}.json`, web),
  )
  const parts = await Promise.all(
    // a portal without words of its own has no file
    files.map(async (file) => JSON.parse(await readFile(file, 'utf8').catch(() => '{}')) as Words),
  )
  return Object.assign({}, ...parts) as Words
}

/** A client's own wording over the built one, for each language that is active there: only the texts that differ. */
export async function wordingOf({ wording, languages }: DemoClient): Promise<Record<string, Words>> {
  const texts: Record<string, Words> = {}
  for (const { language, active } of languages) {
    const [short = ''] = language.split('-')
    const rules = Object.values(wording).flatMap((word) => replacements[short]?.[word] ?? [])
    const own = active && rules.length > 0 ? reworded(await builtWords(short), rules) : {}
    if (Object.keys(own).length > 0) texts[short] = own
  }
  return texts
}

function reworded(words: Words, rules: readonly Replacement[]): Words {
  const own: Words = {}
  for (const [key, value] of Object.entries(words)) {
    if (typeof value === 'string') {
      const text = rewordedText(value, rules)
      if (text !== value) own[key] = text
    } else {
      const inner = reworded(value, rules)
      if (Object.keys(inner).length > 0) own[key] = inner
    }
  }
  return own
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
