import type { CoachDatabase } from './database.ts'

/** What the browser gives this host, in bytes; null where it does not say. */
export interface StorageSpace {
  used: number
  quota: number
  /** The browser will not clear it by itself. */
  persisted: boolean
}

const MB = 1_000_000
const LEAST_LEFT = 50 * MB
const MOST_USED = 0.8

/** Below 50 MB left or above 80 % used, marks may soon not be kept [9.27]. */
export function isSpaceLow({ used, quota }: Pick<StorageSpace, 'used' | 'quota'>): boolean {
  return quota - used < LEAST_LEFT || used > MOST_USED * quota
}

export function megabytes(bytes: number): number {
  return Math.max(0, Math.round(bytes / MB))
}

/** `40 MB`; `2.1 GB`. */
export function formatBytes(bytes: number): string {
  const mb = megabytes(bytes)
  return mb < 1_000 ? `${mb} MB` : `${(mb / 1_000).toFixed(1)} GB`
}

export async function readStorageSpace(): Promise<StorageSpace | null> {
  const { storage } = globalThis.navigator as { storage?: StorageManager }
  if (!storage?.estimate) return null
  const [{ usage = 0, quota = 0 }, persisted] = await Promise.all([storage.estimate(), storage.persisted()])
  return quota === 0 ? null : { used: usage, quota, persisted }
}

/** Asks the browser not to clear the device's data when it needs room; it may say no. */
export async function requestPersistence(): Promise<void> {
  const { storage } = globalThis.navigator as { storage?: StorageManager }
  await storage?.persist?.().catch(() => false)
}

/** Dexie wraps what the disk said at the commit. */
export function isQuotaExceeded(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  if ('name' in error && error.name === 'QuotaExceededError') return true
  return 'inner' in error && error.inner !== error && isQuotaExceeded(error.inner)
}

/** Runs a local write; when the disk is full, videos go (they can be fetched again) and it is tried once more. */
export async function retryWithoutVideos<T>(db: CoachDatabase, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!isQuotaExceeded(error)) throw error
    await db.videos.clear()
    return write()
  }
}
