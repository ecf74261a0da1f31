import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What is used of Rolldown's context. */
interface Modules {
  getModuleInfo(
    id: string,
  ): { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[]; code: string | null } | null
}

interface ChunkGroup {
  name: (id: string, modules: Modules) => string | null
}

/** The module that exports all icons. */
const ICON_INDEX = /lucide-react\.mjs$/
/**
 * Modules of libraries are left to the bundler: they are imported through modules that export everything, and only the
 * bundler knows which are used.
 */
const LIBRARY = /node_modules(?!.*lucide-react)/
/** An entry stays a chunk of its own: as a part of another chunk it ran before the modules that it needs. */
const ENTRY = /portals\/\w+\/main\.tsx$/
/** Portals that are used on phones, where each request costs most. */
const PHONES: readonly string[] = ['parent', 'coach']
/** The styles of a portal, which another portal that shares a module with it must not load. */
const STYLES = /\/portals\/.*\.css$/
const ICON_IMPORT = /import \{([^}]*)\} from ["']lucide-react["']/g

/**
 * The chunks of first screens. Everything that `start-portal.tsx` imports statically is one chunk for all portals; the
 * rest is grouped by the portals that import it at the start. Without this the bundler makes a chunk of each module
 * that a lazy part uses, too, and a phone needs two dozen requests.
 */
export function firstChunks(web: string, portals: readonly string[]): ChunkGroup[] {
  const starts = [
    ['shell', 'shell/start/start-portal.tsx'],
    ['login', 'shell/login/login-page.tsx'],
    ...portals.map((portal) => [portal, `portals/${portal}/main.tsx`] as const),
  ] as const
  let reached: ReadonlyMap<string, Set<string>> | null = null
  /** What each portal for phones imports, lazily too. */
  const reachedByPhones = new Map<string, Set<string>>()
  return [
    {
      name: (id, modules) => {
        if (reached === null) {
          for (const [, path] of starts)
            if (!modules.getModuleInfo(join(web, path))) throw new Error(`${path} is no part of the build`)
          reached = new Map(starts.map(([name, path]) => [name, reach(join(web, path), modules, new Set())]))
          for (const portal of PHONES)
            reachedByPhones.set(
              portal,
              reach(join(web, `portals/${portal}/main.tsx`), modules, new Set(), { lazy: true }),
            )
        }
        const startsWith = (name: string) => reached?.get(name)?.has(id) === true
        if (startsWith('shell')) return 'shell'
        if (LIBRARY.test(id) || ENTRY.test(id)) return null
        // the login is the first screen of new users; modules that it shares with a portal's first screen are in its
        // chunk
        if (startsWith('login')) return 'login'
        const users = portals.filter(startsWith)
        if (STYLES.test(id)) return users.length === 0 ? null : `own-${users.join('-')}`
        const phoneUses = (portal: string) => reachedByPhones.get(portal)?.has(id) === true
        // a module that only the desks start with and a phone uses lazily is left out: the phone would load the whole
        // chunk of the desks, with their tables and dialogs
        if (users.length === 0 || (PHONES.some(phoneUses) && !users.some((portal) => PHONES.includes(portal))))
          return null
        // for the same reason a module that both phones use is in the chunk of both
        return `first-${portals.filter((portal) => users.includes(portal) || phoneUses(portal)).join('-')}`
      },
    },
  ]
}

/** Adds a module and all that it imports to `found`; with `lazy` also what it imports dynamically. */
function reach(id: string, modules: Modules, found: Set<string>, { lazy = false } = {}): Set<string> {
  if (found.has(id)) return found
  found.add(id)
  const info = modules.getModuleInfo(id)
  for (const next of [...(info?.importedIds ?? []), ...(lazy ? (info?.dynamicallyImportedIds ?? []) : [])])
    for (const module of ICON_INDEX.test(next) ? iconsOf(info?.code ?? '', next) : [next])
      reach(module, modules, found, { lazy })
  return found
}

/** The file of each icon by its name. */
const iconFiles = new Map<string, string>()

/** The files of the icons that a module's code imports by name from the index. */
function iconsOf(code: string, index: string): string[] {
  if (iconFiles.size === 0)
    for (const [, names = '', file = ''] of readFileSync(index, 'utf8').matchAll(/export \{([^}]*)\} from '([^']*)'/g))
      for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) iconFiles.set(name, join(dirname(index), file))
  return [...code.matchAll(ICON_IMPORT)].flatMap(([, names = '']) =>
    names.split(',').flatMap((name) => iconFiles.get(name.trim().split(' ')[0] ?? '') ?? []),
  )
}
