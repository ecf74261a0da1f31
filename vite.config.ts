import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { portalWords } from './server/tenants/client-words/portal-words.ts'
import { ariaWords } from './scripts/build/aria-words.ts'
import { compiledAhead } from './scripts/build/compiled-ahead.ts'
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

/** The version must be known before bundling, because it is compiled in; so it is a hash of everything that is bundled. */
function buildVersion(): string {
  const hash = createHash('sha256')
  const sources = ['web', 'domain', 'contract', 'scripts/build'].flatMap((name) => filesBelow(join(root, name)))
  for (const path of [...sources, join(root, 'package-lock.json'), join(root, 'vite.config.ts')])
    hash.update(path.slice(root.length)).update(readFileSync(path))
  const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return `${version}+${hash.digest('hex').slice(0, 8)}`
}

/** Files that are served under a fixed name beside the hashed ones. */
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

/** Styles come before scripts, in the page and on the line: the ladder that waits is drawn while scripts are on their way. */
const stylesFirst: Plugin = {
  name: 'rungs-styles-first',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const styles = html.match(/ *<link rel="stylesheet"[^>]*>\n/g) ?? []
      return styles
        .reduce((rest, one) => rest.replace(one, ''), html)
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
    compiledAhead(),
    stylesFirst,
    workerPlugin({ outDir, entry: join(web, 'worker/worker.ts'), version: build.version }),
  ],
  define: { __BUILD__: JSON.stringify(build) },
  resolve: {
    alias: {
      ...Object.fromEntries(['contract', 'domain', 'web'].map((name) => [`#${name}`, join(root, name)])),
      // its wrapper brings the build for old browsers; nobody here asks for it by two ways
      dexie: join(root, 'node_modules/dexie/dist/modern/dexie.mjs'),
    },
  },
  build: {
    outDir,
    // the worker's plugin empties it, but for what open pages may still ask for
    emptyOutDir: false,
    assetsDir: 'assets',
    // from here on light-dark() and oklch() are the browser's own; below, they would be rewritten and part from the themes
    target: ['chrome125', 'edge125', 'firefox128', 'safari17.5'],
    // an inlined file would be a data: address, which the content policy allows for pictures only
    assetsInlineLimit: 0,
    // these browsers know it
    modulePreload: { polyfill: false },
    rolldownOptions: {
      onLog: (level, log, handle) => {
        // a heavy part that is to come later would come with the first screen: twice as much to parse before a tree stands
        if (log.code === 'INEFFECTIVE_DYNAMIC_IMPORT') throw new Error(log.message)
        handle(level, log)
      },
      input: portals
        .filter((portal) => existsSync(join(web, 'portals', portal, 'main.tsx')))
        .map((portal) => join(web, `${portal}.html`)),
      output: { codeSplitting: { includeDependenciesRecursively: false, groups: firstChunks(web, portals) } },
    },
  },
})
