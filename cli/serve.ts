import pg from 'pg'
import { migrate } from '#db/migrate.ts'
import { openSecrets } from '#db/open-secrets.ts'
import { refuseUnprepared } from '#db/prepared.ts'
import { demoClients } from '#demo/content/clients.ts'
import { greeting } from '#demo/greeting.ts'
import { loadDemo } from '#demo/load.ts'
import { readMails } from '#demo/mails.ts'
import { createSimulatedProviders } from '#demo/peers/simulated-providers.ts'
import { startPage } from '#demo/start-page.ts'
import { readUnlinked } from '#demo/unlinked.ts'
import type { Env } from '#server/env.ts'
import { serve, type Running } from '#server/main.ts'
import { openFiles } from '#server/platform/files/storage.ts'
import { readPepper } from '#server/platform/pepper.ts'
import { SecretBox } from '#server/platform/secret-box.ts'
import { readSecrets } from '#server/platform/secret.ts'
import { openDatabase } from '#server/platform/tenancy.ts'
import { startTracing } from '#server/platform/tracing/start-tracing.ts'
import { appUrlWithoutOwner, openOwnDatabase, prepareAppUrl } from './database.ts'
import { clientIds } from './clients.ts'

/** Runs the server until a signal ends it. */
export async function runServer(env: Env): Promise<void> {
  const { ownerUrl, embedded, release } =
    appUrlWithoutOwner(env) === null
      ? await openOwnDatabase(env)
      : { ownerUrl: null, embedded: null, release: async () => {} }
  if (embedded?.adopted) console.log('The database was still running; it goes on.')
  const stopTracing = env.tracesEndpoint === null ? null : await startTracing(env.tracesEndpoint)
  // The demo is loaded into a database of DATABASE_URL only on request.
  const demo = env.demo ?? embedded !== null
  const { running, hasDemo } = await openServer(env, ownerUrl, demo).catch(async (error: unknown) => {
    await release()
    const { code, port } = error as NodeJS.ErrnoException & { port?: number }
    if (code !== 'EADDRINUSE') throw error
    const variable = port === env.metricsPort ? 'METRICS_PORT' : 'PORT'
    throw new Error(`port ${port} is taken by another program; ${variable} chooses another`)
  })
  embedded?.keepRunning((text) => console.error(text))
  console.log(hasDemo ? greeting(running.port) : `Rungs listens on port ${running.port}`)

  const stop = async () => {
    await running.close()
    await stopTracing?.()
    await embedded?.stop()
    process.exit(0)
  }
  let stopping: Promise<void> | undefined
  // Ctrl-C arrives twice under `npm start`, from the terminal and from the script. The second one changes nothing.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void (stopping ??= stop()))
}

/**
 * Migrates the database and starts the server on it. Without `ownerUrl` the database must have been prepared by
 * `rungs migrate`, and there is no demo. `demo` asks for the demo clients; the result's `hasDemo` says that
 * the database has them. Only then are their logins shown, and mails kept instead of sent when there is no mail server.
 * `webRoot` replaces the built portals' folder.
 */
export async function openServer(
  env: Env,
  ownerUrl: string | null,
  demo: boolean,
  webRoot?: string,
): Promise<{ running: Running; hasDemo: boolean }> {
  if (ownerUrl === null) return openPreparedServer(env, webRoot)
  const migrations = await migrate(ownerUrl)
  const appUrl = await prepareAppUrl(env, ownerUrl)
  const secrets = await openSecrets(ownerUrl, ...(await readSecrets(env)))
  const hasDemo = demo && (await loadDemoOnce(env, ownerUrl, appUrl, secrets))
  const simulatedProviders = hasDemo ? await createProviders(env, appUrl, secrets) : new Map()
  const renderStartPage = hasDemo ? createStartPage(env, appUrl) : null
  const running = await serve(env, appUrl, hasDemo, renderStartPage, simulatedProviders, secrets, migrations, webRoot)
  return { running, hasDemo }
}

/** Starts the server on a prepared database, with the rights of the application only. */
async function openPreparedServer(env: Env, webRoot?: string): Promise<{ running: Running; hasDemo: false }> {
  const appUrl = appUrlWithoutOwner(env) ?? ''
  const secrets = new SecretBox(...(await readSecrets(env)))
  const migrations = await refuseUnprepared(appUrl, secrets)
  const running = await serve(env, appUrl, /* demo */ false, null, new Map(), secrets, migrations, webRoot)
  return { running, hasDemo: false }
}

/** Returns a function that renders the start page of the demo with its present mails. Anybody may read that page. */
function createStartPage(env: Env, appUrl: string): () => Promise<string> {
  // These children are read only once, at the first request, because that plans the whole demo.
  let unlinked: ReturnType<typeof readUnlinked> | undefined
  return async () => {
    const db = openDatabase(appUrl, /* connections */ 1)
    try {
      const mails = env.smtpUrl === null ? await readMails(db) : []
      unlinked ??= readUnlinked(db)
      return startPage(env.publicPort ?? env.port, env.publicScheme, await unlinked, mails)
    } finally {
      await db.pool.end()
    }
  }
}

/** Loads the demo into a database without clients, and returns whether the database has the demo's clients. */
async function loadDemoOnce(env: Env, ownerUrl: string, appUrl: string, secrets: SecretBox): Promise<boolean> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  const db = openDatabase(appUrl, /* connections */ 4)
  try {
    const clients = await clientIds(db)
    const demoIds: string[] = demoClients.map(({ id }) => id)
    if (clients.length > 0) return clients.some((id) => demoIds.includes(id))
    console.log('Loading the demo clients …')
    await loadDemo(owner, db, await openFiles(env.dataDir, env.filesUrl), new Date(), await readPepper(db, secrets))
    return true
  } finally {
    await db.pool.end()
    await owner.end()
  }
}

/** Creates the simulated login and course providers of the demo clients. */
async function createProviders(
  env: Env,
  appUrl: string,
  secrets: SecretBox,
): Promise<Awaited<ReturnType<typeof createSimulatedProviders>>> {
  const db = openDatabase(appUrl, /* connections */ 1)
  try {
    return await createSimulatedProviders(db, secrets, env.publicScheme, env.publicPort ?? env.port)
  } finally {
    await db.pool.end()
  }
}
