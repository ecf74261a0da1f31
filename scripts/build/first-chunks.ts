import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The part of Rolldown's context that is used here. */
interface Modules {
  getModuleInfo(
    id: string,
  ): { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[]; code: string | null } | null
}

/** A setting of Rolldown: `name` returns the name of the chunk into which a module goes, or null. */
interface ChunkGroup {
  name: (id: string, modules: Modules) => string | null
}

/** The module of lucide-react that exports all icons. */
const ICON_INDEX = /lucide-react\.mjs$/
const ICON = /node_modules\/lucide-react/
/**
 * Modules of libraries, other than icons, are left to the bundler: they are imported through modules that export
 * everything, and only the bundler knows which are used.
 */
const LIBRARY = /node_modules(?!.*lucide-react)/
/** An entry stays a chunk of its own: as a part of another chunk it would run before the modules that it needs. */
const ENTRY = /portals\/\w+\/main\.tsx$/
/** The portals that are used on phones, where requests cost most. */
const PHONES: readonly string[] = ['parent', 'coach']
/** The styles of a portal, which another portal that shares a module with it must not load. */
const STYLES = /\/portals\/.*\.css$/
const ICON_IMPORT = /import \{([^}]*)\} from ["']lucide-react["']/g

/**
 * The chunks of first screens. Everything that `start-portal.tsx` imports statically is one chunk for all portals;
 * other modules are grouped by the portals that import them at the start. Without this, each module that a lazy part
 * also uses would become a chunk of its own, and a phone would need two dozen requests.
 */
export function firstChunks(web: string, portals: readonly string[]): ChunkGroup[] {
  const starts = [
    ['shell', 'shell/start/start-portal.tsx'],
    ['login', 'shell/login/login-page.tsx'],
    ...portals.map((portal) => [portal, `portals/${portal}/main.tsx`] as const),
  ] as const
  /** For each name of `starts` the modules that it imports statically; null until the first module is asked for. */
  let reachedByStart: ReadonlyMap<string, Set<string>> | null = null
  /** The modules that each portal for phones imports, statically or lazily. */
  const reachedByPhones = new Map<string, Set<string>>()
  return [
    {
      name: (id, modules) => {
        if (reachedByStart === null) {
          for (const [, path] of starts)
            if (!modules.getModuleInfo(join(web, path))) throw new Error(`${path} is no part of the build`)
          reachedByStart = new Map(starts.map(([name, path]) => [name, reach(join(web, path), modules, new Set())]))
          for (const portal of PHONES)
            reachedByPhones.set(
              portal,
              reach(join(web, `portals/${portal}/main.tsx`), modules, new Set(), { lazy: true }),
            )
        }
        const isImportedBy = (start: string) => reachedByStart?.get(start)?.has(id) === true
        if (isImportedBy('shell')) return 'shell'
        if (LIBRARY.test(id) || ENTRY.test(id)) return null
        const startPortals = portals.filter(isImportedBy)
        // the login is the first screen of new users; what it shares with a portal's first screen is a chunk of both, so
        // that users who are logged in do not load the login
        if (isImportedBy('login')) return startPortals.length === 0 ? 'login' : 'login-and-first'
        if (STYLES.test(id)) return startPortals.length === 0 ? null : `own-${startPortals.join('-')}`
        const isUsedOnPhone = (portal: string) => reachedByPhones.get(portal)?.has(id) === true
        if (startPortals.length === 0) return null
        // A module that only the club or scheme portal imports at the start, and a phone's portal imports lazily, is not
        // in their main chunk: for this module the phone would load all of it, with tables and dialogs. An icon stays a
        // file of its own: the notices on a phone's first screen need one.
        const isAtPhoneStart = startPortals.some((portal) => PHONES.includes(portal))
        if (PHONES.some(isUsedOnPhone) && !isAtPhoneStart)
          return ICON.test(id) ? null : `desk-${startPortals.join('-')}`
        // for the same reason a module that both phone portals use is in a chunk of both
        return `first-${portals.filter((portal) => startPortals.includes(portal) || isUsedOnPhone(portal)).join('-')}`
      },
    },
  ]
}

/** Adds a module and all that it imports to `reached`, and returns that set; with `lazy` also dynamic imports count. */
function reach(id: string, modules: Modules, reached: Set<string>, { lazy = false } = {}): Set<string> {
  if (reached.has(id)) return reached
  reached.add(id)
  const info = modules.getModuleInfo(id)
  for (const imported of [...(info?.importedIds ?? []), ...(lazy ? (info?.dynamicallyImportedIds ?? []) : [])])
    // in place of the index of all icons, only the icons that this module imports from it
    for (const module of ICON_INDEX.test(imported) ? iconsOf(info?.code ?? '', imported) : [imported])
      reach(module, modules, reached, { lazy })
  return reached
}

/** The file of each icon by the icon's name; filled once, from the index. */
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
