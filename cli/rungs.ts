#!/usr/bin/env node
import pg from 'pg'
import { startEmbedded, type Embedded } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { openSecrets } from '#db/open-secrets.ts'
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
import type { SecretBox } from '#server/platform/secret-box.ts'
import { readSecret } from '#server/platform/secret.ts'
import { openFiles } from '#server/platform/files/storage.ts'
import { serve, type Running } from '#server/main.ts'
import { openDatabase } from '#server/platform/tenancy.ts'

const [command = 'serve', ...args] = process.argv.slice(2)

try {
  const env = readEnv(process.env)
  if (command === 'serve') await runServer(env)
  else if (command === 'migrate')
    await withDatabase(env, async (ownerUrl) => {
      await migrate(ownerUrl)
      // else the server that has it does this when it starts
      if (env.secret !== null) await openSecrets(ownerUrl, Buffer.from(env.secret))
    })
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
    await withDatabase(env, async (ownerUrl) => {
      const openBox = async () => openSecrets(ownerUrl, await readSecret(env.secret, env.dataDir))
      console.log(await provider(args, await grantLogin(ownerUrl), openBox))
    })
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
  const { running, loaded } = await openServer(env, env.databaseUrl ?? embedded?.url ?? '', demo).catch(
    async (error: unknown) => {
      await leave(embedded)
      const taken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
      throw taken ? new Error(`port ${env.port} is taken by another program; PORT chooses another`) : error
    },
  )
  embedded?.keepRunning((text) => console.error(text))
  if (loaded) greet(running.port)
  else console.log(`Rungs listens on port ${running.port}`)

  const stop = async () => {
    await running.close()
    await embedded?.stop()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())
}

/** `loaded`: the demo stands in this database; only then its logins are shown and its mails kept. */
async function openServer(env: Env, ownerUrl: string, wanted: boolean): Promise<{ running: Running; loaded: boolean }> {
  await migrate(ownerUrl)
  const appUrl = await grantLogin(ownerUrl)
  const secret = await readSecret(env.secret, env.dataDir)
  const secrets = await openSecrets(ownerUrl, secret)
  const loaded = wanted && (await loadDemoOnce(env, ownerUrl, appUrl, secret))
  const peers = loaded ? await startPeers(env, appUrl, secrets) : new Map()
  const running = await serve(env, appUrl, loaded, loaded ? startPages(env, appUrl) : null, peers, secret)
  return { running, loaded }
}

/** The start page of a demo at each moment: whoever may send a Host header may read it. */
function startPages(env: Env, appUrl: string): () => Promise<string> {
  // read once, when somebody first looks: it needs the plans of the whole demo
  let unlinked: ReturnType<typeof readUnlinked> | undefined
  return async () => {
    const db = openDatabase(appUrl, 1)
    try {
      const mails = env.smtpUrl === null ? await readMails(db) : []
      return startPage(env.publicPort ?? env.port, env.publicScheme, await (unlinked ??= readUnlinked(db)), mails)
    } finally {
      await db.pool.end()
    }
  }
}

/** Loads the demo into a database without clients; answers whether its clients are there. */
async function loadDemoOnce(env: Env, ownerUrl: string, appUrl: string, secret: Uint8Array): Promise<boolean> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  const db = openDatabase(appUrl, 4)
  try {
    const { rows } = await owner.query<{ client_id: string }>('SELECT DISTINCT client_id FROM hostnames')
    if (rows.length > 0) return rows.some((row) => demoClients.some(({ id }) => id === row.client_id))
    console.log('Loading the demo clients …')
    await loadDemo(owner, db, await openFiles(env.dataDir, env.filesUrl), new Date(), secret)
    return true
  } finally {
    await db.pool.end()
    await owner.end()
  }
}

/** The providers that demo clients log in at. */
async function startPeers(
  env: Env,
  appUrl: string,
  secrets: SecretBox,
): Promise<Awaited<ReturnType<typeof startDemoPeers>>> {
  const db = openDatabase(appUrl, 1)
  try {
    return await startDemoPeers(db, secrets, env.publicScheme, env.publicPort ?? env.port)
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
