import { CoachDatabase } from './database.ts'

/**
 * At the end of a session: the cached rows go, so that the next person at this tablet sees no child of the last one's.
 * `syncs` stays: what waits to be sent still belongs to its author.
 */
export async function forgetCoachData(name?: string): Promise<void> {
  const db = new CoachDatabase(name)
  const cached = [db.groups, db.members, db.groupMembers, db.results]
  try {
    await db.transaction('rw', [...cached, db.settings], async () => {
      await Promise.all(cached.map((table) => table.clear()))
      await db.settings.delete('cache')
    })
  } finally {
    db.close()
  }
}
