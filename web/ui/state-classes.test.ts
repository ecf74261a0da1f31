import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { expect, it } from 'vitest'

const IMPORT = /(?:from\s|import\s|import\()'([^']+)'/g

/** The files of a portal by path: all that it imports, at once or later, directly or through others. */
function filesOf(path: string, found = new Map<string, string>()): Map<string, string> {
  if (found.has(path) || !existsSync(path)) return found
  const source = readFileSync(path, 'utf8')
  found.set(path, source)
  for (const [, imported = ''] of source.matchAll(IMPORT)) {
    if (imported.startsWith('#web/')) filesOf(imported.slice(1), found)
    else if (imported.startsWith('.')) filesOf(normalize(join(dirname(path), imported)), found)
  }
  return found
}

/** Classes that a stylesheet styles alone, such as `.full {` or `.full:empty {`, wherever they are. */
function classesStyledAlone(css: string): string[] {
  const rules = css.replaceAll(/\/\*[^]*?\*\//g, '').matchAll(/([^{};]+)\{/g)
  return [...rules].flatMap(([, selectors = '']) =>
    selectors.split(',').flatMap((selector) => /^\.([a-z][\w-]*)(?::[\w-]+)*$/.exec(selector.trim())?.[1] ?? []),
  )
}

/** Classes that an element has only in some state: `isFull && 'full'`, `kept ? 'kept' : undefined`. */
function stateClasses(tsx: string): string[] {
  const values = tsx.matchAll(/(?:className=\{|classNames\()((?:[^{}()]|\([^()]*\)|\{[^{}]*\})*)[})]/g)
  return [...values].flatMap(([, value = '']) =>
    [...value.matchAll(/(?:&&|\?|:)\s*\(?'([a-z][\w -]*)'/g)].flatMap(([, names = '']) => names.split(' ')),
  )
}

/** The styles of `web/ui` are for all. */
const isShared = (path: string) => path.startsWith('web/ui/')
const isBeside = (path: string, stylesheet: string) => path.startsWith(`${dirname(stylesheet)}/`)

// `full`, which a text field's message had alone, made the names of full groups small and brown
it.each(['parent', 'coach', 'club', 'scheme'])(
  'in the %s portal no stylesheet styles alone what is a state of another part’s element',
  (portal) => {
    const files = [...filesOf(`web/portals/${portal}/main.tsx`)]
    // else the imports were not followed
    expect(files.length).toBeGreaterThan(100)
    const leaks = files
      .filter(([path]) => path.endsWith('.css') && !isShared(path))
      .flatMap(([stylesheet, css]) => {
        const alone = new Set(classesStyledAlone(css))
        return (
          files
            .filter(([path]) => path.endsWith('.tsx') && !isShared(path) && !isBeside(path, stylesheet))
            // whoever imports a stylesheet means its classes
            .filter(([, tsx]) => !tsx.includes(`/${basename(stylesheet)}'`))
            .flatMap(([path, tsx]) =>
              stateClasses(tsx).flatMap((name) => (alone.has(name) ? [`.${name} of ${stylesheet} in ${path}`] : [])),
            )
        )
      })
    expect(leaks).toEqual([])
  },
)
