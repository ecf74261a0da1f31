import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { request, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Route } from 'playwright-core'
import { startEmbedded } from '#db/embedded.ts'
import { freeServerPort } from './free-server-port.ts'

/** The first start loads three clients, which takes 20 s, and many times that on a busy machine. */
const LONGEST_START_MS = 300_000

/** The server as people start it: a process with a data folder of its own and the demo clients. */
export class RunningServer {
  readonly port: number
  readonly dataDir: string
  /** The folder of the sources that the server runs. */
  readonly #checkout: string
  #child: ChildProcess | null = null
  #output = ''

  private constructor(port: number, dataDir: string, checkout: string) {
    this.port = port
    this.dataDir = dataDir
    this.#checkout = checkout
  }

  /**
   * A server with a copy of the data folder `prepared`. `checkout` is another copy of the sources, for tests that
   * change them.
   */
  static async from(prepared: string, checkout = '.'): Promise<RunningServer> {
    const server = await RunningServer.create(checkout)
    // -a keeps the owners of the files: as root, the database belongs to another user
    await promisify(execFile)('cp', ['-a', `${prepared}/.`, server.dataDir])
    return server
  }

  /** A server with an empty data folder. */
  static async create(checkout = '.'): Promise<RunningServer> {
    const dir = await mkdtemp(join(tmpdir(), 'rungs-e2e-'))
    // as root, the database runs as another user, who must be able to enter the folder
    await chmod(dir, 0o755)
    return new RunningServer(await freeServerPort(), dir, checkout)
  }

  get output(): string {
    return this.#output
  }

  /** The URL of a path at a portal of the demo client Aquila. */
  url(portal: string, path = '/'): string {
    return `http://${portal}.aquila.localhost:${this.port}${path}`
  }

  /** The origin of a portal's pages: its URL without a path. */
  origin(portal: string): string {
    return this.url(portal, '')
  }

  /**
   * Runs the script of `npm start` and waits until the server answers; returns how long that took, in ms. `env` adds
   * environment variables.
   */
  async start(env: Readonly<Record<string, string>> = {}): Promise<number> {
    return this.run('start', env)
  }

  /** Like `start`, with the script of `npm start` or of `npm run dev`. */
  async run(command: 'start' | 'dev', env: Readonly<Record<string, string>> = {}): Promise<number> {
    const began = Date.now()
    this.#output = ''
    const child = spawn(process.execPath, [`scripts/${command}.mjs`], {
      cwd: this.#checkout,
      env: {
        ...process.env,
        NODE_ENV: 'production',
        PORT: String(this.port),
        DATA_DIR: this.dataDir,
        LOG_LEVEL: 'warn',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      // a process group of its own, so that a kill also reaches the server, which is a child of the script
      detached: true,
    })
    this.#child = child
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => (this.#output += text.toString()))
    while (Date.now() - began < LONGEST_START_MS) {
      if (child.exitCode !== null) throw new Error(`the server ended: ${this.#output}`)
      const up = await fetch(`http://127.0.0.1:${this.port}/v1/status`).then(
        (reply) => reply.ok,
        () => false,
      )
      if (up) return Date.now() - began
      await new Promise((done) => setTimeout(done, 50))
    }
    throw new Error(`the server did not answer: ${this.#output}`)
  }

  /** Runs the `rungs` command with the data of the running server; returns what it prints. */
  async rungs(...args: string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(process.execPath, ['cli/rungs.ts', ...args], {
      env: { ...process.env, PORT: String(this.port), DATA_DIR: this.dataDir },
    })
    return stdout
  }

  /** Kills all processes of the server with `kill -9`, and its database too if `database` is set. */
  async kill(options: { database?: boolean } = {}): Promise<void> {
    this.#signal('SIGKILL')
    await this.#ended()
    if (!options.database) return
    // the first line of the lock file is the database's process id
    process.kill(Number((await readFile(this.#lockFile, 'utf8')).split('\n')[0]), 'SIGKILL')
  }

  /** Sends Ctrl-C; returns the exit code and whether the database still runs. */
  async interrupt(): Promise<{ code: number | null; databaseRuns: boolean }> {
    this.#signal('SIGINT')
    await this.#ended()
    return { code: this.#child?.exitCode ?? null, databaseRuns: existsSync(this.#lockFile) }
  }

  /** Ends the server and its database, and removes the data folder. */
  async stop(): Promise<void> {
    await this.end()
    await rm(this.dataDir, { recursive: true, force: true })
  }

  /** Ends the server and its database; the data folder stays. */
  async end(): Promise<void> {
    this.#signal('SIGTERM')
    await this.#ended()
    if (existsSync(this.#lockFile)) {
      // `startEmbedded` takes over a database that still runs, so that it can be stopped
      const database = await startEmbedded({ dataDir: join(this.dataDir, 'database') })
      await database.stop()
    }
    // it is answered with 503, after which pages try again: no test would notice it
    if (this.#output.includes('deadlock detected')) throw new Error(this.#output)
  }

  /** PostgreSQL's file that is there while the database runs. */
  get #lockFile(): string {
    return join(this.dataDir, 'database', 'cluster', 'postmaster.pid')
  }

  #signal(signal: NodeJS.Signals): void {
    const child = this.#child
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    process.kill(-child.pid, signal)
  }

  async #ended(): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    await new Promise((done) => child.once('exit', done))
  }
}

interface CallOptions {
  token?: string
  body?: unknown
  /** The default is GET without a body and POST with one. */
  method?: string
}

/** An API call at the host of a portal, as a browser makes it; returns the JSON of the reply, null without a body. */
export async function call(
  server: RunningServer,
  portal: string,
  path: string,
  options: CallOptions = {},
): Promise<{ status: number; body: unknown }> {
  const { status, text } = await ask(server, portal, path, options)
  return { status, body: text === '' ? null : JSON.parse(text) }
}

/** Answers a page's GET request with the server's reply as `change` returns it. */
export async function answerChanged<T>(
  server: RunningServer,
  portal: string,
  route: Route,
  change: (reply: T) => T,
): Promise<void> {
  const { pathname, search } = new URL(route.request().url())
  const { authorization, 'x-request-id': requestId = '' } = route.request().headers()
  const token = authorization?.replace('Bearer ', '')
  const { body } = await call(server, portal, pathname + search, token === undefined ? {} : { token })
  // without the request's id, the portal takes a reply for another server's, such as a hotel's sign-in page
  await route.fulfill({ headers: { 'x-request-id': requestId }, json: change(body as T) })
}

/**
 * A request to the host of a portal; returns the reply as text, with its headers. It sets the Host header, because Node
 * does not resolve `*.localhost`.
 */
export async function ask(
  server: RunningServer,
  portal: string,
  path: string,
  options: CallOptions = {},
): Promise<{ status: number; headers: IncomingHttpHeaders; text: string }> {
  const payload = options.body === undefined ? undefined : JSON.stringify(options.body)
  return new Promise((done, fail) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port: server.port,
        path,
        method: options.method ?? (payload === undefined ? 'GET' : 'POST'),
        headers: {
          host: `${portal}.aquila.localhost:${server.port}`,
          ...(payload === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
          ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
        },
      },
      (reply) => {
        let text = ''
        reply.on('data', (chunk: Buffer) => (text += chunk.toString()))
        reply.on('end', () => done({ status: reply.statusCode ?? 0, headers: reply.headers, text }))
      },
    )
    sent.on('error', fail)
    sent.end(payload)
  })
}
