import { startEmbedded, type Embedded } from '#db/embedded.ts'
import type { Env } from '#server/env.ts'

export interface OpenDatabase {
  /** The connection of the database's owner. */
  ownerUrl: string
  /** Null with a `DATABASE_URL`. */
  embedded: Embedded | null
  /** Stops an embedded database that this process started. One that was running already may serve another process. */
  release: () => Promise<void>
}

/** Opens the database of `DATABASE_URL`, or else the embedded one, which it starts when it is not running. */
export async function openOwnDatabase(env: Env): Promise<OpenDatabase> {
  if (env.databaseUrl !== null) return { ownerUrl: env.databaseUrl, embedded: null, release: async () => {} }
  const embedded = await startEmbedded({ dataDir: `${env.dataDir}/database` })
  const release = async () => {
    if (!embedded.adopted) await embedded.stop()
  }
  return { ownerUrl: embedded.url, embedded, release }
}

/** Runs work on the database as its owner. */
export async function withDatabase(env: Env, work: (ownerUrl: string) => Promise<void>): Promise<void> {
  const { ownerUrl, release } = await openOwnDatabase(env)
  try {
    await work(ownerUrl)
  } finally {
    await release()
  }
}
