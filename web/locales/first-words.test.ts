import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'

const STATIC_IMPORT = /^(?:import|export)\s(?!type\b)[^'"]*?\s?from\s'([^']+)'/gm
/** A key in a call of `t`, whole or as the group before a variable part. */
const TEXT_KEY = /\bt\(\s*(?:'([\w.-]+)'|`([\w.-]+)\.\$\{)/g

/** The source of a file and of all files that it imports statically, directly or through others, by path. */
function staticSources(path: string, found = new Map<string, string>()): Map<string, string> {
  if (found.has(path) || !existsSync(path)) return found
  const source = readFileSync(path, 'utf8')
  found.set(path, source)
  for (const [, imported = ''] of source.matchAll(STATIC_IMPORT)) {
    if (imported.startsWith('#web/')) staticSources(imported.slice(1), found)
    else if (imported.startsWith('.')) staticSources(normalize(join(dirname(path), imported)), found)
  }
  return found
}

/** Whether the texts have the key, as it is or with the suffix of a plural form. */
function hasKey(words: unknown, key: string): boolean {
  const parts = key.split('.')
  const last = parts.pop() ?? ''
  let inner: unknown = words
  for (const part of parts) inner = (inner as Record<string, unknown> | undefined)?.[part]
  const group = inner as Record<string, unknown> | undefined
  return group !== undefined && (last in group || `${last}_other` in group)
}

const common = ['web/locales']
const desk = [...common, 'web/locales/desk']

describe.each([
  ['parent', common],
  ['coach', common],
  ['club', desk],
  ['scheme', desk],
])('the first screen of %s', (portal, folders) => {
  it('uses no text of a locale file that is loaded later', () => {
    const words = Object.assign(
      {},
      ...[...folders, `web/portals/${portal}/locales`].map((folder): unknown =>
        JSON.parse(readFileSync(`${folder}/en.json`, 'utf8')),
      ),
    ) as unknown
    const sources = staticSources(`web/portals/${portal}/main.tsx`)
    // else the imports were not followed
    expect(sources.size).toBeGreaterThan(50)
    const missing = [...sources].flatMap(([path, source]) =>
      [...source.matchAll(TEXT_KEY)]
        .map(([, whole, group]) => whole ?? group ?? '')
        .filter((key) => key.includes('.') && !hasKey(words, key))
        .map((key) => `${path}: ${key}`),
    )
    expect(missing).toEqual([])
  })
})
