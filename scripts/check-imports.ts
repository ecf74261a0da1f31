// Checks that imports, those of types included, go in the directions of docs/architecture.md: between layers, between
// subjects, and without circles. An import that no rule allows is an error.
import { existsSync } from 'node:fs'
import { importGraph, isTest, SUBJECTS } from './import-graph.ts'

// Layers

/** From which of our folders each folder may import, besides from itself. */
const layers: readonly (readonly [folder: string, imports: readonly string[]])[] = [
  ['domain', []],
  ['contract', ['domain']],
  ['server', ['contract', 'domain']],
  ['web/ui', []],
  ['web/api', ['contract', 'domain']],
  ['web/search', ['web/ui', 'domain']],
  ['web/worker', []],
  ['web/offline', ['web/api', 'contract', 'domain']],
  ['web/shell', ['web/api', 'web/ui', 'web/search', 'web/locales', 'contract', 'domain']],
  ['web/desk', ['web/api', 'web/ui', 'web/search', 'web/shell', 'web/locales', 'contract', 'domain']],
  ['web/features', ['web/ui', 'web/search', 'contract', 'domain']],
  ['web/portals/parent', ['web/ui', 'web/search', 'web/api', 'web/shell', 'web/features', 'contract', 'domain']],
  [
    'web/portals/coach',
    ['web/ui', 'web/search', 'web/api', 'web/shell', 'web/features', 'web/offline', 'contract', 'domain'],
  ],
  [
    'web/portals/club',
    ['web/ui', 'web/search', 'web/api', 'web/shell', 'web/desk', 'web/features', 'contract', 'domain'],
  ],
  [
    'web/portals/scheme',
    ['web/ui', 'web/search', 'web/api', 'web/shell', 'web/desk', 'web/features', 'contract', 'domain'],
  ],
]

/** What is wrong with an import between layers, or null. */
function checkLayer(path: string, imported: string): string | null {
  const isOurFile = isOurs(imported)
  const layer = layers.find(([folder]) => isWithin(path, folder))
  if (isOurFile && layer) {
    const [folder, imports] = layer
    if (!isWithin(imported, folder) && !imports.some((name) => isWithin(imported, name)))
      return `${folder} may import ${imports.join(', ') || 'nothing of ours'}`
  }
  if (isWithin(path, 'domain') && !isOurFile) return 'domain has no library'
  if (isWithin(path, 'web/offline') && imported.startsWith('react')) return 'offline has no React'
  const featureOf = (file: string) => /^web\/features\/([^/]+)\//.exec(file)?.[1]
  const feature = featureOf(path)
  const importedFeature = featureOf(imported)
  if (feature !== undefined && importedFeature !== undefined && feature !== importedFeature)
    return 'no feature imports another'
  return null
}

// Subjects

/**
 * The layers with one folder for each subject. A file in them imports only from its own subject and those before it.
 */
const layersBySubject = ['domain', 'contract', 'server']

/**
 * The files of `server` above the subjects, each with its purpose: they may import from all subjects, and no subject
 * imports them.
 */
const aboveSubjects: Readonly<Record<string, string>> = {
  'server/app.ts': 'joins the routes of all subjects',
  'server/gate.ts': 'asks the policy of all subjects',
  'server/main.ts': 'opens the database and files, listens, and starts the workers',
  'server/env.ts': 'reads the environment for main.ts and the command line',
  'server/web.ts': 'serves the built portals beside the API',
  'server/manifest.ts': 'serves the manifest and icons of the built portals',
}

/** The position of a file's subject in the order of imports; null when the file belongs to no subject. */
function rankOf(path: string): number | null {
  const [layer = '', subject = ''] = path.split('/')
  return layersBySubject.includes(layer) && SUBJECTS.includes(subject) ? SUBJECTS.indexOf(subject) : null
}

/** What is wrong with the folder of a file, or null: in a layer with subjects a file must belong to a subject. */
function checkFolder(path: string): string | null {
  const [layer = '', subject] = path.split('/')
  if (!layersBySubject.includes(layer) || subject === 'testing' || isTest(path)) return null
  return rankOf(path) === null && !Object.hasOwn(aboveSubjects, path)
    ? `stands in no subject: ${SUBJECTS.join(', ')}`
    : null
}

/** What is wrong with an import between subjects, or null. */
function checkSubject(path: string, imported: string): string | null {
  if (/^server\/.+\/routes\.ts$/.test(imported) && path !== 'server/app.ts') return 'only app.ts imports routes'
  const rank = rankOf(path)
  const importedRank = rankOf(imported)
  if (rank === null) return null
  if (Object.hasOwn(aboveSubjects, imported)) return 'it stands above the subjects'
  return importedRank !== null && importedRank > rank
    ? `${SUBJECTS[rank]} stands before ${SUBJECTS[importedRank]}`
    : null
}

// Circles

/** A circle of imports that begins and ends with this file, as paths, or null. */
function circleFrom(start: string): string[] | null {
  const visited = new Set<string>()
  const walk = (file: string, path: string[]): string[] | null => {
    for (const imported of graph.get(file) ?? []) {
      // packages and files outside the graph
      if (!graph.has(imported)) continue
      if (imported === start) return [...path, imported]
      if (visited.has(imported)) continue
      visited.add(imported)
      const circle = walk(imported, [...path, imported])
      if (circle) return circle
    }
    return null
  }
  return walk(start, [start])
}

// All files

const ourFolders = ['contract', 'domain', 'server', 'web', 'db', 'cli', 'demo', 'bench', 'e2e', 'scripts']

function isOurs(path: string): boolean {
  return ourFolders.some((folder) => isWithin(path, folder))
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`)
}

const graph = importGraph(['contract', 'domain', 'server', 'web', 'db', 'cli', 'demo'])

const problems = new Set<string>()
for (const [path, imports] of graph) {
  const folderProblem = checkFolder(path)
  if (folderProblem) problems.add(`${path} ${folderProblem}`)
  for (const imported of imports) {
    if (isOurs(imported) && !existsSync(imported)) problems.add(`${path} imports ${imported}, which does not exist`)
    if (isTest(path)) continue
    for (const problem of [checkLayer(path, imported), checkSubject(path, imported)])
      if (problem) problems.add(`${path} imports ${imported}: ${problem}`)
  }
  const circle = circleFrom(path)
  // each of its files finds the circle; the first by name reports it
  if (circle && circle.toSorted()[0] === path) problems.add(`circle: ${circle.join(' → ')}`)
}

const importCount = [...graph.values()].flat().length
// a pattern that no longer matches would find no problem
if (importCount < graph.size)
  problems.add(`only ${importCount} imports seen in ${graph.size} files: the pattern does not work`)
for (const problem of problems) console.error(problem)
console.log(`${importCount} imports in ${graph.size} files`)
process.exit(problems.size === 0 ? 0 : 1)
