import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** The subjects in the order of imports: a subject imports from none that stands after it. */
export const SUBJECTS = [
  'platform',
  'tenants',
  'notices',
  'identity',
  'members',
  'curriculum',
  'scheduling',
  'assessment',
  'reports',
  'flows',
]

const IMPORT = /^(?:import|export)\s(?:type\s)?(?:[^'"]*?\sfrom\s)?'([^']+)'|\bimport\('([^']+)'\)/gm

/** Tests may import anything that exists. */
export function isTest(path: string): boolean {
  return /\.test\.tsx?$|\/testing\//.test(path)
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => /\.tsx?$/.test(path))
    .sort()
}

/** A file of this repository as its path from the root, or a package as it is written. */
function resolve(from: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1)
  return specifier.startsWith('.') ? normalize(join(dirname(from), specifier)) : specifier
}

/** What each source file of these folders imports, types included. */
export function importGraph(folders: readonly string[]): Map<string, string[]> {
  return new Map(
    folders.flatMap(filesOf).map((path) => {
      const found = readFileSync(path, 'utf8').matchAll(IMPORT)
      return [path, [...found].map(([, fixed, dynamic]) => resolve(path, fixed ?? dynamic ?? ''))]
    }),
  )
}
