import { startEmbedded, type Embedded } from '#db/embedded.ts'
import { grantLogin, grantRights } from '#db/roles.ts'
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

/** The URL of the application's role, which is given its login or its rights first. */
export async function prepareAppUrl(env: Env, ownerUrl: string): Promise<string> {
  if (env.appDatabaseUrl === null) return grantLogin(ownerUrl)
  await grantRights(ownerUrl, env.appDatabaseUrl)
  return env.appDatabaseUrl
}

/** The URL of the application's role where this process does not know the owner of the database; null elsewhere. */
export function appUrlWithoutOwner({ databaseUrl, appDatabaseUrl }: Env): string | null {
  return databaseUrl === null ? appDatabaseUrl : null
}

/** The connection URLs of the database for a command. */
export interface Urls {
  /** Throws where the owner is not known. */
  ownerUrl: () => string
  appUrl: () => Promise<string>
}

/** Runs work on the database of this installation. */
export async function withDatabase<T>(env: Env, work: (urls: Urls) => Promise<T>): Promise<T> {
  const withoutOwner = appUrlWithoutOwner(env)
  if (withoutOwner !== null)
    return work({
      ownerUrl: () => {
        throw new Error('this command needs DATABASE_URL, the connection of the database’s owner')
      },
      appUrl: async () => withoutOwner,
    })
  const { ownerUrl, release } = await openOwnDatabase(env)
  try {
    return await work({ ownerUrl: () => ownerUrl, appUrl: () => prepareAppUrl(env, ownerUrl) })
  } finally {
    await release()
  }
}
