import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, it } from 'vitest'

/** The paths that a file imports at once, or only later. */
function importsOf(path: string, when: 'at once' | 'later'): string[] {
  const imports = when === 'later' ? /import\(\s*'([^']+)'/g : /^import (?!type )(?:[^']*? from )?'([^']+)'/gm
  const css = /@import '([^']+)'/g
  return [...readFileSync(path, 'utf8').matchAll(path.endsWith('.css') ? css : imports)]
    .map(([, name = '']) => (name.startsWith('#') ? name.slice(1) : normalize(join(dirname(path), name))))
    .filter((imported) => /\.(?:tsx?|css)$/.test(imported) && existsSync(imported))
}

/** What is loaded with a file: all that it imports at once, directly or through others. */
function loadedWith(path: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(path)) return loaded
  loaded.add(path)
  for (const imported of importsOf(path, 'at once')) loadedWith(imported, loaded)
  return loaded
}

const classesIn = new Map<string, ReadonlySet<string>>()
/** The classes that a stylesheet styles, or that a file's elements have. */
function classesOf(path: string): ReadonlySet<string> {
  const known = classesIn.get(path)
  if (known) return known
  const source = readFileSync(path, 'utf8')
  const names = path.endsWith('.css')
    ? [...source.replaceAll(/\/\*[^]*?\*\//g, '').matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => name)
    : [...source.matchAll(/className="([^"]*)"/g)].flatMap(([, list = '']) => list.split(' '))
  const classes = new Set(names)
  classesIn.set(path, classes)
  return classes
}

const isStylesheet = (path: string) => path.endsWith('.css')

// the reports of the scheme portal had no styles for narrow screens until a list had been opened
it.each(['parent', 'coach', 'club', 'scheme'])(
  'each part of the %s portal loads the styles of its elements, whichever part was opened before',
  (portal) => {
    const main = loadedWith(`web/portals/${portal}/main.tsx`)
    /** What is there when a part has been loaded by another one, by the two. */
    const parts = new Map<string, ReadonlySet<string>>()
    const follow = (loader: string, loaded: ReadonlySet<string>) => {
      for (const path of loaded)
        for (const part of isStylesheet(path) ? [] : importsOf(path, 'later')) {
          const pair = `${part} by ${loader}`
          if (parts.has(pair)) continue
          const withPart = loadedWith(part)
          parts.set(pair, new Set([...main, ...loaded, ...withPart]))
          follow(part, withPart)
        }
    }
    follow('the portal', main)
    // else the imports were not followed
    expect(parts.size).toBeGreaterThan(5)
    const stylesheets = new Set([...parts.values()].flatMap((loaded) => [...loaded].filter(isStylesheet)))
    const missing = [...parts].flatMap(([part, loaded]) => {
      const styled = new Set([...loaded].filter(isStylesheet).flatMap((path) => [...classesOf(path)]))
      return [...loaded]
        .filter((path) => path.endsWith('.tsx'))
        .flatMap((path) => [...classesOf(path)].map((name) => ({ path, name })))
        .filter(({ name }) => !styled.has(name))
        .flatMap(({ path, name }) =>
          [...stylesheets]
            .filter((stylesheet) => classesOf(stylesheet).has(name))
            .map((stylesheet) => `${part}: .${name} of ${path} in ${stylesheet}`),
        )
    })
    expect(missing).toEqual([])
  },
)
