// Which installed packages belong to which part of the product.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

interface Installed {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/** The packages that the server needs to run, with their versions. */
export const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  dependencies: Record<string, string>
}

/**
 * The folders of the installed packages with these names, and of those that they need in turn, as in
 * `node_modules/pg`. A name that is not installed, such as that of another platform's binary, has no folder.
 */
export function foldersOf(names: readonly string[]): string[] {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, Installed>
  }
  const folders = new Set<string>()
  const add = (name: string, from: string): void => {
    const folder = join(from, 'node_modules', name)
    const installed = packages[folder]
    if (!installed || !existsSync(folder)) return from === '.' ? undefined : add(name, dirname(from))
    if (folders.has(folder)) return
    folders.add(folder)
    for (const needed of Object.keys({ ...installed.dependencies, ...installed.optionalDependencies }))
      add(needed, folder)
  }
  for (const name of names) add(name, '.')
  return [...folders].sort()
}
