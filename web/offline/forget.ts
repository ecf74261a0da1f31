import { cachedTables } from './cached-tables.ts'
import { CoachDatabase } from './database.ts'
import { removeVaults } from './coach-vault.ts'

/**
 * When somebody else is at this tablet, or nobody: the last one's cached rows go, so that the next person sees no child
 * of theirs, and the key of what was written: text that waits stays closed until its author is back. What belongs to
 * `user`, who is here now, stays: another tab may already have brought it. At the end of the session everything goes.
 * `syncs` stays: what waits to be sent still belongs to its author.
 */
export async function forgetCoachData(user: string | null, name?: string): Promise<void> {
  const db = new CoachDatabase(name)
  try {
    await db.transaction('rw', [...cachedTables(db), db.videos, db.settings], async () => {
      if (user === null || (await db.setting('cache'))?.user !== user) {
        await Promise.all(cachedTables(db).map((table) => table.clear()))
        await db.settings.delete('cache')
      }
      for (const key of ['key', 'open-locker'] as const)
        if (user === null || (await db.setting(key))?.user !== user) await db.settings.delete(key)
      if (user === null) await Promise.all([removeVaults(db), db.videos.clear()])
    })
  } finally {
    db.close()
  }
}
