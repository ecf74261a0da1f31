import type { CoachDatabase } from './database.ts'

/** The storage that the browser gives this origin, in bytes. */
export interface StorageSpace {
  used: number
  quota: number
  /** The browser has promised not to clear the data by itself. */
  persisted: boolean
}

const MB = 1_000_000
const MIN_FREE = 50 * MB
const MAX_USED_SHARE = 0.8

/** Below 50 MB left or above 80 % used, marks may soon not fit any more [9.27]. */
export function isSpaceLow({ used, quota }: Pick<StorageSpace, 'used' | 'quota'>): boolean {
  return quota - used < MIN_FREE || used > MAX_USED_SHARE * quota
}

export function megabytes(bytes: number): number {
  return Math.max(0, Math.round(bytes / MB))
}

/** For example `40 MB` or `2.1 GB`. */
export function formatBytes(bytes: number): string {
  const mb = megabytes(bytes)
  return mb < 1_000 ? `${mb} MB` : `${(mb / 1_000).toFixed(1)} GB`
}

/** Null where the browser does not tell its quota. */
export async function readStorageSpace(): Promise<StorageSpace | null> {
  const { storage } = globalThis.navigator as { storage?: StorageManager }
  if (!storage?.estimate) return null
  const [{ usage = 0, quota = 0 }, persisted] = await Promise.all([storage.estimate(), storage.persisted()])
  return quota === 0 ? null : { used: usage, quota, persisted }
}

/** Asks the browser not to clear the device's data when the disk is full. The browser may refuse. */
export async function requestPersistence(): Promise<void> {
  const { storage } = globalThis.navigator as { storage?: StorageManager }
  await storage?.persist?.().catch(() => false)
}

/**
 * Whether a write failed because the disk is full. Dexie wraps the browser's error, so the inner errors are read too.
 */
export function isQuotaExceeded(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  if ('name' in error && error.name === 'QuotaExceededError') return true
  return 'inner' in error && error.inner !== error && isQuotaExceeded(error.inner)
}

/**
 * Runs a local write. When the disk is full, the saved videos are deleted, as they can be fetched again, and the write
 * is tried once more.
 */
export async function retryWithoutVideos<T>(db: CoachDatabase, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!isQuotaExceeded(error)) throw error
    await db.videos.clear()
    return write()
  }
}
