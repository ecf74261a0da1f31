import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { build, type Plugin } from 'vite'
import type { PortalBuild, WorkerBuild } from '../../web/worker/build.ts'
import { splitOldAssets, type ReplacedTimes } from '../../web/worker/old-assets.ts'

interface Options {
  /** The folder of the built portals. */
  outDir: string
  /** The worker's source. */
  entry: string
  /** The version of the build. */
  version: string
}

/**
 * The paths of all hashed files that a text names, and of those that the named scripts and styles name in turn. The
 * name alone decides: a file that is not needed costs some bytes, but a missing one would break the portal without
 * network.
 */
function namedFiles(text: string, files: ReadonlyMap<string, string>, found = new Set<string>()): Set<string> {
  for (const [path, content] of files) {
    if (found.has(path) || !text.includes(basename(path))) continue
    found.add(path)
    if (/\.(?:js|css)$/.test(path)) namedFiles(content, files, found)
  }
  return found
}

/** The hash of a portal's page and the integrity of the files that it loads. */
function portalBuild(html: Buffer, outDir: string, files: ReadonlyMap<string, string>): PortalBuild {
  const integrity = (path: string) =>
    `sha256-${createHash('sha256')
      .update(readFileSync(join(outDir, path)))
      .digest('base64')}`
  const paths = [...namedFiles(html.toString(), files)].sort()
  return {
    page: createHash('sha256').update(html).digest('hex'),
    assets: Object.fromEntries(paths.map((path) => [path, integrity(path)])),
  }
}

/** Writes a Brotli copy beside the file, at the best quality, which would be too slow for each request. */
async function compress(path: string): Promise<void> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  await writeFile(`${path}.br`, await promisify(brotliCompress)(await readFile(path), { params }))
}

/**
 * Builds the service worker after the portals, with the hashes of their pages and files. It deletes the files of former
 * builds after 14 days, because pages that are still open may load them.
 */
export function workerPlugin({ outDir, entry, version }: Options): Plugin {
  const assets = join(outDir, 'assets')
  const replacedFile = join(outDir, '.replaced.json')
  return {
    name: 'rungs-worker',
    apply: 'build',
    // removes the former build, except its hashed files, which open pages may still load
    buildStart() {
      mkdirSync(assets, { recursive: true })
      for (const name of readdirSync(outDir))
        if (name !== 'assets' && !name.startsWith('.')) rmSync(join(outDir, name), { recursive: true })
    },
    async writeBundle(_options, bundle) {
      const names = Object.keys(bundle)
      const hashed = names.filter((name) => name.startsWith('assets/'))
      const files = new Map(hashed.map((name) => [`/${name}`, readFileSync(join(outDir, name), 'utf8')]))
      const workerBuild: WorkerBuild = {
        version,
        portals: names
          .filter((name) => name.endsWith('.html'))
          .map((name) => portalBuild(readFileSync(join(outDir, name)), outDir, files)),
      }
      await build({
        configFile: false,
        logLevel: 'error',
        define: { __WORKER_BUILD__: JSON.stringify(workerBuild) },
        build: {
          outDir,
          emptyOutDir: false,
          copyPublicDir: false,
          rolldownOptions: { input: entry, output: { format: 'iife', entryFileNames: 'sw.js' } },
        },
      })
      // when each hashed file of a former build was replaced, by name
      const replacedBefore: ReplacedTimes = existsSync(replacedFile)
        ? JSON.parse(readFileSync(replacedFile, 'utf8'))
        : {}
      const compressed = hashed.filter((name) => /\.(?:js|css)$/.test(name))
      await Promise.all(compressed.map((name) => compress(join(outDir, name))))
      const current = new Set([...hashed, ...compressed.map((name) => `${name}.br`)].map((name) => basename(name)))
      const { drop, replaced } = splitOldAssets(readdirSync(assets), current, replacedBefore, Date.now())
      for (const name of drop) rmSync(join(assets, name))
      writeFileSync(replacedFile, JSON.stringify(replaced))
    },
  }
}
