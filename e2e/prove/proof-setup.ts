import { spawn, type ChildProcess } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '#db/embedded.ts'
import { freeServerPort } from '../free-server-port.ts'
import { migrate } from '#db/migrate.ts'
import { grantLogin } from '#db/roles.ts'
import { openDatabase, type Database } from '#server/platform/tenancy.ts'
import { createProofClub, type ClubSize, type ProofClub } from './proof-club.ts'
import { until } from './until.ts'

/** The server's environment variable SECRET. */
export const PROOF_SECRET = 'the secret of a setup that nobody else has'

/** The server as one process, without the script of `npm start`, so that a kill hits only the server. */
export class ServerProcess {
  readonly port: number
  readonly #databaseUrl: string
  readonly #folder: string
  #child: ChildProcess | null = null
  #output = ''

  /** `folder` has the sources of the server; those of this version when it is left out. */
  constructor(port: number, databaseUrl: string, folder = '.') {
    this.port = port
    this.#databaseUrl = databaseUrl
    this.#folder = folder
  }

  /** The end of what the server has written to its standard error since its last start. */
  get output(): string {
    return this.#output
  }

  /** False before the first start, and once the process has ended, whoever ended it. */
  get isRunning(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null
  }

  async start(): Promise<void> {
    this.#output = ''
    const child = spawn(process.execPath, ['cli/rungs.ts', 'serve'], {
      cwd: this.#folder,
      env: {
        ...process.env,
        NODE_ENV: 'production',
        PORT: String(this.port),
        DATABASE_URL: this.#databaseUrl,
        DEMO: '0',
        STOP_DELAY: '0',
        SECRET: PROOF_SECRET,
        LOG_LEVEL: 'error',
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    this.#child = child
    // the last 4,000 characters are enough to know why the server ended
    child.stderr.on('data', (text: Buffer) => (this.#output = (this.#output + text.toString()).slice(-4_000)))
    await until('the server answers', async () => {
      if (!this.isRunning) throw new Error(`the server ended at its start: ${this.#output}`)
      return fetch(`http://127.0.0.1:${this.port}/v1/status`).then(
        (reply) => reply.ok,
        () => false,
      )
    })
  }

  async kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child
    if (!child || !this.isRunning) return
    const ended = new Promise((done) => child.once('exit', done))
    child.kill(signal)
    await ended
  }
}

/** The environment of a proof: a new database with one club, and a server. */
export interface ProofSetup {
  /** PostgreSQL's data folder. */
  cluster: string
  db: Database
  /** The connection of the role that owns the tables. */
  ownerUrl: string
  server: ServerProcess
  club: ProofClub
}

/** Runs `work` with a new setup and removes the setup afterwards, also after an error. */
export async function withProofSetup<T>(size: ClubSize, work: (setup: ProofSetup) => Promise<T>): Promise<T> {
  const dir = await mkdtemp(join(tmpdir(), 'rungs-prove-'))
  // as root, the database runs as another user, who must be able to enter the folder
  await chmod(dir, 0o755)
  const dataDir = join(dir, 'database')
  const database = await startEmbedded({ dataDir })
  const owner = new pg.Client({ connectionString: database.url })
  let db: Database | null = null
  let server: ServerProcess | null = null
  let closed: Promise<void> | null = null
  const closeAll = async () => {
    await owner.end().catch(() => {})
    await server?.kill('SIGTERM')
    await db?.pool.end()
    await database.stop()
    await rm(dir, { recursive: true, force: true })
  }
  // Ctrl-C and the end of the work may come at the same time
  const close = () => (closed ??= closeAll())
  // the database is a process of its own and would keep running after Ctrl-C, whose exit code is 130
  const closeAndExit = () => void close().finally(() => process.exit(130))
  process.once('SIGINT', closeAndExit)
  process.once('SIGTERM', closeAndExit)

  try {
    await migrate(database.url)
    // a proof itself needs few connections
    db = openDatabase(await grantLogin(database.url), 4)
    await owner.connect()
    const club = await createProofClub(owner, db, size)
    // the planner has no statistics of the new data yet
    await owner.query('ANALYZE')
    const { rows } = await owner.query<{ dir: string }>(`SELECT current_setting('data_directory') AS dir`)
    await owner.end()
    server = new ServerProcess(await freeServerPort(), database.url)
    await server.start()
    return await work({ cluster: rows[0]?.dir ?? '', db, ownerUrl: database.url, server, club })
  } finally {
    process.off('SIGINT', closeAndExit)
    process.off('SIGTERM', closeAndExit)
    await close()
  }
}
