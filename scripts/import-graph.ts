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
  'access',
]

/** A static import or export (its file is the first group), or a dynamic import (the second group). */
const IMPORT = /^(?:import|export)\s(?:type\s)?(?:[^'"]*?\sfrom\s)?'([^']+)'|\bimport\('([^']+)'\)/gm

/** Whether a file is a test or a helper of tests; these may import anything that exists. */
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
export function resolveImport(importer: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1)
  return specifier.startsWith('.') ? normalize(join(dirname(importer), specifier)) : specifier
}

/** What each source file of these folders imports, types included. */
export function importGraph(folders: readonly string[]): Map<string, string[]> {
  return new Map(
    folders.flatMap(filesOf).map((path) => {
      const matches = readFileSync(path, 'utf8').matchAll(IMPORT)
      return [
        path,
        [...matches].map(([, staticPath, dynamicPath]) => resolveImport(path, staticPath ?? dynamicPath ?? '')),
      ]
    }),
  )
}
