import type { CoachDatabase } from './database.ts'

/** First names of those who worked on this device, so that others can be told whose changes wait. */
export async function rememberAuthor(db: CoachDatabase, user: { uuid: string; firstname: string }): Promise<void> {
  await db.transaction('rw', db.settings, async () => {
    const known = await db.setting('authors')
    if (known?.names[user.uuid] === user.firstname) return
    await db.settings.put({ name: 'authors', names: { ...known?.names, [user.uuid]: user.firstname } })
  })
}
