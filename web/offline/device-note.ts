import type { CoachDatabase } from './database.ts'

/**
 * What is known of the device's queue, kept in localStorage as well: a browser that clears IndexedDB usually leaves
 * localStorage, so the loss can be noticed at the next start.
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
interface DataLoss {
  /** Operations that waited when the database was last seen complete. */
  queued: number
  /** When that was, unix ms. */
  at: number
}

const NOTE_KEY = 'rungs.device'
const LOSS_KEY = 'rungs.lost'

function readStored<T>(key: string): T | null {
  try {
    return JSON.parse(globalThis.localStorage.getItem(key) ?? 'null') as T | null
  } catch {
    return null
  }
}

function writeStored(key: string, value: unknown): void {
  try {
    if (value === null) globalThis.localStorage.removeItem(key)
    else globalThis.localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // without localStorage a loss goes unnoticed; everything else works
  }
}

export async function writeDeviceNote(db: CoachDatabase, queued: number, now: number): Promise<void> {
  const device = await db.setting('device')
  if (device) writeStored(NOTE_KEY, { id: device.id, seq: device.seq, queued, at: now } satisfies DeviceNote)
}

/**
 * Compares the note with the database, at the start. Data was lost when the device's id is missing or another, or when
 * its sequence number is lower than the note's: then an older copy of the database was put back. Such a copy continues
 * after the noted number, because the server would take reused numbers for edits that it already has.
 */
export async function detectDataLoss(db: CoachDatabase): Promise<void> {
  const note = readStored<DeviceNote>(NOTE_KEY)
  if (!note) return
  const isLost = await db.transaction('rw', db.settings, async () => {
    const device = await db.setting('device')
    if (device?.id !== note.id) return true
    if (device.seq >= note.seq) return false
    await db.settings.put({ ...device, seq: note.seq })
    return true
  })
  if (!isLost) return
  writeStored(LOSS_KEY, { queued: note.queued, at: note.at } satisfies DataLoss)
  writeStored(NOTE_KEY, null)
}

export function readDataLoss(): DataLoss | null {
  return readStored<DataLoss>(LOSS_KEY)
}

/** Removes the note of a loss, once a person has read it. */
export function dismissDataLoss(): void {
  writeStored(LOSS_KEY, null)
}
