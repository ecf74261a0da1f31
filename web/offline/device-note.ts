import type { CoachDatabase } from './database.ts'

/**
 * What is known of the device's queue, kept in localStorage as well: a browser that clears IndexedDB usually leaves it,
 * so the loss can be noticed at the next start.
 */
interface DeviceNote {
  id: string
  /** The last sequence number given to an operation. */
  seq: number
  /** Operations that were still waiting. */
  queued: number
  /** When the note was written, unix ms. */
  at: number
}

/** What was lost when the browser, or somebody, removed the device's data. */
interface LostData {
  /** Operations that waited when the database was last seen complete. */
  queued: number
  /** When that was, unix ms. */
  at: number
}

const NOTE = 'rungs.device'
const LOST = 'rungs.lost'

function read<T>(key: string): T | null {
  try {
    return JSON.parse(globalThis.localStorage.getItem(key) ?? 'null') as T | null
  } catch {
    return null
  }
}

function write(key: string, value: unknown): void {
  try {
    if (value === null) globalThis.localStorage.removeItem(key)
    else globalThis.localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // without localStorage a loss goes unnoticed; everything else works
  }
}

export async function noteDevice(db: CoachDatabase, queued: number, now: number): Promise<void> {
  const device = await db.setting('device')
  if (device) write(NOTE, { id: device.id, seq: device.seq, queued, at: now } satisfies DeviceNote)
}

/**
 * Compares the note with the database, at the start. Data was lost when the device's id is missing or another, or when
 * its sequence number is lower than the note's: then an older copy of the database was put back. Such a copy continues
 * after the noted number, because the server would take reused numbers for edits that it already has.
 */
export async function noticeLoss(db: CoachDatabase): Promise<void> {
  const note = read<DeviceNote>(NOTE)
  if (!note) return
  const lost = await db.transaction('rw', db.settings, async () => {
    const device = await db.setting('device')
    if (device?.id !== note.id) return true
    if (device.seq >= note.seq) return false
    await db.settings.put({ ...device, seq: note.seq })
    return true
  })
  if (!lost) return
  write(LOST, { queued: note.queued, at: note.at } satisfies LostData)
  write(NOTE, null)
}

export function lostData(): LostData | null {
  return read<LostData>(LOST)
}

/** Called when a person has read that data was lost. */
export function forgetLoss(): void {
  write(LOST, null)
}
