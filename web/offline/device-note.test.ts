import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { forgetLoss, lostData, noteDevice, noticeLoss } from './device-note.ts'
import { enqueue, ME, newDevice, NOW } from './testing/queue.ts'

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
})

describe('a device whose database', () => {
  test('is complete reports no loss', async () => {
    const db = newDevice()
    await noticeLoss(db)
    await enqueue(db, ME, 2)
    await noteDevice(db, 2, NOW)
    await noticeLoss(db)
    expect(lostData()).toBeNull()
  })

  test('was cleared by the browser reports how many changes waited, until somebody has read it', async () => {
    const db = newDevice()
    await enqueue(db, ME, 3)
    await noteDevice(db, 2, NOW)
    await db.delete()
    await noticeLoss(newDevice())
    expect(lostData()).toEqual({ queued: 2, at: NOW })
    await noticeLoss(newDevice())
    expect(lostData()).toEqual({ queued: 2, at: NOW })
    forgetLoss()
    expect(lostData()).toBeNull()
  })

  test('was replaced by an older copy continues after the last sequence number, so that its next marks are not taken for old ones', async () => {
    const db = newDevice()
    await enqueue(db, ME, 2)
    const copy = await db.setting('device')
    await enqueue(db, ME, 3)
    await noteDevice(db, 5, NOW)
    if (copy) await db.settings.put(copy)
    await noticeLoss(db)
    expect(lostData()).toMatchObject({ queued: 5 })
    const [opId = ''] = await enqueue(db, ME, 1)
    expect((await db.syncs.get(opId))?.stamp.deviceSeq).toBe(6)
  })
})
