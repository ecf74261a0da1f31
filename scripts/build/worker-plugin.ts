import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { build, type Plugin } from 'vite'
import type { PortalBuild, WorkerBuild } from '../../web/worker/build.ts'
import { sortOldAssets, type Replaced } from '../../web/worker/old-assets.ts'

interface Options {
  outDir: string
  /** The worker's source. */
  entry: string
  version: string
}

/** Every hashed file that a text leads to, over other files: an over-estimate costs bytes, a missing one costs offline. */
function reachable(text: string, files: ReadonlyMap<string, string>, found = new Set<string>()): Set<string> {
  for (const [path, content] of files) {
    if (found.has(path) || !text.includes(basename(path))) continue
    found.add(path)
    if (/\.(?:js|css)$/.test(path)) reachable(content, files, found)
  }
  return found
}

function portalBuild(html: Buffer, outDir: string, files: ReadonlyMap<string, string>): PortalBuild {
  const integrity = (path: string) =>
    `sha256-${createHash('sha256')
      .update(readFileSync(join(outDir, path)))
      .digest('base64')}`
  const paths = [...reachable(html.toString(), files)].sort()
  return {
    page: createHash('sha256').update(html).digest('hex'),
    assets: Object.fromEntries(paths.map((path) => [path, integrity(path)])),
  }
}

/** Beside the file, for who takes brotli: as small as it gets, which no server could do with each request. */
async function squeeze(path: string): Promise<void> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  await writeFile(`${path}.br`, await promisify(brotliCompress)(await readFile(path), { params }))
}

/**
 * After the portals are built: the service worker, which knows their pages and files by hash; and the files of former
 * builds, which stay 14 days for pages that are still open.
 */
export function workerPlugin({ outDir, entry, version }: Options): Plugin {
  const assets = join(outDir, 'assets')
  const kept = join(outDir, '.replaced.json')
  return {
    name: 'rungs-worker',
    apply: 'build',
    buildStart() {
      mkdirSync(assets, { recursive: true })
      for (const name of readdirSync(outDir))
        if (name !== 'assets' && !name.startsWith('.')) rmSync(join(outDir, name), { recursive: true })
    },
    async writeBundle(_options, bundle) {
      const names = Object.keys(bundle)
      const hashed = names.filter((name) => name.startsWith('assets/'))
      const files = new Map(hashed.map((name) => [`/${name}`, readFileSync(join(outDir, name), 'utf8')]))
      const found: WorkerBuild = {
        version,
        portals: names
          .filter((name) => name.endsWith('.html'))
          .map((name) => portalBuild(readFileSync(join(outDir, name)), outDir, files)),
      }
      await build({
        configFile: false,
        logLevel: 'error',
        define: { __WORKER_BUILD__: JSON.stringify(found) },
        build: {
          outDir,
          emptyOutDir: false,
          copyPublicDir: false,
          rolldownOptions: { input: entry, output: { format: 'iife', entryFileNames: 'sw.js' } },
        },
      })
      const before: Replaced = existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : {}
      const squeezed = hashed.filter((name) => /\.(?:js|css)$/.test(name))
      await Promise.all(squeezed.map((name) => squeeze(join(outDir, name))))
      const current = new Set([...hashed, ...squeezed.map((name) => `${name}.br`)].map((name) => basename(name)))
      const { drop, replaced } = sortOldAssets(readdirSync(assets), current, before, Date.now())
      for (const name of drop) rmSync(join(assets, name))
      writeFileSync(kept, JSON.stringify(replaced))
    },
  }
}
