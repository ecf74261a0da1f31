// Holds the import directions of docs/architecture.md. Everything not listed here is an error, and so is a circle.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** What each place may import of ours besides itself; the first matching place counts. */
const allowed: readonly (readonly [place: string, imports: readonly string[]])[] = [
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

/** The rooms of these layers, in the order of imports: a subject imports none that stands below it. */
const subjects = [
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
const sorted = ['domain', 'contract']

const IMPORT = /^(?:import|export)\s(?:type\s)?(?:[^'"]*?\sfrom\s)?'([^']+)'|\bimport\('([^']+)'\)/gm

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => /\.tsx?$/.test(path))
}

function isTest(path: string): boolean {
  return /\.test\.tsx?$|\/testing\//.test(path)
}

/** A file of ours, or a package as it is written. */
function resolve(from: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1)
  return specifier.startsWith('.') ? normalize(join(dirname(from), specifier)) : specifier
}

/** What a file imports, types too. */
function importsOf(path: string, source: string): string[] {
  return [...source.matchAll(IMPORT)].map(([, fixed, dynamic]) => resolve(path, fixed ?? dynamic ?? ''))
}

/** The room of a file in a sorted layer; null elsewhere and for what tests share. */
function subjectOf(path: string): { layer: string; subject: string; rank: number } | null {
  const [layer = '', subject = ''] = path.split('/')
  if (!sorted.includes(layer) || subject === 'testing') return null
  return { layer, subject, rank: subjects.indexOf(subject) }
}

function within(path: string, place: string): boolean {
  return path === place || path.startsWith(`${place}/`)
}

const ours = ['contract', 'domain', 'server', 'web', 'db', 'cli', 'demo', 'bench', 'e2e', 'scripts']
const problems: string[] = []
const graph = new Map<string, string[]>()
for (const path of ['contract', 'domain', 'server', 'web', 'db', 'cli', 'demo'].flatMap(filesOf)) {
  graph.set(path, importsOf(path, readFileSync(path, 'utf8')))
}

for (const [path, imports] of graph) {
  const room = subjectOf(path)
  if (room?.rank === -1) problems.push(`${path} stands in no subject: ${subjects.join(', ')}`)
  for (const to of imports) {
    const own = ours.some((folder) => within(to, folder))
    if (own && !existsSync(to)) problems.push(`${path} imports ${to}, which does not exist`)
    if (isTest(path)) continue
    const other = subjectOf(to)
    if (room && other?.layer === room.layer && other.rank > room.rank)
      problems.push(`${path} imports ${to}: ${room.subject} stands above ${other.subject}`)
    const place = allowed.find(([name]) => within(path, name))
    if (own && place && !within(to, place[0]) && !place[1].some((name) => within(to, name))) {
      problems.push(`${path} imports ${to}: ${place[0]} may import ${place[1].join(', ') || 'nothing of ours'}`)
    }
    if (within(path, 'domain') && !own) problems.push(`${path} imports ${to}: domain has no library`)
    if (within(path, 'web/offline') && to.startsWith('react'))
      problems.push(`${path} imports ${to}: offline has no React`)
    const feature = /^web\/features\/([^/]+)\//
    if (feature.test(to) && feature.test(path) && feature.exec(path)?.[1] !== feature.exec(to)?.[1]) {
      problems.push(`${path} imports ${to}: no feature imports another`)
    }
    if (/^server\/.+\/routes\.ts$/.test(to) && path !== 'server/app.ts')
      problems.push(`${path} imports ${to}: only app.ts may`)
  }
}

function circleFrom(start: string): string[] | null {
  const seen = new Set<string>()
  const walk = (at: string, way: string[]): string[] | null => {
    for (const to of graph.get(at) ?? []) {
      if (!graph.has(to)) continue
      if (to === start) return [...way, to]
      if (seen.has(to)) continue
      seen.add(to)
      const found = walk(to, [...way, to])
      if (found) return found
    }
    return null
  }
  return walk(start, [start])
}
for (const path of graph.keys()) {
  const circle = circleFrom(path)
  if (circle && circle.toSorted()[0] === path) problems.push(`circle: ${circle.join(' → ')}`)
}

const seen = [...graph.values()].flat().length
// a pattern that stopped matching would find nothing wrong
if (seen < graph.size) problems.push(`only ${seen} imports seen in ${graph.size} files: the pattern does not work`)
for (const problem of new Set(problems)) console.error(problem)
console.log(`${seen} imports in ${graph.size} files`)
process.exit(problems.length === 0 ? 0 : 1)
