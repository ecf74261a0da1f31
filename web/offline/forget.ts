import { cachedTables } from './cached-tables.ts'
import { CoachDatabase } from './database.ts'
import { removeVaults } from './coach-vault.ts'

/**
 * Removes the previous coach's data from the tablet when `user` takes it over, or when the session ends (`user` null).
 * The cached rows go, so that the next person sees none of the previous coach's children. The key of their text goes
 * too, so waiting text stays encrypted until its author logs in again. Rows and keys of `user` stay, because another
 * tab may already have loaded them. The end of the session also removes all vaults and saved files. `syncs` always
 * stays: what waits to be sent belongs to its author.
 */
export async function forgetCoachData(user: string | null, databaseName?: string): Promise<void> {
  const db = new CoachDatabase(databaseName)
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
