import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createApp, type RawHandler } from './app.ts'
import type { Env } from './env.ts'
import { Hub, type Announcement } from './platform/events/hub.ts'
import { Relay } from './platform/events/relay.ts'
import { mailWriter } from './flows/mail/write.ts'
import { openFiles } from './platform/files/storage.ts'
import { Addresses } from './platform/http/addresses.ts'
import { Tokens } from './platform/http/session.ts'
import { Stop } from './platform/http/stop.ts'
import { createWorker } from './flows/jobs/create-worker.ts'
import { Curricula } from './curriculum/schemes/curriculum.ts'
import { smtpSender } from './platform/mail/send.ts'
import { MailWorker } from './platform/mail/worker.ts'
import { portOf, serveMetrics } from './platform/metrics/serve-metrics.ts'
import { Providers } from './identity/providers/providers.ts'
import { readPepper } from './platform/pepper.ts'
import type { SecretBox } from './platform/secret-box.ts'
import { listenUrl } from './platform/pooler.ts'
import { Replica, replicaUrl } from './platform/replica.ts'
import { openDatabase, withLongWait } from './platform/tenancy.ts'

export interface Running {
  port: number
  /** The port of the metrics; null when they are not served. */
  metricsPort: number | null
  close: () => Promise<void>
}

/** How often the signing keys are read again; far below the time after which a new key signs. */
const KEYS_MS = 60_000
const BUILT_PORTALS = fileURLToPath(new URL('../dist/web', import.meta.url))

/** What a server of the demo clients serves besides. */
export interface ServedDemo {
  /** Renders the HTML shown at `localhost`. */
  startPage: () => Promise<string>
  /** The simulated providers by host name. */
  providers: ReadonlyMap<string, RawHandler>
}

/**
 * Starts the server: database pool, event relay, HTTP, and the workers of tasks and mails. `demo` is null unless the
 * database has the demo clients; `migrations` are the names of those that this version knows. `close` lets what is under
 * way finish, as `Stop` says.
 */
export async function serve(
  env: Env,
  appUrl: string,
  demo: ServedDemo | null,
  secrets: SecretBox,
  migrations: readonly string[],
  webRoot: string = BUILT_PORTALS,
): Promise<Running> {
  const listenAt = await listenUrl(appUrl, env.databaseDirectUrl)
  const db = { ...openDatabase(appUrl, env.databaseConnections), canPrepare: listenAt === appUrl }
  const { databaseReadUrl, databaseConnections } = env
  const replica =
    databaseReadUrl === null ? null : new Replica(db, replicaUrl(appUrl, databaseReadUrl), databaseConnections)
  const hub = new Hub()
  let started = false
  const tokens = await Tokens.load(db, secrets, Date.now)
  const relay = new Relay(db, listenAt, hub, tokens, migrations, (queue) => {
    // what becomes due before the server listens is found by the first look of the workers
    if (!started) return
    worker.wake(queue)
    if (queue === 'all' || queue === 'mails') mail.wake()
  })
  await relay.open()
  const curricula = new Curricula()
  const announce = (announcement: Announcement) => relay.announce(announcement)
  const addresses = new Addresses(db, env.publicScheme, env.publicPort ?? env.port)
  const smtp = env.smtpUrl === null ? null : smtpSender(env.smtpUrl)
  const files = await openFiles(env.dataDir, env.filesUrl)
  const mail = new MailWorker({
    db: withLongWait(db),
    write: mailWriter({ tokens, addresses, files, from: env.mailFrom, now: Date.now }),
    now: Date.now,
    // without a mail server a demo keeps its mails to be read, and every other installation leaves them queued
    send: smtp?.send ?? (demo ? 'keep' : null),
    onUnsent: (facts) => app.log.warn(facts, 'mail not sent'),
    onError: (error) => app.log.error({ err: error }, 'mail'),
  })
  const stop = new Stop()
  const providers = new Providers(db, secrets, { demo: demo !== null, now: Date.now })
  const app = await createApp({
    db,
    replica,
    curricula,
    hub,
    announce,
    tokens,
    addresses,
    providers,
    files,
    secrets,
    pepper: await readPepper(db, secrets),
    ...(demo && { otherHosts: demo.providers }),
    stop,
    findFault: () => relay.findFault(),
    web: { root: webRoot, startPage: demo?.startPage ?? null },
    logLevel: env.logLevel,
    trustProxy: env.trustProxy,
  })
  const onError = (error: unknown) => app.log.error({ err: error }, 'task')
  const worker = createWorker({ db: withLongWait(db), curricula, providers, files, now: Date.now, announce, onError })
  const { metricsHost, metricsPort, dataDir } = env
  const metrics =
    metricsPort === null ? null : await serveMetrics(metricsHost, metricsPort, { hub, db, replica, dataDir })
  const readKeys = () => void tokens.readKeysAgain().catch((error: unknown) => app.log.error({ err: error }, 'keys'))
  const keyTimer = setInterval(readKeys, KEYS_MS).unref()
  const close = async (delayMs: number) => {
    stop.begin()
    clearInterval(keyTimer)
    // what is due from now on is for other processes, or for the next start
    const workersEnded = Promise.all([worker.close(), mail.close()])
    await pause(delayMs)
    await app.close()
    const closeConnections = async () => {
      metrics?.close()
      smtp?.close()
      await relay.close()
      await replica?.close()
      await db.pool.end()
    }
    // the pool waits for its transactions, of which one may hang
    await stop.within(workersEnded.then(closeConnections))
  }
  const address = await app.listen({ port: env.port, host: env.host }).catch(async (error: unknown) => {
    // The port could not be opened. Open connections would keep the process alive although it serves nobody.
    await close(/* delayMs */ 0)
    throw error
  })
  started = true
  worker.start()
  mail.wake()
  return {
    port: Number(new URL(address).port),
    metricsPort: metrics && portOf(metrics),
    close: () => close(env.stopDelayMs),
  }
}
