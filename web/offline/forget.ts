import { cached } from './cache.ts'
import { CoachDatabase } from './database.ts'

/**
 * At the end of a session: the cached rows go, so that the next person at this tablet sees no child of the last one's, and
 * the key of what was written: text that waits stays closed until its author is back.
 * `syncs` stays: what waits to be sent still belongs to its author.
 */
export async function forgetCoachData(name?: string): Promise<void> {
  const db = new CoachDatabase(name)
  try {
    await db.transaction('rw', [...cached(db), db.settings], async () => {
      await Promise.all(cached(db).map((table) => table.clear()))
      await db.settings.bulkDelete(['cache', 'key'])
    })
  } finally {
    db.close()
  }
}
