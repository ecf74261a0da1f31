// Runs on whatever Node the machine has, before anything is installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
const stamp = `${root}node_modules/.installed`

function wanted() {
  const hash = createHash('sha256')
  for (const name of ['package.json', 'package-lock.json']) hash.update(readFileSync(root + name))
  return hash.digest('hex')
}

/** Installs the packages when they do not match the lock file; without network when they do. */
export function installPackages() {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted()) return
  console.log('Installing packages …')
  const lock = readFileSync(`${root}package-lock.json`)
  // not `npm ci`: it refuses a lock that names binaries of other platforms which a registry mirror lacks
  const done = spawnSync(
    'npm',
    ['install', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    },
  )
  if (done.status !== 0) process.exit(done.status ?? 1)
  // another npm may write its own taste into the lock; what is committed stays
  writeFileSync(`${root}package-lock.json`, lock)
  writeFileSync(stamp, wanted())
}

/** Node 24, which the packages bring; an own one that is new enough will do. */
export function nodeBinary() {
  const own = `${root}node_modules/.bin/node`
  if (existsSync(own)) return own
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  console.error(
    `Rungs needs Node 24; this is ${process.versions.node} and no packaged Node exists for ${process.platform}-${process.arch}.`,
  )
  process.exit(1)
}

/** Environment in which `node` and every installed command are found first. */
export function environment(extra = {}) {
  return { ...process.env, PATH: `${root}node_modules/.bin:${process.env.PATH}`, ...extra }
}
