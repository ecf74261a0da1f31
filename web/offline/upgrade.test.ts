import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { expect, test } from 'vitest'
import { CoachDatabase } from './database.ts'
import { forgetCoachData } from './forget.ts'
import { enqueue, ME, newDevice } from './testing/queue.ts'

// What an upgrade of the database and the end of a session leave on the device.

/** A later release's database: another version, one more table and one more index. */
class LaterDatabase extends CoachDatabase {
  constructor(name: string) {
    super(name)
    this.version(9).stores({ members: 'uuid, lastname', badges: 'key' })
  }
}

test('version 8 has the eight tables of the specification and three more', async () => {
  const db = await newDevice().open()
  const specified = [
    'syncs',
    'groups',
    'members',
    'groupMembers',
    'lessonPlans',
    'lessonPlanGroups',
    'videos',
    'settings',
  ]
  const additional = ['results', 'conflicts', 'registers']
  expect([db.verno, ...db.tables.map(({ name }) => name).sort()]).toEqual([8, ...[...specified, ...additional].sort()])
  const stored = [...db.backendDB().objectStoreNames]
  expect(stored).toEqual([...specified, ...additional].sort())
  db.close()
})

test('an upgrade from version 8 to 9 with 500 queued changes keeps each of them as it was', async () => {
  const old = newDevice()
  await enqueue(old, ME, 500)
  const before = await old.syncs.orderBy('seq').toArray()
  expect(old.verno).toBe(8)
  old.close()
  const newer = new LaterDatabase(old.name)
  expect(await newer.syncs.orderBy('seq').toArray()).toEqual(before)
  expect(newer.verno).toBe(9)
  expect((await newer.setting('device'))?.seq).toBe(500)
  newer.close()
})

test('an older page closes the database so that a newer one can upgrade it', async () => {
  const old = newDevice()
  await enqueue(old, ME, 1)
  // as a page does when another tab opens a newer version; false keeps Dexie from handling it too
  old.on('versionchange', () => {
    old.close()
    return false
  })
  const newer = new LaterDatabase(old.name)
  expect(await newer.syncs.count()).toBe(1)
  await expect(enqueue(old, ME, 1)).rejects.toThrow(Dexie.DatabaseClosedError)
  newer.close()
})

test('the end of a session empties the cache and never the outbox', async () => {
  const db = newDevice()
  await enqueue(db, ME, 3)
  await db.groupMembers.put({ key: 'k', groupId: 'g', memberUuid: 'm', from: '2026-01-01', to: null })
  await db.settings.put({
    name: 'cache',
    user: ME.userUuid,
    club: ME.club,
    cursor: 'c',
    rev: 1,
    loadedAt: 1,
    syncedAt: 1,
  })
  await forgetCoachData(/* end of session */ null, db.name)
  expect([await db.groupMembers.count(), await db.syncs.count()]).toEqual([0, 3])
  expect([await db.setting('cache'), (await db.setting('device'))?.seq]).toEqual([undefined, 3])
})
