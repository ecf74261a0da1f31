#!/usr/bin/env node
import pg from 'pg'
import { startEmbedded, type Embedded } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { grantLogin } from '#db/roles.ts'
import { DEMO_PASSWORD, demoClients, loginsOf } from '#demo/content/clients.ts'
import { loadDemo } from '#demo/load.ts'
import { readMails } from '#demo/mails.ts'
import { startDemoPeers } from '#demo/peers/demo-peers.ts'
import { startPage } from '#demo/start-page.ts'
import { readUnlinked } from '#demo/unlinked.ts'
import { client } from './client.ts'
import { provider } from './provider.ts'
import { roster } from './roster.ts'
import { maintenance } from './maintenance.ts'
import { invite } from './invite.ts'
import { secondFactor } from './second-factor.ts'
import { readEnv, type Env } from '#server/env.ts'
import { readSecret } from '#server/secret.ts'
import { openFiles } from '#server/files/storage.ts'
import { serve, type Running } from '#server/main.ts'
import { openDatabase } from '#server/tenancy.ts'

const [command = 'serve', ...args] = process.argv.slice(2)

try {
  const env = readEnv(process.env)
  if (command === 'serve') await runServer(env)
  else if (command === 'migrate') await withDatabase(env, migrate)
  else if (command === 'client')
    await withDatabase(env, async (ownerUrl) => {
      await migrate(ownerUrl)
      console.log(await client(args, ownerUrl))
    })
  else if (command === 'invite')
    await withDatabase(env, async (ownerUrl) => console.log(await invite(args, await grantLogin(ownerUrl))))
  else if (command === 'second-factor')
    await withDatabase(env, async (ownerUrl) => console.log(await secondFactor(args, await grantLogin(ownerUrl))))
  else if (command === 'provider')
    await withDatabase(env, async (ownerUrl) => console.log(await provider(args, await grantLogin(ownerUrl))))
  else if (command === 'roster')
    await withDatabase(env, async (ownerUrl) => console.log(await roster(args, await grantLogin(ownerUrl))))
  else if (command === 'maintenance')
    await withDatabase(env, async (ownerUrl) => console.log(await maintenance(args, await grantLogin(ownerUrl))))
  else {
    console.error(
      `rungs: unknown command "${command}"; there are serve, migrate, client, invite, second-factor, provider, roster and maintenance`,
    )
    process.exitCode = 2
  }
} catch (error) {
  console.error(`rungs: ${error instanceof Error ? error.message : String(error)}`)
  if (error instanceof Error && error.cause) console.error(error.cause)
  process.exitCode = 1
}

/** Runs work on the database as its owner; an embedded one that does not run already is started for it and stopped after it. */
async function withDatabase(env: Env, work: (ownerUrl: string) => Promise<void>): Promise<void> {
  const embedded = env.databaseUrl === null ? await startEmbedded({ dataDir: `${env.dataDir}/database` }) : null
  await work(env.databaseUrl ?? embedded?.url ?? '').finally(() => leave(embedded))
}

/** Ends a database that was started here; one that was running may be another server's. */
async function leave(embedded: Embedded | null): Promise<void> {
  if (embedded?.adopted === false) await embedded.stop()
}

async function runServer(env: Env): Promise<void> {
  const embedded = env.databaseUrl === null ? await startEmbedded({ dataDir: `${env.dataDir}/database` }) : null
  if (embedded?.adopted) console.log('The database was still running; it goes on.')
  // never into somebody's own database unless asked
  const demo = env.demo ?? embedded !== null
  const running = await openServer(env, env.databaseUrl ?? embedded?.url ?? '', demo).catch(async (error: unknown) => {
    await leave(embedded)
    const taken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
    throw taken ? new Error(`port ${env.port} is taken by another program; PORT chooses another`) : error
  })
  if (demo) greet(running.port)
  else console.log(`Rungs listens on port ${running.port}`)

  const stop = async () => {
    await running.close()
    await embedded?.stop()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())
}

async function openServer(env: Env, ownerUrl: string, demo: boolean): Promise<Running> {
  await migrate(ownerUrl)
  const appUrl = await grantLogin(ownerUrl)
  const secret = await readSecret(env.secret, env.dataDir)
  if (demo) await loadDemoOnce(env, ownerUrl, appUrl, secret)
  const peers = demo ? await startPeers(env, appUrl) : new Map()
  return serve(env, appUrl, demo, startPages(env, appUrl, demo), peers, secret)
}

/** The start page at each moment. Mails stand there in a demo only: whoever may send a Host header may read it. */
function startPages(env: Env, appUrl: string, demo: boolean): () => Promise<string> {
  // read once, when somebody first looks: it needs the plans of the whole demo
  let unlinked: ReturnType<typeof readUnlinked> | undefined
  return async () => {
    const db = openDatabase(appUrl, 1)
    try {
      const mails = demo && env.smtpUrl === null ? await readMails(db) : []
      return startPage(env.publicPort ?? env.port, env.publicScheme, await (unlinked ??= readUnlinked(db)), mails)
    } finally {
      await db.pool.end()
    }
  }
}

async function loadDemoOnce(env: Env, ownerUrl: string, appUrl: string, secret: Uint8Array): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  const db = openDatabase(appUrl, 4)
  try {
    const { rows } = await owner.query<{ empty: boolean }>('SELECT NOT EXISTS (SELECT FROM hostnames) AS empty')
    if (rows[0]?.empty !== true) return
    console.log('Loading the demo clients …')
    await loadDemo(owner, db, await openFiles(env.dataDir, env.filesUrl), new Date(), secret)
  } finally {
    await db.pool.end()
    await owner.end()
  }
}

/** The providers that demo clients log in at. */
async function startPeers(env: Env, appUrl: string): Promise<Awaited<ReturnType<typeof startDemoPeers>>> {
  const db = openDatabase(appUrl, 1)
  try {
    return await startDemoPeers(db, env.publicScheme, env.publicPort ?? env.port)
  } finally {
    await db.pool.end()
  }
}

function greet(port: number): void {
  console.log(`\nRungs is ready. Start page: http://localhost:${port}/\n`)
  for (const { id, name } of demoClients) {
    console.log(name)
    for (const portal of ['parent', 'coach', 'club', 'scheme'])
      console.log(`  http://${portal}.${id}.localhost:${port}/`)
  }
  console.log(`\nEvery password is ${DEMO_PASSWORD}. Logins:`)
  for (const client of demoClients) {
    const names = loginsOf(client).map(({ email, username }) => username ?? email)
    console.log(`  ${client.name}: ${names.join(', ')}`)
  }
  console.log('')
}
