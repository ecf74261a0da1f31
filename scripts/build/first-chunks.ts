import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

interface Modules {
  getModuleInfo(
    id: string,
  ): { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[]; code: string | null } | null
}

interface ChunkGroup {
  name: (id: string, modules: Modules) => string | null
}

/** The index of all icons, of which a part takes a few by their names. */
const INDEX = /lucide-react\.mjs$/
/** Deps of libraries are reached through indexes of everything, so it shows only later which are used. */
const LIBRARY = /node_modules(?!.*lucide-react)/
/** An entry stays the file that its page names: spread over others it ran before what it needs. */
const ENTRY = /portals\/\w+\/main\.tsx$/
/** Portals that are opened on phones, for forty seconds or at the poolside. */
const PHONES: readonly string[] = ['parent', 'coach']
/** A portal's own styles: another that uses a piece of its first screen later must not get them with it. */
const STYLES = /\/portals\/.*\.css$/
const TAKEN = /import \{([^}]*)\} from ["']lucide-react["']/g

/**
 * The chunks of first screens. What every portal starts with, all that `start-portal.tsx` leads to without waiting, is
 * one; the rest goes by the portals that start with it. Left to itself the bundler cuts wherever some later part uses a
 * piece too, and a phone asks two dozen times.
 */
export function firstChunks(web: string, portals: readonly string[]): ChunkGroup[] {
  const starts = [
    ['shell', 'shell/start/start-portal.tsx'],
    ['login', 'shell/login/login-page.tsx'],
    ...portals.map((portal) => [portal, `portals/${portal}/main.tsx`] as const),
  ] as const
  let reached: ReadonlyMap<string, Set<string>> | null = null
  const phones = new Map<string, Set<string>>()
  return [
    {
      name: (id, modules) => {
        if (reached === null) {
          for (const [, path] of starts)
            if (!modules.getModuleInfo(join(web, path))) throw new Error(`${path} is no part of the build`)
          reached = new Map(starts.map(([name, path]) => [name, reach(join(web, path), modules, new Set())]))
          for (const portal of PHONES)
            phones.set(portal, reach(join(web, `portals/${portal}/main.tsx`), modules, new Set(), { later: true }))
        }
        const by = (name: string) => reached?.get(name)?.has(id) === true
        if (by('shell')) return 'shell'
        if (LIBRARY.test(id) || ENTRY.test(id)) return null
        // for who comes anew it is the first screen; what it shares with one goes with it
        if (by('login')) return 'login'
        const of = portals.filter(by)
        if (STYLES.test(id)) return of.length === 0 ? null : `own-${of.join('-')}`
        // what desks start with and phones use later would bring desks' tables and dialogs to phones with any piece of it
        const phone = (portal: string) => phones.get(portal)?.has(id) === true
        if (of.length === 0 || (PHONES.some(phone) && !of.some((portal) => PHONES.includes(portal)))) return null
        // and so would what the other phone starts with: a piece that both use is in what both start with
        return `first-${portals.filter((portal) => of.includes(portal) || phone(portal)).join('-')}`
      },
    },
  ]
}

/** All that a module leads to, `later` also what it waits for. */
function reach(id: string, modules: Modules, found: Set<string>, { later = false } = {}): Set<string> {
  if (found.has(id)) return found
  found.add(id)
  const info = modules.getModuleInfo(id)
  for (const next of [...(info?.importedIds ?? []), ...(later ? (info?.dynamicallyImportedIds ?? []) : [])])
    for (const one of INDEX.test(next) ? iconsOf(info?.code ?? '', next) : [next]) reach(one, modules, found, { later })
  return found
}

const files = new Map<string, string>()

/** Icon modules that a part's code takes from the index. */
function iconsOf(code: string, index: string): string[] {
  if (files.size === 0)
    for (const [, names = '', file = ''] of readFileSync(index, 'utf8').matchAll(/export \{([^}]*)\} from '([^']*)'/g))
      for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) files.set(name, join(dirname(index), file))
  return [...code.matchAll(TAKEN)].flatMap(([, names = '']) =>
    names.split(',').flatMap((name) => files.get(name.trim().split(' ')[0] ?? '') ?? []),
  )
}
