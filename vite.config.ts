import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { portalWords } from './server/tenants/client-words/portal-words.ts'
import { ariaWords } from './scripts/build/aria-words.ts'
import { compileAtLoad } from './scripts/build/compile-at-load.ts'
import { firstChunks } from './scripts/build/first-chunks.ts'
import { portalHtmlPlugin } from './scripts/build/portal-html.ts'
import { workerPlugin } from './scripts/build/worker-plugin.ts'

const root = import.meta.dirname
const web = join(root, 'web')
const portals = ['parent', 'coach', 'club', 'scheme']
const languages = ['en', 'cy']

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile() && !path.includes('.test.'))
    .sort()
}

/** The build's version. It is compiled into the scripts, so it cannot depend on them; it has a hash of all sources. */
function buildVersion(): string {
  const hash = createHash('sha256')
  const sources = ['web', 'domain', 'contract', 'scripts/build'].flatMap((name) => filesBelow(join(root, name)))
  for (const path of [...sources, join(root, 'package-lock.json'), join(root, 'vite.config.ts')])
    hash.update(path.slice(root.length)).update(readFileSync(path))
  const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return `${version}+${hash.digest('hex').slice(0, 8)}`
}

/** Emits the files whose names have no hash. */
function fixedFiles(build: { version: string; built: string }): Plugin {
  return {
    name: 'rungs-fixed-files',
    apply: 'build',
    generateBundle() {
      const emit = (fileName: string, source: string | Uint8Array) => this.emitFile({ type: 'asset', fileName, source })
      emit('version.json', JSON.stringify(build))
      for (const language of languages) emit(`locales/${language}.json`, JSON.stringify(portalWords(language), null, 2))
      for (const file of filesBelow(join(web, 'ui/themes')))
        emit(`themes/${basename(file)}`, readFileSync(file, 'utf8'))
      for (const file of filesBelow(join(web, 'ui/icons'))) emit(`icons/${basename(file)}`, readFileSync(file))
    },
  }
}

/**
 * Puts styles before scripts and gives scripts a low priority, so that the page's loading picture is drawn while
 * scripts load.
 */
const stylesFirst: Plugin = {
  name: 'rungs-styles-first',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const styles = html.match(/ *<link rel="stylesheet"[^>]*>\n/g) ?? []
      return styles
        .reduce((rest, style) => rest.replace(style, ''), html)
        .replace(/ *<script type="module"/, (first) => styles.join('') + first)
        .replaceAll(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"')
    },
  },
}

const outDir = resolve(root, 'dist/web')
const build = { version: buildVersion(), built: new Date().toISOString() }

export default defineConfig({
  root: web,
  base: '/',
  plugins: [
    react(),
    ariaWords(join(web, 'ui/aria-words')),
    fixedFiles(build),
    portalHtmlPlugin(web, portals),
    compileAtLoad(),
    stylesFirst,
    workerPlugin({ outDir, entry: join(web, 'worker/worker.ts'), version: build.version }),
  ],
  define: { __BUILD__: JSON.stringify(build) },
  resolve: {
    alias: {
      ...Object.fromEntries(['contract', 'domain', 'web'].map((name) => [`#${name}`, join(root, name)])),
      // dexie's entry module imports the build for old browsers; all imports of dexie must resolve to the modern one
      dexie: join(root, 'node_modules/dexie/dist/modern/dexie.mjs'),
    },
  },
  build: {
    outDir,
    // the worker's plugin empties it, except for files that open pages may still load
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
      input: portals.map((portal) => join(web, `${portal}.html`)),
      // a module goes only where `firstChunks` puts it, not along with a module that imports it
      output: { codeSplitting: { includeDependenciesRecursively: false, groups: firstChunks(web, portals) } },
    },
  },
})
