import { execFile } from 'node:child_process'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import type { BenchServer } from './bench-server.ts'

const run = promisify(execFile)

/** Smaller files of the database, of which there are two thousand, are left in the system's cache, in bytes. */
const LARGE_FILE = 200_000

/**
 * Restarts the database and lets the system forget its files. `keepRunning` starts it again at the same port; the
 * server connects by itself.
 */
export async function restartCold({ database, port }: BenchServer): Promise<void> {
  const folder = await withOwner(database.url, async (owner) => {
    await owner.query('CHECKPOINT')
    const { rows } = await owner.query<{ data_directory: string }>('SHOW data_directory')
    return rows[0]?.data_directory ?? ''
  })
  const pidOf = async () => Number((await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n')[0])
  const pid = await pidOf()
  process.kill(pid, 'SIGINT')
  await until(async () => (await pidOf()) !== pid)
  await until(() => withOwner(database.url, async (owner) => (await owner.query('SELECT')).rowCount === 1))
  for (const entry of await readdir(join(folder, 'base'), { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    const isLarge =
      entry.isFile() &&
      (await stat(file).then(
        ({ size }) => size > LARGE_FILE,
        () => false,
      ))
    if (isLarge) await run('dd', [`if=${file}`, 'iflag=nocache', 'count=0', 'status=none'])
  }
  await until(async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok)
}

/** Waits until the work succeeds and is true. */
async function until(isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone().catch(() => false))) await new Promise((done) => setTimeout(done, 200))
}

/** Runs the work on a connection of the superuser. */
export async function withOwner<T>(url: string, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  // a server that is just starting may take a connection and never answer
  const owner = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000 })
  owner.on('error', () => {})
  await owner.connect()
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}
