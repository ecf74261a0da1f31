import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { dismissDataLoss, readDataLoss, writeDeviceNote, detectDataLoss } from './device-note.ts'
import { enqueue, ME, newDevice, NOW } from './testing/queue.ts'

beforeEach(() => {
  const storage = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
  })
})

describe('a device whose database', () => {
  test('is complete reports no loss', async () => {
    const db = newDevice()
    await detectDataLoss(db)
    await enqueue(db, ME, 2)
    await writeDeviceNote(db, 2, NOW)
    await detectDataLoss(db)
    expect(readDataLoss()).toBeNull()
  })

  test('was cleared by the browser reports how many changes waited, until somebody has read it', async () => {
    const db = newDevice()
    await enqueue(db, ME, 3)
    // one of the three changes was sent
    await writeDeviceNote(db, 2, NOW)
    await db.delete()
    await detectDataLoss(newDevice())
    expect(readDataLoss()).toEqual({ queued: 2, at: NOW })
    await detectDataLoss(newDevice())
    expect(readDataLoss()).toEqual({ queued: 2, at: NOW })
    dismissDataLoss()
    expect(readDataLoss()).toBeNull()
  })

  test('was replaced by an older copy continues after the last sequence number, so that its next marks are not taken for old ones', async () => {
    const db = newDevice()
    await enqueue(db, ME, 2)
    // it holds the last sequence number, which is 2 now
    const copy = await db.setting('device')
    await enqueue(db, ME, 3)
    await writeDeviceNote(db, 5, NOW)
    if (copy) await db.settings.put(copy)
    await detectDataLoss(db)
    expect(readDataLoss()).toMatchObject({ queued: 5 })
    const [opId = ''] = await enqueue(db, ME, 1)
    expect((await db.syncs.get(opId))?.stamp.deviceSeq).toBe(6)
  })
})
