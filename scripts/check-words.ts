// Checks that each text exists and is loaded before it is shown: a module may use keys only of the words of its portal's
// first screen, and of those that every part that imports it loads (`lazyPart`, `lazyWithRetry`). Otherwise users would
// see keys in place of texts until some other part has loaded them.
import { existsSync, readFileSync } from 'node:fs'
import { portalWords, type Words } from '#server/tenants/client-words/portal-words.ts'
import { resolveImport } from './import-graph.ts'

const PORTALS = ['parent', 'coach', 'club', 'scheme']

/** A set of words, by the path of its English file. */
type Bundle = string

const read = (path: string) => readFileSync(path, 'utf8')
/** The text of a module without its comments, which may name keys. */
const codeOf = (path: string) => read(path).replaceAll(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')

/** The English file of the words that a module's text imports after `from`. */
function bundleIn(path: string, from: number): Bundle | null {
  const specifier = /import\('([^']+\/en\.json)'\)/.exec(read(path).slice(from))?.[1]
  return specifier === undefined ? null : resolveImport(path, specifier)
}

/** What the names of words in a module mean: those it defines, and those it imports. */
function wordsNamed(path: string, name: string): Bundle | null {
  const text = read(path)
  const defined = new RegExp(`const ${name}\\b`).exec(text)
  if (defined) return bundleIn(path, defined.index)
  const specifier = new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '([^']+)'`).exec(text)?.[1]
  return specifier === undefined ? null : wordsNamed(resolveImport(path, specifier), name)
}

/** The text from an opening parenthesis to the one that closes it. */
function inParentheses(text: string, start: number): string {
  let depth = 0
  for (let end = start; end < text.length; end++) {
    if (text[end] === '(') depth++
    if (text[end] === ')' && --depth === 0) return text.slice(start, end + 1)
  }
  return text.slice(start)
}

interface Edge {
  to: string
  words: Bundle[]
}

/** The modules of ours that a module imports, each with the words that are loaded with it. */
function edgesOf(path: string): Edge[] {
  const text = read(path)
  const edges: Edge[] = []
  for (const [, specifier] of text.matchAll(/^(?:import|export)\s(?!type\s)(?:[^'"]*?\sfrom\s)?'([^']+)'/gm))
    if (specifier) edges.push({ to: resolveImport(path, specifier), words: [] })
  for (const match of text.matchAll(/\b(lazyPart|lazyWithRetry)\(/g)) {
    const call = inParentheses(text, match.index + match[0].length - 1)
    const loader = /=>\s*(\w+)\(\)/.exec(call)?.[1]
    const specifier =
      /import\('([^']+)'\)/.exec(call)?.[1] ??
      (loader === undefined
        ? undefined
        : new RegExp(`const ${loader} = \\(\\) => import\\('([^']+)'\\)`).exec(text)?.[1])
    if (specifier === undefined) continue
    const names = [...(match[1] === 'lazyPart' ? ['lazyPart'] : []), ...(call.match(/\b\w+Words\b/g) ?? [])]
    edges.push({ to: resolveImport(path, specifier), words: names.flatMap((name) => wordsNamed(path, name) ?? []) })
  }
  return edges.filter(({ to }) => to.startsWith('web/') && existsSync(to))
}

/** For each module of a portal the words that are loaded whenever it runs, by whatever part it is imported. */
function wordsByModule(portal: string): Map<string, ReadonlySet<Bundle>> {
  const main = `web/portals/${portal}/main.tsx`
  const first = ['web/locales/en.json', `web/portals/${portal}/locales/en.json`]
  if (portal === 'club' || portal === 'scheme') first.push('web/locales/desk/en.json')
  const loaded = new Map<string, ReadonlySet<Bundle>>([[main, new Set(first)]])
  const open = [main]
  for (let path = open.pop(); path !== undefined; path = open.pop())
    for (const { to, words } of edgesOf(path)) {
      const here = new Set([...(loaded.get(path) ?? []), ...words])
      const before = loaded.get(to)
      const both = before ? new Set([...before].filter((bundle) => here.has(bundle))) : here
      if (before?.size === both.size) continue
      loaded.set(to, both)
      open.push(to)
    }
  return loaded
}

/** Whether the words have the key, in any of its plural forms; of a beginning, whether they have a key that begins so. */
function hasKey(words: Words, key: string, isBeginning: boolean): boolean {
  const path = key.split('.')
  const last = path.pop() ?? ''
  let node: Words | string | undefined = words
  for (const part of path) node = typeof node === 'object' ? node[part] : undefined
  const beginning = isBeginning ? last : `${last}_`
  return typeof node === 'object' && Object.keys(node).some((name) => name === last || name.startsWith(beginning))
}

const all = portalWords('en')
let keys = 0
let faults = 0
for (const portal of PORTALS) {
  for (const [path, bundles] of wordsByModule(portal)) {
    const loaded = [...bundles].map((bundle): Words => JSON.parse(read(bundle)))
    // a whole key, or the beginning of one that is put together
    const literals = codeOf(path).matchAll(/(\bt\(\s*)?['"`]([a-z]\w*(?:\.\w+)*\.\w*)(['"`]|\$\{)/g)
    for (const [, call, key = '', end] of literals) {
      const isIn = (words: Words) => hasKey(words, key, end === '${')
      const exists = isIn(all)
      // other texts with dots, such as names of files, are no keys
      if (!exists && call === undefined) continue
      keys++
      if (loaded.some(isIn)) continue
      console.log(
        `${portal}: ${path} uses ${key}, ${exists ? 'whose words may not be loaded there' : 'which no words have'}`,
      )
      faults++
    }
  }
}
console.log(`${keys} keys in modules of portals`)
if (keys === 0 || faults > 0) process.exit(1)
