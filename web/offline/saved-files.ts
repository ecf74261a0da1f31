import type { CoachDatabase, SavedFile } from './database.ts'
import { isQuotaExceeded, isSpaceLow, readStorageSpace, type StorageSpace } from './storage-space.ts'

/** A video or file of a curriculum. The bytes under an id never change. */
export interface WantedFile {
  id: string
  kind: 'video' | 'file'
  /** Slug of a scheme that shows it. */
  scheme: string
}

/** Fetches the bytes `from`–`to` of a file, and tells its size; rejects with an error that has a `status`. */
export type FetchPart = (
  id: string,
  from: number,
  to: number,
  signal?: AbortSignal,
) => Promise<{ data: Blob; total: number }>

/**
 * Size of the parts of which a file is fetched and saved: small enough that one request succeeds over a poor network.
 */
export const PART_BYTES = 512 * 1024
/** Parallel requests while sizes are fetched. */
const PARALLEL_REQUESTS = 4

const partKey = (id: string, part: number) => `${id}/${part}`
const isComplete = (file: SavedFile) => !file.gone && file.parts * PART_BYTES >= file.bytes
const savedBytesOf = (file: SavedFile) => Math.min(file.parts * PART_BYTES, file.bytes)

/** The descriptions of those wanted files whose size has been fetched, by id. */
async function readDescriptions(db: CoachDatabase, wanted: readonly WantedFile[]): Promise<Map<string, SavedFile>> {
  const rows = await db.videos.bulkGet(wanted.map(({ id }) => id))
  return new Map(rows.flatMap((row) => (row?.kind === 'about' ? [[row.key, row] as const] : [])))
}

/** How many videos and files are wanted, and how much of them is saved. */
export interface SavedState {
  videos: number
  files: number
  /** Videos and files that are saved completely. */
  saved: number
  /** Total size of the files whose size is known. */
  bytes: number
  savedBytes: number
  /** Files whose size is not known yet. */
  unknownSizes: number
}

export async function readSaved(db: CoachDatabase, wanted: readonly WantedFile[]): Promise<SavedState> {
  const descriptions = await readDescriptions(db, wanted)
  const state: SavedState = { videos: 0, files: 0, saved: 0, bytes: 0, savedBytes: 0, unknownSizes: 0 }
  for (const { id, kind } of wanted) {
    const description = descriptions.get(id)
    if (description?.gone === true) continue
    state[kind === 'video' ? 'videos' : 'files']++
    if (!description) state.unknownSizes++
    else {
      state.bytes += description.bytes
      state.savedBytes += savedBytesOf(description)
      if (isComplete(description)) state.saved++
    }
  }
  return state
}

function httpStatusOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined
}

async function fetchSize(
  db: CoachDatabase,
  { id, scheme }: WantedFile,
  fetchPart: FetchPart,
  signal?: AbortSignal,
): Promise<void> {
  const description = { key: id, kind: 'about', scheme, parts: 0 } as const
  try {
    // one byte is enough, because the reply also names the file's size
    const { total } = await fetchPart(id, 0, 0, signal)
    await db.videos.put({ ...description, bytes: total, gone: false })
  } catch (error) {
    if (httpStatusOf(error) !== 404) throw error
    await db.videos.put({ ...description, bytes: 0, gone: true })
  }
}

/** Fetches the sizes that are not known yet, so that a coach sees how much space saving takes. */
export async function fetchSizes(
  db: CoachDatabase,
  wanted: readonly WantedFile[],
  fetchPart: FetchPart,
  signal?: AbortSignal,
): Promise<void> {
  const descriptions = await readDescriptions(db, wanted)
  const missing = wanted.filter(({ id }) => !descriptions.has(id))
  // each of these parallel loops takes the next file until none is left
  const fetchRemaining = async (): Promise<void> => {
    for (let file = missing.shift(); file; file = missing.shift()) await fetchSize(db, file, fetchPart, signal)
  }
  await Promise.all(Array.from({ length: PARALLEL_REQUESTS }, fetchRemaining))
}

/** How saving ended: everything is saved, or the remaining space is needed for marks. */
type SaveEnd = 'done' | 'full'

/**
 * Saves the missing parts one by one, so an interrupted download continues where it stopped. Rejects with the error of
 * `fetchPart`. It ends before it takes the space that marks need.
 */
export async function saveFiles(
  db: CoachDatabase,
  wanted: readonly WantedFile[],
  fetchPart: FetchPart,
  {
    signal,
    space = readStorageSpace,
    onPart,
  }: { signal?: AbortSignal; space?: () => Promise<StorageSpace | null>; onPart?: () => void },
): Promise<SaveEnd> {
  await fetchSizes(db, wanted, fetchPart, signal)
  for (const { id } of wanted) {
    for (;;) {
      const description = await db.videos.get(id)
      if (description?.kind !== 'about' || description.gone || isComplete(description)) break
      const current = await space()
      if (current && isSpaceLow({ ...current, used: current.used + PART_BYTES })) return 'full'
      const from = description.parts * PART_BYTES
      const { data } = await fetchPart(id, from, Math.min(from + PART_BYTES, description.bytes) - 1, signal)
      try {
        await savePart(db, description, data)
      } catch (error) {
        if (isQuotaExceeded(error)) return 'full'
        throw error
      }
      onPart?.()
    }
  }
  return 'done'
}

/** Saves the next part of a file, unless the device's state is no longer `before`. */
async function savePart(db: CoachDatabase, before: SavedFile, data: Blob): Promise<void> {
  await db.transaction('rw', db.videos, async () => {
    const description = await db.videos.get(before.key)
    // a full disk has cleared the videos meanwhile, or another tab has saved this part
    if (description?.kind !== 'about' || description.parts !== before.parts) return
    await db.videos.put({ key: partKey(description.key, description.parts), kind: 'part', data })
    await db.videos.put({ ...description, parts: description.parts + 1 })
  })
}

/** The complete file, so that a player can seek in it; null when it is not saved completely. */
export async function savedFile(db: CoachDatabase, id: string): Promise<Blob | null> {
  const description = await db.videos.get(id)
  if (description?.kind !== 'about' || !isComplete(description)) return null
  const rows = await db.videos.bulkGet(Array.from({ length: description.parts }, (_, part) => partKey(id, part)))
  const parts = rows.flatMap((row) => (row?.kind === 'part' ? [row.data] : []))
  return parts.length === description.parts ? new Blob(parts, { type: parts[0]?.type ?? '' }) : null
}

/** Deletes the descriptions and parts of all files that pass the test. */
async function deleteFiles(db: CoachDatabase, test: (file: SavedFile) => boolean): Promise<void> {
  await db.transaction('rw', db.videos, async () => {
    const rows = await db.videos.filter((row) => row.kind === 'about' && test(row)).toArray()
    // the keys of a file's parts begin with the file's key (`partKey`)
    for (const { key } of rows) await db.videos.where('key').startsWith(key).delete()
  })
}

/** Deletes saved files of these schemes that the schemes no longer show. */
export function dropUnused(
  db: CoachDatabase,
  schemes: readonly string[],
  wanted: readonly WantedFile[],
): Promise<void> {
  const ids = new Set(wanted.map(({ id }) => id))
  return deleteFiles(db, ({ key, scheme }) => schemes.includes(scheme) && !ids.has(key))
}

/** Deletes all saved files of the schemes of these files; their sizes will be fetched again. */
export function dropSaved(db: CoachDatabase, wanted: readonly WantedFile[]): Promise<void> {
  return dropUnused(
    db,
    wanted.map(({ scheme }) => scheme),
    /* wanted */ [],
  )
}
