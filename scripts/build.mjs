// Builds the portals when their sources have changed since the last build.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { environment, nodeBinary, root } from './install.mjs'

/** Holds the hash of the sources of the last build. */
const stampFile = `${root}dist/web/.built`

/** A hash of all files from which the portals are built. */
function hashSources() {
  const hash = createHash('sha256')
  const add = (path) => hash.update(path).update(readFileSync(root + path))
  const walk = (dir) => {
    for (const entry of readdirSync(root + dir, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(dir, entry.name)
      if (entry.isDirectory()) walk(path)
      else add(path)
    }
  }
  for (const dir of ['web', 'contract', 'domain', 'scripts/build']) walk(dir)
  for (const file of ['vite.config.ts', 'package-lock.json']) add(file)
  return hash.digest('hex')
}

/** Builds the portals if necessary; returns whether they are up to date then. */
export function buildWeb() {
  const hash = hashSources()
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash) return true
  console.log('Building the portals …')
  const { status } = spawnSync(nodeBinary(), ['scripts/build/build-portals.ts'], {
    cwd: root,
    stdio: 'inherit',
    env: environment({ NODE_ENV: 'production' }),
  })
  if (status === 0) writeFileSync(stampFile, hash)
  return status === 0
}
