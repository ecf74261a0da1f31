import { spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, startEmbedded, type Embedded } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { grantLogin } from '#db/roles.ts'
import { openSecrets } from '#db/open-secrets.ts'
import { DEMO_PASSWORD } from '#demo/content/clients.ts'
import { Tokens } from '#server/platform/http/session.ts'
import { openDatabase } from '#server/platform/tenancy.ts'

/** The value of the environment variable `SECRET` of the server. */
export const SECRET = 'a secret of the benches, 32 characters'

/** A running server in a process of its own, with a new database that holds the demo. */
export interface BenchServer {
  port: number
  /** The process id of the server. */
  pid: number
  database: Embedded
  /** The database connection of the application's role, which sees one tenant at a time. */
  appUrl: string
  close: () => Promise<void>
}

/**
 * Starts the database and the server, and waits until it answers. `TEST_POSTGRES_BIN` names the programs of another
 * PostgreSQL, as in tests.
 */
export async function startBenchServer(): Promise<BenchServer> {
  const dir = await mkdtemp(join(tmpdir(), 'rungs-bench-'))
  // as root, the database runs as another user, who must be able to enter the folder
  await chmod(dir, 0o755)
  const bin = process.env.TEST_POSTGRES_BIN
  const database = await startEmbedded({ dataDir: join(dir, 'database'), ...(bin === undefined ? {} : { bin }) })
  await migrate(database.url)
  const port = await freePort()
  const child = spawn(process.execPath, ['cli/rungs.ts', 'serve'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      DATABASE_URL: database.url,
      SECRET,
      DEMO: '1',
      STOP_DELAY: '0',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  for (;;) {
    const isUp = await fetch(`http://127.0.0.1:${port}/v1/status`).then(
      (reply) => reply.ok,
      () => false,
    )
    if (isUp) break
    if (child.exitCode !== null) {
      await database.stop()
      await rm(dir, { recursive: true, force: true })
      throw new Error('the server did not start')
    }
    await new Promise((done) => setTimeout(done, 100))
  }
  return {
    port,
    pid: child.pid ?? 0,
    database,
    appUrl: await grantLogin(database.url),
    close: async () => {
      child.kill('SIGTERM')
      await new Promise((done) => child.once('exit', done))
      await database.stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** The keys with which the server signs tokens, for benches with more users than could log in. */
export async function openTokens({ database, appUrl }: Pick<BenchServer, 'database' | 'appUrl'>): Promise<Tokens> {
  const db = openDatabase(appUrl, /* connections */ 1)
  const tokens = await Tokens.load(db, await openSecrets(database.url, Buffer.from(SECRET)), Date.now)
  await db.pool.end()
  return tokens
}

/**
 * One API call to the host of a portal: a POST when there is a body, else a GET. The server counts login tries by
 * `localAddress`, the caller's address.
 */
export async function call(
  port: number,
  host: string,
  path: string,
  { token, body, localAddress = '127.0.0.1' }: { token?: string; body?: unknown; localAddress?: string } = {},
): Promise<{ status: number; text: string; etag: string }> {
  const payload = body === undefined ? undefined : JSON.stringify(body)
  return new Promise((done, fail) => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        localAddress,
        port,
        path,
        method: payload === undefined ? 'GET' : 'POST',
        headers: {
          host,
          ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
      },
      (reply) => {
        let text = ''
        reply.on('data', (part: Buffer) => (text += part.toString()))
        reply.on('end', () => done({ status: reply.statusCode ?? 0, text, etag: reply.headers.etag ?? '' }))
      },
    )
    outgoing.on('error', fail)
    outgoing.end(payload)
  })
}

/** The parsed reply of an API call; throws when the status is not 200. */
export async function callJson<T>(
  port: number,
  host: string,
  path: string,
  options: { token?: string; body?: unknown } = {},
): Promise<T> {
  const { status, text } = await call(port, host, path, options)
  if (status !== 200) throw new Error(`${path}: ${status} ${text}`)
  return JSON.parse(text) as T
}

/** One demo user for each portal: the user type, and the part of the e-mail address before the @. */
export const logins = {
  coach: ['coach', 'coach'],
  parent: ['parent', 'parent'],
  club: ['admin', 'admin'],
  scheme: ['ngo', 'scheme'],
} as const

/** Logs in the demo user of a portal; `clubId` is the club of the session; a parent or author has none. */
export async function logIn(
  port: number,
  portal: keyof typeof logins,
): Promise<{ token: string; userId: string; clubId: string }> {
  const [type, name] = logins[portal]
  const { token } = await callJson<{ token: string }>(port, `${portal}.aquila.localhost`, '/v1/auth/login', {
    body: { client_id: 'aquila', type, email: `${name}@aquila.example`, password: DEMO_PASSWORD },
  })
  // the subject of a token is itself JSON
  const { sub } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sub: string }
  const { user_uuid: userId, club_id: clubId } = JSON.parse(sub) as { user_uuid: string; club_id: string }
  return { token, userId, clubId }
}
