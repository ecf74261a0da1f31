// Runs on any Node from 20 on, before anything is installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
/** Holds the hash of the lock file of the last installation. */
const stampFile = `${root}node_modules/.installed`

/** A hash of the files that say which packages must be installed. */
function hashLockFile() {
  const hash = createHash('sha256')
  for (const name of ['package.json', 'package-lock.json']) hash.update(readFileSync(root + name))
  return hash.digest('hex')
}

/** Installs the packages of the lock file, unless they are installed already; then it needs no network. */
export function installPackages() {
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hashLockFile()) return
  console.log('Installing packages …')
  const lock = readFileSync(`${root}package-lock.json`)
  // not `npm ci`: it refuses a lock that names binaries of other platforms which a registry mirror lacks
  const result = spawnSync(
    'npm',
    ['install', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: root,
      stdio: 'inherit',
      // npm is a batch file on Windows, which only a shell can run
      shell: process.platform === 'win32',
    },
  )
  if (result.status !== 0) process.exit(result.status ?? 1)
  // another version of npm may rewrite the lock file; the committed one is restored
  writeFileSync(`${root}package-lock.json`, lock)
  writeFileSync(stampFile, hashLockFile())
}

/** The path of Node 24: the packaged one, or else this process's own if it is new enough. Exits without either. */
export function nodeBinary() {
  const packaged = `${root}node_modules/.bin/node`
  if (existsSync(packaged)) return packaged
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  console.error(
    `Rungs needs Node 24; this is ${process.versions.node} and no packaged Node exists for ${process.platform}-${process.arch}.`,
  )
  process.exit(1)
}

/**
 * The environment with the packaged `node` and all installed commands first in PATH. Node keeps compiled modules in
 * NODE_COMPILE_CACHE, so that a server starts in three quarters of the time.
 */
export function environment(extra = {}) {
  const NODE_COMPILE_CACHE = `${root}node_modules/.cache/node`
  return { ...process.env, PATH: `${root}node_modules/.bin:${process.env.PATH}`, NODE_COMPILE_CACHE, ...extra }
}
