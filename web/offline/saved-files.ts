import type { CoachDatabase, SavedFile } from './database.ts'
import { isQuotaExceeded, isSpaceLow, readStorageSpace, type StorageSpace } from './storage-space.ts'

/** A video or file of the curriculum, by the id under which its bytes never change. */
export interface WantedFile {
  id: string
  kind: 'video' | 'file'
  /** Slug of a scheme that shows it. */
  scheme: string
}

/** Bytes `from`–`to` of a file, and how many it has; rejects with an error that has a `status`. */
export type AskPart = (
  id: string,
  from: number,
  to: number,
  signal?: AbortSignal,
) => Promise<{ data: Blob; total: number }>

/** Small enough to come over a poor network in one go. */
export const PART_BYTES = 512 * 1024
/** Requests at one time while sizes are asked for. */
const AT_ONCE = 4

const partKey = (id: string, part: number) => `${id}/${part}`
const isWhole = (file: SavedFile) => !file.gone && file.parts * PART_BYTES >= file.bytes
const here = (file: SavedFile) => Math.min(file.parts * PART_BYTES, file.bytes)

async function aboutOf(db: CoachDatabase, wanted: readonly WantedFile[]): Promise<Map<string, SavedFile>> {
  const rows = await db.videos.bulkGet(wanted.map(({ id }) => id))
  return new Map(rows.flatMap((row) => (row?.kind === 'about' ? [[row.key, row] as const] : [])))
}

/** What is wanted and how much of it is here. */
export interface SavedState {
  videos: number
  files: number
  /** Of both, how many are whole here. */
  saved: number
  /** Of what is known by size. */
  bytes: number
  savedBytes: number
  /** Whose size nobody has asked for yet. */
  unmeasured: number
}

export async function readSaved(db: CoachDatabase, wanted: readonly WantedFile[]): Promise<SavedState> {
  const known = await aboutOf(db, wanted)
  const state: SavedState = { videos: 0, files: 0, saved: 0, bytes: 0, savedBytes: 0, unmeasured: 0 }
  for (const { id, kind } of wanted) {
    const about = known.get(id)
    if (about?.gone === true) continue
    state[kind === 'video' ? 'videos' : 'files']++
    if (!about) state.unmeasured++
    else {
      state.bytes += about.bytes
      state.savedBytes += here(about)
      if (isWhole(about)) state.saved++
    }
  }
  return state
}

function statusOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined
}

async function measureOne(
  db: CoachDatabase,
  { id, scheme }: WantedFile,
  ask: AskPart,
  signal?: AbortSignal,
): Promise<void> {
  const about = { key: id, kind: 'about', scheme, parts: 0 } as const
  try {
    const { total } = await ask(id, 0, 0, signal)
    await db.videos.put({ ...about, bytes: total, gone: false })
  } catch (error) {
    if (statusOf(error) !== 404) throw error
    await db.videos.put({ ...about, bytes: 0, gone: true })
  }
}

/** Asks for the sizes that are not known yet, so that a coach knows what saving takes. */
export async function measure(
  db: CoachDatabase,
  wanted: readonly WantedFile[],
  ask: AskPart,
  signal?: AbortSignal,
): Promise<void> {
  const known = await aboutOf(db, wanted)
  const missing = wanted.filter(({ id }) => !known.has(id))
  const next = async (): Promise<void> => {
    for (let one = missing.shift(); one; one = missing.shift()) await measureOne(db, one, ask, signal)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next))
}

/** How saving ended: all is here, or there is no room left that marks do not need. */
type SaveEnd = 'done' | 'full'

/**
 * Saves what is not here yet, part by part: what was cut, or stopped by `signal`, goes on where it was. Rejects with what
 * `ask` rejects with. Marks come first: it ends before the room that they need is taken.
 */
export async function saveFiles(
  db: CoachDatabase,
  wanted: readonly WantedFile[],
  ask: AskPart,
  {
    signal,
    space = readStorageSpace,
    onPart,
  }: { signal?: AbortSignal; space?: () => Promise<StorageSpace | null>; onPart?: () => void },
): Promise<SaveEnd> {
  await measure(db, wanted, ask, signal)
  for (const { id } of wanted) {
    for (;;) {
      const about = await db.videos.get(id)
      if (about?.kind !== 'about' || about.gone || isWhole(about)) break
      const now = await space()
      if (now && isSpaceLow({ ...now, used: now.used + PART_BYTES })) return 'full'
      const from = about.parts * PART_BYTES
      const { data } = await ask(id, from, Math.min(from + PART_BYTES, about.bytes) - 1, signal)
      try {
        await keepPart(db, about, data)
      } catch (error) {
        if (isQuotaExceeded(error)) return 'full'
        throw error
      }
      onPart?.()
    }
  }
  return 'done'
}

async function keepPart(db: CoachDatabase, before: SavedFile, data: Blob): Promise<void> {
  await db.transaction('rw', db.videos, async () => {
    const about = await db.videos.get(before.key)
    // a full disk has cleared them meanwhile, or another tab has brought this part
    if (about?.kind !== 'about' || about.parts !== before.parts) return
    await db.videos.put({ key: partKey(about.key, about.parts), kind: 'part', data })
    await db.videos.put({ ...about, parts: about.parts + 1 })
  })
}

/** The whole file, for a player to read any part of; null when not all of it is here. */
export async function savedFile(db: CoachDatabase, id: string): Promise<Blob | null> {
  const about = await db.videos.get(id)
  if (about?.kind !== 'about' || !isWhole(about)) return null
  const rows = await db.videos.bulkGet(Array.from({ length: about.parts }, (_, part) => partKey(id, part)))
  const parts = rows.flatMap((row) => (row?.kind === 'part' ? [row.data] : []))
  return parts.length === about.parts ? new Blob(parts, { type: parts[0]?.type ?? '' }) : null
}

async function drop(db: CoachDatabase, which: (file: SavedFile) => boolean): Promise<void> {
  await db.transaction('rw', db.videos, async () => {
    const rows = await db.videos.filter((row) => row.kind === 'about' && which(row)).toArray()
    for (const { key } of rows) await db.videos.where('key').startsWith(key).delete()
  })
}

/** Frees what these schemes do not show any more. */
export function dropUnused(
  db: CoachDatabase,
  schemes: readonly string[],
  wanted: readonly WantedFile[],
): Promise<void> {
  const ids = new Set(wanted.map(({ id }) => id))
  return drop(db, ({ key, scheme }) => schemes.includes(scheme) && !ids.has(key))
}

/** Frees the room that these files take; their sizes are asked for again. */
export function dropSaved(db: CoachDatabase, wanted: readonly WantedFile[]): Promise<void> {
  return dropUnused(
    db,
    wanted.map(({ scheme }) => scheme),
    [],
  )
}
