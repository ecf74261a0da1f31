// Builds the portals and their service worker into dist/web (`scripts/build.mjs` runs it when the sources have changed).
// Each portal is a build of its own, because each has a host name of its own, so that browsers share no file between
// them: what its first screen needs is one script and one style (decision 143).
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { build, mergeConfig, type InlineConfig, type Plugin, type Rolldown } from 'vite'
import { portalWords } from '#server/tenants/client-words/portal-words.ts'
import config from '../../vite.config.ts'
import type { PortalBuild, WorkerBuild } from '../../web/worker/build.ts'
import { splitOldAssets, type ReplacedTimes } from '../../web/worker/old-assets.ts'
import { filesBelow } from './files-below.ts'
import { portalHtmlPlugin, stylesFirst } from './portal-html.ts'

const PORTALS = ['parent', 'coach', 'club', 'scheme']
const LANGUAGES = ['en', 'cy']

const root = join(import.meta.dirname, '../..')
const web = join(root, 'web')
const outDir = join(root, 'dist/web')
const assets = join(outDir, 'assets')

/**
 * Puts a comment at the very top of the start script by which Chromium compiles all functions while it reads the file, on
 * a thread beside that of the page. Otherwise it compiles each function when it is first called, on the page's own
 * thread, and the start takes a seventh longer (decision 51). The script's name changes with every build, because it
 * contains the build's version, so its content may, too.
 */
const compileAtLoad: Plugin = {
  name: 'rungs-compile-at-load',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && file.isEntry) file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
    },
  },
}

/** The build of one portal. */
const portalConfig = (portal: string): InlineConfig => ({
  configFile: false,
  logLevel: 'error',
  plugins: [portalHtmlPlugin(web, portal), stylesFirst, compileAtLoad],
  build: {
    outDir,
    // the other portals are there, and files that open pages may still load
    emptyOutDir: false,
    assetsDir: 'assets',
    // the first versions that know light-dark() and oklch(); for older ones they would be rewritten, and differ from
    // the themes
    target: ['chrome125', 'edge125', 'firefox128', 'safari17.5'],
    // an inlined file would be a data: URL, which the content security policy allows only for pictures
    assetsInlineLimit: 0,
    // these browsers support it
    modulePreload: { polyfill: false },
    rolldownOptions: {
      onLog: (level, log, handle) => {
        // a lazy part that is imported statically, too, would be loaded with the first screen
        if (log.code === 'INEFFECTIVE_DYNAMIC_IMPORT') throw new Error(log.message)
        handle(level, log)
      },
      input: join(web, `${portal}.html`),
      output: {
        // Everything that main.tsx imports statically is one chunk. Otherwise each module that a lazy part uses, too,
        // would become a file of its own.
        codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] },
      },
    },
  },
})

/** Builds a portal; returns the paths of its hashed files in `outDir`. */
async function buildPortal(portal: string): Promise<string[]> {
  // it returns no list and no watcher, because one output is configured and nothing is watched
  const { output } = (await build(mergeConfig(config, portalConfig(portal)))) as Rolldown.RolldownOutput
  return output.map(({ fileName }) => fileName).filter((name) => name.startsWith('assets/'))
}

/** The hash of a portal's page and the integrity of its files. */
function portalBuild(portal: string, hashed: readonly string[]): PortalBuild {
  const sha256 = (name: string) => createHash('sha256').update(readFileSync(join(outDir, name)))
  return {
    page: sha256(`${portal}.html`).digest('hex'),
    assets: Object.fromEntries(
      hashed.toSorted().map((name) => [`/${name}`, `sha256-${sha256(name).digest('base64')}`]),
    ),
  }
}

async function buildWorker(workerBuild: WorkerBuild): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    define: { __WORKER_BUILD__: JSON.stringify(workerBuild) },
    build: {
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: join(web, 'worker/worker.ts'),
        output: { format: 'iife', entryFileNames: 'sw.js' },
      },
    },
  })
}

/** Writes the files whose names have no hash. */
function writeFixedFiles(): void {
  const write = (name: string, content: string | Uint8Array) => writeFileSync(join(outDir, name), content)
  for (const folder of ['locales', 'themes', 'icons']) mkdirSync(join(outDir, folder))
  write('version.json', config.define?.['__BUILD__'])
  for (const language of LANGUAGES) write(`locales/${language}.json`, JSON.stringify(portalWords(language), null, 2))
  for (const folder of ['themes', 'icons'])
    for (const file of filesBelow(join(web, 'ui', folder))) write(`${folder}/${basename(file)}`, readFileSync(file))
}

/** Writes a Brotli copy beside the file, at the best quality, which would be too slow for each request. */
async function compress(name: string): Promise<void> {
  const path = join(outDir, name)
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  await writeFile(`${path}.br`, await promisify(brotliCompress)(await readFile(path), { params }))
}

/** Deletes the files that a former build has left, 14 days after it was replaced: open pages may load them until then. */
function deleteOldAssets(current: ReadonlySet<string>): void {
  const replacedFile = join(outDir, '.replaced.json')
  // when each hashed file of a former build was replaced, by name
  const replacedBefore: ReplacedTimes = existsSync(replacedFile) ? JSON.parse(readFileSync(replacedFile, 'utf8')) : {}
  const { drop, replaced } = splitOldAssets(readdirSync(assets), current, replacedBefore, Date.now())
  for (const name of drop) rmSync(join(assets, name))
  writeFileSync(replacedFile, JSON.stringify(replaced))
}

mkdirSync(assets, { recursive: true })
for (const name of readdirSync(outDir))
  if (name !== 'assets' && !name.startsWith('.')) rmSync(join(outDir, name), { recursive: true })
const hashed = new Map<string, string[]>()
for (const portal of PORTALS) hashed.set(portal, await buildPortal(portal))
const { version }: { version: string } = JSON.parse(config.define?.['__BUILD__'])
await buildWorker({ version, portals: [...hashed].map(([portal, names]) => portalBuild(portal, names)) })
writeFixedFiles()
const all = new Set([...hashed.values()].flat())
const compressed = [...all].filter((name) => /\.(?:js|css)$/.test(name))
await Promise.all(compressed.map(compress))
deleteOldAssets(new Set([...all, ...compressed.map((name) => `${name}.br`)].map((name) => basename(name))))
