import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Texts by key, nested as in the files. */
export interface Words {
  [key: string]: string | Words
}

const webFolder = join(import.meta.dirname, '../../../web')

/** The folders with translation files: of the shell, of each portal, and of parts that are loaded later. */
export function wordFolders(): string[] {
  return readdirSync(webFolder, { recursive: true, encoding: 'utf8' })
    .filter((path) => basename(path) === 'en.json')
    .map((path) => join(webFolder, dirname(path)))
    .sort()
}

/** All texts of the portals in a language, merged into one tree of keys. */
export function portalWords(language: string): Words {
  return wordFolders()
    .map((folder) => JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8')) as Words)
    .reduce(merge, {})
}

function merge(base: Words, addition: Words): Words {
  const merged = { ...base }
  for (const [key, value] of Object.entries(addition)) {
    const existing = merged[key]
    merged[key] = typeof existing === 'object' && typeof value === 'object' ? merge(existing, value) : value
  }
  return merged
}
