import pg from 'pg'
import { demoClients } from '#demo/content/clients.ts'
import { greeting } from '#demo/greeting.ts'
import { loadDemo } from '#demo/load.ts'
import { readMails } from '#demo/mails.ts'
import { createSimulatedProviders } from '#demo/peers/simulated-providers.ts'
import { startPage } from '#demo/start-page.ts'
import { readUnlinked } from '#demo/unlinked.ts'
import type { Env } from '#server/env.ts'
import type { ServedDemo } from '#server/main.ts'
import { openFiles } from '#server/platform/files/storage.ts'
import { readPepper } from '#server/platform/pepper.ts'
import type { SecretBox } from '#server/platform/secret-box.ts'
import { openDatabase, withLongWait } from '#server/platform/tenancy.ts'
import { clientIds } from './clients.ts'

export interface Demo extends ServedDemo {
  /** The text for the terminal when the server listens at this port. */
  greeting: (port: number) => string
}

/** Loads the demo into a database without clients; null when the database has other clients than those of the demo. */
export async function openDemo(env: Env, ownerUrl: string, appUrl: string, secrets: SecretBox): Promise<Demo | null> {
  if (!(await loadDemoOnce(env, ownerUrl, appUrl, secrets))) return null
  return { greeting, startPage: createStartPage(env, appUrl), providers: await createProviders(env, appUrl, secrets) }
}

/** Returns a function that renders the start page with its present mails. Anybody may read that page. */
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
  // tablets push at the same time and wait for each other's connections, on a slow disk for seconds
  const db = withLongWait(openDatabase(appUrl, /* connections */ 4))
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

/** Creates the simulated providers. */
async function createProviders(env: Env, appUrl: string, secrets: SecretBox): Promise<Demo['providers']> {
  const db = openDatabase(appUrl, /* connections */ 1)
  try {
    return await createSimulatedProviders(db, secrets, env.publicScheme, env.publicPort ?? env.port)
  } finally {
    await db.pool.end()
  }
}
