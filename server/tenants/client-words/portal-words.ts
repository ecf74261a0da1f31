import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Words by key, nested as the files are. */
export interface Words {
  [key: string]: string | Words
}

const web = join(import.meta.dirname, '../../../web')

/** Where words are kept: the shell's, each portal's, and those of parts that come after the first screen. */
export function wordFolders(): string[] {
  return readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((path) => basename(path) === 'en.json')
    .map((path) => join(web, dirname(path)))
    .sort()
}

/** All built words of the portals in a language, as translators and tenants' overrides see them. */
export function portalWords(language: string): Words {
  return wordFolders()
    .map((folder) => JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8')) as Words)
    .reduce(merged, {})
}

function merged(into: Words, more: Words): Words {
  const all = { ...into }
  for (const [key, value] of Object.entries(more)) {
    const there = all[key]
    all[key] = typeof there === 'object' && typeof value === 'object' ? merged(there, value) : value
  }
  return all
}
