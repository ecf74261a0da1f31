// Checks the import directions of docs/architecture.md, imports of types included, in three parts: layers, subjects and
// circles. An import that no rule allows is an error.
import { existsSync } from 'node:fs'
import { importGraph, isTest, SUBJECTS } from './import-graph.ts'

// Layers

/** What each place may import of ours besides itself; the first matching place counts. */
const layers: readonly (readonly [place: string, imports: readonly string[]])[] = [
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

function checkLayer(path: string, to: string): string | null {
  const isOurFile = isOurs(to)
  const layer = layers.find(([place]) => isWithin(path, place))
  if (isOurFile && layer) {
    const [place, imports] = layer
    if (!isWithin(to, place) && !imports.some((name) => isWithin(to, name)))
      return `${place} may import ${imports.join(', ') || 'nothing of ours'}`
  }
  if (isWithin(path, 'domain') && !isOurFile) return 'domain has no library'
  if (isWithin(path, 'web/offline') && to.startsWith('react')) return 'offline has no React'
  const feature = /^web\/features\/([^/]+)\//
  if (feature.test(to) && feature.test(path) && feature.exec(path)?.[1] !== feature.exec(to)?.[1])
    return 'no feature imports another'
  return null
}

// Subjects

/**
 * The layers with one folder for each subject. A file in them imports only from its own subject and those before it.
 */
const layersBySubject = ['domain', 'contract', 'server']

/** The files of `server` above the subjects: they may import from all subjects, and no subject imports them. */
const aboveSubjects: Readonly<Record<string, string>> = {
  'server/app.ts': 'joins the routes of all subjects',
  'server/main.ts': 'opens what they work with and starts the workers',
  'server/env.ts': 'reads the environment for main.ts and the command line',
  'server/web.ts': 'serves the built portals beside the API',
  'server/manifest.ts': 'serves the manifest and icons of the built portals',
}

/** The rank of a file's subject; null when it has none. */
function rankOf(path: string): number | null {
  const [layer = '', subject = ''] = path.split('/')
  return layersBySubject.includes(layer) && SUBJECTS.includes(subject) ? SUBJECTS.indexOf(subject) : null
}

/** What is wrong with where a file stands: in a layer with subjects it must belong to one. */
function checkPlace(path: string): string | null {
  const [layer = '', subject] = path.split('/')
  if (!layersBySubject.includes(layer) || subject === 'testing' || isTest(path)) return null
  return rankOf(path) === null && !Object.hasOwn(aboveSubjects, path)
    ? `stands in no subject: ${SUBJECTS.join(', ')}`
    : null
}

function checkSubject(path: string, to: string): string | null {
  if (/^server\/.+\/routes\.ts$/.test(to) && path !== 'server/app.ts') return 'only app.ts imports routes'
  const rank = rankOf(path)
  const importedRank = rankOf(to)
  if (rank === null) return null
  if (Object.hasOwn(aboveSubjects, to)) return 'it stands above the subjects'
  return importedRank !== null && importedRank > rank
    ? `${SUBJECTS[rank]} stands before ${SUBJECTS[importedRank]}`
    : null
}

// Circles

/** The files of a circle of imports through a file, or null. */
function circleFrom(start: string): string[] | null {
  const seen = new Set<string>()
  const walk = (file: string, path: string[]): string[] | null => {
    for (const to of graph.get(file) ?? []) {
      if (!graph.has(to)) continue
      if (to === start) return [...path, to]
      if (seen.has(to)) continue
      seen.add(to)
      const found = walk(to, [...path, to])
      if (found) return found
    }
    return null
  }
  return walk(start, [start])
}

// What is read

const ourFolders = ['contract', 'domain', 'server', 'web', 'db', 'cli', 'demo', 'bench', 'e2e', 'scripts']

function isOurs(path: string): boolean {
  return ourFolders.some((folder) => isWithin(path, folder))
}

function isWithin(path: string, place: string): boolean {
  return path === place || path.startsWith(`${place}/`)
}

const graph = importGraph(['contract', 'domain', 'server', 'web', 'db', 'cli', 'demo'])

const problems = new Set<string>()
for (const [path, imports] of graph) {
  const place = checkPlace(path)
  if (place) problems.add(`${path} ${place}`)
  for (const to of imports) {
    if (isOurs(to) && !existsSync(to)) problems.add(`${path} imports ${to}, which does not exist`)
    if (isTest(path)) continue
    for (const problem of [checkLayer(path, to), checkSubject(path, to)])
      if (problem) problems.add(`${path} imports ${to}: ${problem}`)
  }
  const circle = circleFrom(path)
  // each of its files finds the circle; the first by name reports it
  if (circle && circle.toSorted()[0] === path) problems.add(`circle: ${circle.join(' → ')}`)
}

const seen = [...graph.values()].flat().length
// a pattern that no longer matches would find no problem
if (seen < graph.size) problems.add(`only ${seen} imports seen in ${graph.size} files: the pattern does not work`)
for (const problem of problems) console.error(problem)
console.log(`${seen} imports in ${graph.size} files`)
process.exit(problems.size === 0 ? 0 : 1)
