import type { CoachDatabase } from './database.ts'

/** Stores the coach's first name on the device, so that the next coach can be told whose changes still wait here. */
export async function rememberAuthor(db: CoachDatabase, user: { uuid: string; firstname: string }): Promise<void> {
  await db.transaction('rw', db.settings, async () => {
    const stored = await db.setting('authors')
    if (stored?.names[user.uuid] === user.firstname) return
    await db.settings.put({ name: 'authors', names: { ...stored?.names, [user.uuid]: user.firstname } })
  })
}
