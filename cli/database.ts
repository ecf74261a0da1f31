import { startEmbedded, type Embedded } from '#db/embedded.ts'
import type { Env } from '#server/env.ts'

/** The database of this installation, opened with the rights of its owner. */
export interface OwnDatabase {
  /** The connection URL of the role that owns the tables. */
  ownerUrl: string
  /** The embedded database; null when `DATABASE_URL` names another one. */
  embedded: Embedded | null
  /**
   * Stops the embedded database if this process started it. If it was running already, it may serve another process.
   */
  release: () => Promise<void>
}

/** Opens the database of `DATABASE_URL`, or else the embedded one, which it starts when it is not running. */
export async function openOwnDatabase(env: Env): Promise<OwnDatabase> {
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
