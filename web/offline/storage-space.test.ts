import 'fake-indexeddb/auto'
import { describe, expect, test } from 'vitest'
import { enqueueMark } from './outbox.ts'
import { isQuotaExceeded, isSpaceLow, formatBytes, retryWithoutVideos } from './storage-space.ts'
import { mark, ME, newDevice, NOW } from './testing/queue.ts'

const MB = 1_000_000
/** The row about a saved file, of which only the key matters here. */
const fileRow = (key: string) => ({ key, kind: 'about' as const, scheme: 'swim', bytes: 9, parts: 1, gone: false })

test('storage space is low below 50 MB left or above 80 % used, and sizes are written in MB or GB', () => {
  expect(isSpaceLow({ used: 800 * MB, quota: 1000 * MB })).toBe(false)
  expect(isSpaceLow({ used: 800 * MB + 1, quota: 1000 * MB })).toBe(true)
  expect(isSpaceLow({ used: 50 * MB, quota: 100 * MB })).toBe(false)
  expect(isSpaceLow({ used: 50 * MB + 1, quota: 100 * MB })).toBe(true)
  expect(formatBytes(40 * MB)).toBe('40 MB')
  expect(formatBytes(2_100 * MB)).toBe('2.1 GB')
})

describe('saving a mark on a full disk', () => {
  /** A device whose disk refuses new operations `times` times. */
  async function fullDevice(times: number) {
    const db = newDevice()
    await db.videos.bulkPut([fileRow('a'), fileRow('b')])
    let refusalsLeft = times
    db.syncs.hook('creating', () => {
      if (refusalsLeft-- > 0) throw new DOMException('no room', 'QuotaExceededError')
    })
    return db
  }
  const write = (db: ReturnType<typeof newDevice>) => retryWithoutVideos(db, () => enqueueMark(db, ME, mark(), NOW))

  test('deletes the videos and saves the mark once', async () => {
    const db = await fullDevice(1)
    await write(db)
    expect(await db.videos.count()).toBe(0)
    expect((await db.syncs.toArray()).map(({ seq, state }) => [seq, state])).toEqual([[1, 'pending']])
  })

  test('fails and saves nothing when deleting the videos was not enough', async () => {
    const db = await fullDevice(2)
    await expect(write(db)).rejects.toSatisfy(isQuotaExceeded)
    expect(await db.syncs.count()).toBe(0)
    expect(await db.setting('device')).toBeUndefined()
  })

  test('is not confused with other failures, which delete no video', async () => {
    const db = newDevice()
    await db.videos.put(fileRow('a'))
    db.syncs.hook('creating', () => {
      throw new DOMException('closed', 'InvalidStateError')
    })
    await expect(write(db)).rejects.not.toSatisfy(isQuotaExceeded)
    expect(await db.videos.count()).toBe(1)
  })
})
