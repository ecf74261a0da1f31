import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'

const STATIC = /^(?:import|export)\s(?!type\b)[^'"]*?\s?from\s'([^']+)'/gm
const WORDS = /\bt\(\s*(?:'([\w.-]+)'|`([\w.-]+)\.\$\{)/g

/** Sources that a file leads to without waiting. */
function reach(path: string, found = new Map<string, string>()): Map<string, string> {
  if (found.has(path) || !existsSync(path)) return found
  const source = readFileSync(path, 'utf8')
  found.set(path, source)
  for (const [, to = ''] of source.matchAll(STATIC)) {
    if (to.startsWith('#web/')) reach(to.slice(1), found)
    else if (to.startsWith('.')) reach(normalize(join(dirname(path), to)), found)
  }
  return found
}

/** The value at a key, or at one of its plural forms. */
function has(words: unknown, key: string): boolean {
  const parts = key.split('.')
  const last = parts.pop() ?? ''
  let at: unknown = words
  for (const part of parts) at = (at as Record<string, unknown> | undefined)?.[part]
  const group = at as Record<string, unknown> | undefined
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
  it('says nothing whose words come later', () => {
    const words = Object.assign(
      {},
      ...[...folders, `web/portals/${portal}/locales`].map((folder): unknown =>
        JSON.parse(readFileSync(`${folder}/en.json`, 'utf8')),
      ),
    ) as unknown
    const sources = reach(`web/portals/${portal}/main.tsx`)
    expect(sources.size).toBeGreaterThan(50)
    const missing = [...sources].flatMap(([path, source]) =>
      [...source.matchAll(WORDS)]
        .map(([, whole, group]) => whole ?? group ?? '')
        .filter((key) => key.includes('.') && !has(words, key))
        .map((key) => `${path}: ${key}`),
    )
    expect(missing).toEqual([])
  })
})
