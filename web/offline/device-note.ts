import type { CoachDatabase } from './database.ts'

/** What is also kept outside IndexedDB, so that its loss is noticed. */
interface DeviceNote {
  id: string
  /** The last number given to an operation. */
  seq: number
  /** Operations that were still waiting. */
  queued: number
  /** Unix ms. */
  at: number
}

/** The browser, or somebody, removed the device's data. */
interface LostData {
  /** Operations that waited when it was last seen whole. */
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
    // then a loss goes unnoticed, and nothing else changes
  }
}

export async function noteDevice(db: CoachDatabase, queued: number, now: number): Promise<void> {
  const device = await db.setting('device')
  if (device) write(NOTE, { id: device.id, seq: device.seq, queued, at: now } satisfies DeviceNote)
}

/**
 * Compares the note with the database. A device that is gone, or that counts from an earlier number (a copy put back),
 * has lost something; a copy goes on counting after the last number, or its new edits would count as old ones.
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

/** A person has read it. */
export function forgetLoss(): void {
  write(LOST, null)
}
