import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { workerPlugin } from './scripts/worker-plugin.ts'

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
  const sources = ['web', 'domain', 'contract'].flatMap((name) => filesBelow(join(root, name)))
  for (const path of [
    ...sources,
    join(root, 'package-lock.json'),
    join(root, 'vite.config.ts'),
    join(root, 'scripts/worker-plugin.ts'),
  ])
    hash.update(path.slice(root.length)).update(readFileSync(path))
  const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return `${version}+${hash.digest('hex').slice(0, 8)}`
}

/** All words of one language: the shell's and every portal's, as translators and tenants' overrides see them. */
function allWords(language: string): string {
  const folders = ['locales', ...portals.map((portal) => `portals/${portal}/locales`)]
  const files = folders.map((folder) => join(web, folder, `${language}.json`)).filter((file) => existsSync(file))
  return JSON.stringify(
    Object.assign({}, ...files.map((file): unknown => JSON.parse(readFileSync(file, 'utf8')))),
    null,
    2,
  )
}

/** Files that are served under a fixed name beside the hashed ones. */
function fixedFiles(build: { version: string; built: string }): Plugin {
  return {
    name: 'rungs-fixed-files',
    apply: 'build',
    generateBundle() {
      const emit = (fileName: string, source: string) => this.emitFile({ type: 'asset', fileName, source })
      emit('version.json', JSON.stringify(build))
      for (const language of languages) emit(`locales/${language}.json`, allWords(language))
      for (const file of filesBelow(join(web, 'ui/themes')))
        emit(`themes/${basename(file)}`, readFileSync(file, 'utf8'))
    },
  }
}

const outDir = resolve(root, 'dist/web')
const build = { version: buildVersion(), built: new Date().toISOString() }

export default defineConfig({
  root: web,
  base: '/',
  plugins: [
    react(),
    fixedFiles(build),
    workerPlugin({ outDir, entry: join(web, 'worker/worker.ts'), version: build.version }),
  ],
  define: { __BUILD__: JSON.stringify(build) },
  resolve: { alias: Object.fromEntries(['contract', 'domain', 'web'].map((name) => [`#${name}`, join(root, name)])) },
  build: {
    outDir,
    // the worker's plugin empties it, but for what open pages may still ask for
    emptyOutDir: false,
    assetsDir: 'assets',
    // from here on light-dark() and oklch() are the browser's own; below, they would be rewritten and part from the themes
    target: ['chrome125', 'edge125', 'firefox128', 'safari17.5'],
    // an inlined file would be a data: address, which the content policy allows for pictures only
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: portals
        .filter((portal) => existsSync(join(web, 'portals', portal, 'main.tsx')))
        .map((portal) => join(web, `${portal}.html`)),
    },
  },
})
