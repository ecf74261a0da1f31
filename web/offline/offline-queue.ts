import type { SubmitWorkBody, SubmitWorkReply } from '#contract/assessment/submitted-work.ts'
import {
  isRegisterKind,
  type AnyPlanPayload,
  type EditKind,
  type Payloads,
  type PlanKind,
  type RegisterKind,
  type RegisterPayload,
} from '#domain/assessment/commands/commands.ts'
import type { GuestPayload } from '#domain/assessment/commands/guest.ts'
import type { MarkPayload } from '#domain/assessment/commands/mark.ts'
import { noonOf } from '#domain/platform/club-time.ts'
import { CoachDatabase, type GoneSkill, type QueuedOperation } from './database.ts'
import { newEdit } from './edits.ts'
import { submitOrphanedWork } from './orphaned-work.ts'
import { enqueue, type NewEdit } from './outbox.ts'
import { decryptOperations } from './text-encryption.ts'
import { isPlanEdit } from './plans.ts'
import { isGuest, isMark } from './view.ts'

/** The server's error code for a date that is too long ago. */
export const DATE_REFUSED = 'DATE_NOT_ALLOWED'

/** One change of this coach that the server has not accepted. */
export interface QueueEntry {
  opId: string
  /** Unix ms of the tap. */
  createdAt: number
  /** Why the server refused the change, or why it is to be sent again; null before the server's first answer. */
  code: string | null
  /** The deleted skill because of which a mark was refused. */
  goneSkill: GoneSkill | null
  /** The change is one of these four; all are null for a kind that this version of the portal does not know. */
  mark: MarkPayload | null
  /** An attendance, a badge, a move, a note or a word to the family. */
  register: { kind: RegisterKind; payload: RegisterPayload } | null
  plan: { kind: PlanKind; payload: AnyPlanPayload } | null
  /** A child who was entered at a session. */
  guest: GuestPayload | null
}

/** How many changes another coach left on this tablet; their content is not shown to anybody else. */
export interface OtherCoachQueue {
  userUuid: string
  /** Null when they last used the tablet before it noted names. */
  firstname: string | null
  count: number
}

export interface QueueView {
  /** This coach's changes that wait to be sent, newest first. */
  waiting: readonly QueueEntry[]
  /** This coach's changes that the server refused, newest first. */
  dead: readonly QueueEntry[]
  others: readonly OtherCoachQueue[]
}

/** The file that a coach can download: the refused operations unchanged, for support to look into. */
interface ExportedQueue {
  exportedAt: string
  operations: readonly QueuedOperation[]
}

function registerOf({ kind, payload }: QueuedOperation): QueueEntry['register'] {
  if (!isRegisterKind(kind)) return null
  return { kind, payload: payload as RegisterPayload }
}

function entryOf(op: QueuedOperation): QueueEntry {
  return {
    opId: op.opId,
    createdAt: op.createdAt,
    code: op.code,
    goneSkill: op.goneSkill ?? null,
    mark: isMark(op) ? op.payload : null,
    register: registerOf(op),
    plan: isPlanEdit(op) ? { kind: op.kind, payload: op.payload } : null,
    guest: isGuest(op) ? op.payload : null,
  }
}

/** The waiting and the refused changes on this device, as one coach may see them. */
export async function readQueue(db: CoachDatabase, userUuid: string): Promise<QueueView> {
  const { ownOperations, ...view } = await db.transaction('r', [db.syncs, db.settings], async () => {
    const unaccepted = (await db.syncs.where('state').notEqual('acknowledged').sortBy('seq')).reverse()
    const ownOperations = unaccepted.filter((op) => op.authorUuid === userUuid)
    const counts = new Map<string, number>()
    for (const { authorUuid } of unaccepted)
      if (authorUuid !== userUuid) counts.set(authorUuid, (counts.get(authorUuid) ?? 0) + 1)
    const names = (await db.setting('authors'))?.names ?? {}
    return {
      ownOperations,
      others: [...counts].map(([uuid, count]) => ({ userUuid: uuid, firstname: names[uuid] ?? null, count })),
    }
  })
  const readable = await decryptOperations(db, userUuid, ownOperations)
  const entriesInState = (state: QueuedOperation['state']) => readable.filter((op) => op.state === state).map(entryOf)
  return { ...view, waiting: entriesInState('pending'), dead: entriesInState('dead') }
}

/** The operation, if it is this coach's and the server refused it; else null. Nobody else may decide about it. */
async function findOwnRefused(db: CoachDatabase, userUuid: string, opId: string): Promise<QueuedOperation | null> {
  const op = await db.syncs.get(opId)
  return op?.authorUuid === userUuid && op.state === 'dead' ? op : null
}

/**
 * Puts refused operations back into the queue under their own ids, so that the server decides again. Answers whether
 * there were any.
 */
export async function tryAgain(db: CoachDatabase, userUuid: string, opIds: readonly string[]): Promise<boolean> {
  return db.transaction('rw', db.syncs, async () => {
    const dead = await Promise.all(opIds.map((opId) => findOwnRefused(db, userUuid, opId)))
    const refused = dead.filter((op) => op !== null)
    await db.syncs.bulkPut(refused.map((op) => ({ ...op, state: 'pending', code: null, tries: 0, settledAt: null })))
    return refused.length > 0
  })
}

/** The same edit with another day. Only marks and attendances have a day; other edits get only the new timestamp. */
function withDay({ kind, club, payload }: QueuedOperation, date: string, timestamp: number): NewEdit {
  const edited = { ...(payload as Payloads[EditKind]), timestamp }
  const day = 'assessmentDate' in edited ? { assessmentDate: date } : 'date' in edited ? { date } : {}
  // the outbox holds edits of known kinds only
  return newEdit(kind as EditKind, { ...edited, ...day } as Payloads[EditKind], club)
}

/**
 * Corrects the day of an edit that was refused for its date: a new operation with the day that the author states
 * replaces the refused one. `club` gives today's date and the time zone. Answers whether it was done.
 */
export async function correctDay(
  db: CoachDatabase,
  userUuid: string,
  opId: string,
  date: string,
  club: { today: string; timeZone: string },
  nowMs: number,
): Promise<boolean> {
  const op = await findOwnRefused(db, userUuid, opId)
  const [readable] = op?.code === DATE_REFUSED && !isPlanEdit(op) ? await decryptOperations(db, userUuid, [op]) : []
  if (!readable) return false
  // an edit that is entered for an earlier day counts at noon of that day, as on the server (`performedTs`)
  const timestamp = date === club.today ? Math.floor(nowMs / 1000) : noonOf(date, club.timeZone)
  // the device's own time, which `enqueue` corrects by the server's
  await enqueue(db, { userUuid, club: readable.club }, [withDay(readable, date, timestamp)], Date.now())
  // last, so that nothing is lost if the tab ends in between
  await db.syncs.delete(opId)
  return true
}

/** Removes a refused operation for good, after the coach has confirmed it by typing a word. */
export async function discard(db: CoachDatabase, userUuid: string, opId: string): Promise<boolean> {
  return db.transaction('rw', db.syncs, async () => {
    if (!(await findOwnRefused(db, userUuid, opId))) return false
    await db.syncs.delete(opId)
    return true
  })
}

export async function exportDead(db: CoachDatabase, userUuid: string, now: number): Promise<ExportedQueue> {
  const dead = await db.syncs.where('state').equals('dead').sortBy('seq')
  const ownOperations = dead.filter((op) => op.authorUuid === userUuid)
  return { exportedAt: new Date(now).toISOString(), operations: await decryptOperations(db, userUuid, ownOperations) }
}

/** The device's queue for the offline page: what waits, what was refused, and what a coach can do about it. */
export interface OfflineQueue {
  snapshot(): QueueView
  subscribe(listener: () => void): () => void
  tryAgain(opIds: readonly string[]): Promise<boolean>
  discard(opId: string): Promise<boolean>
  correctDay(opId: string, date: string, club: { today: string; timeZone: string }, nowMs: number): Promise<boolean>
  exportDead(): Promise<ExportedQueue>
  /**
   * Sends what the author of a closed account left on this device to the club's administrators; answers how many
   * operations.
   */
  submitOrphanedWork(
    author: { userUuid: string; club: string },
    submit: (body: SubmitWorkBody) => Promise<SubmitWorkReply>,
  ): Promise<number>
  close(): void
}

/** Opens the queue for the offline page; its view is read again at each change by any tab of this device. */
export async function openOfflineQueue(userUuid: string, databaseName?: string): Promise<OfflineQueue> {
  const db = new CoachDatabase(databaseName)
  const channel = new BroadcastChannel(`rungs-store-${databaseName ?? 'rungs'}`)
  const listeners = new Set<() => void>()
  let current: QueueView = { waiting: [], dead: [], others: [] }
  let closed = false
  let readingsBegun = 0
  let readingShown = 0

  async function read(): Promise<void> {
    const reading = ++readingsBegun
    const view = await readQueue(db, userUuid)
    // decrypting takes time, so a reading that began later may have been shown before this one
    if (closed || reading < readingShown) return
    readingShown = reading
    current = view
    for (const listener of listeners) listener()
  }
  /** Reads the queue again after a change, tells the other tabs, and returns `done`. */
  async function announceChange(done: boolean): Promise<boolean> {
    await read()
    channel.postMessage('changed')
    return done
  }
  // reading fails when the page has closed the database, which is no error
  const showOtherTabsChange = () => void read().catch(() => undefined)
  // other messages are pages for the stores of other tabs
  channel.onmessage = ({ data }) => data === 'changed' && showOtherTabsChange()
  // a tab with a newer version of the portal upgrades the database, and must not wait for this one;
  // returning false keeps Dexie from logging a warning
  db.on('versionchange', () => {
    db.close()
    return false
  })
  // after `onmessage` is set, so that a change by another tab during this reading is read too
  await read()

  return {
    snapshot: () => current,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    tryAgain: async (opIds) => announceChange(await tryAgain(db, userUuid, opIds)),
    discard: async (opId) => announceChange(await discard(db, userUuid, opId)),
    correctDay: async (opId, date, club, nowMs) =>
      announceChange(await correctDay(db, userUuid, opId, date, club, nowMs)),
    exportDead: () => exportDead(db, userUuid, Date.now()),
    async submitOrphanedWork(author, submit) {
      try {
        return await submitOrphanedWork(db, submit, author, Date.now())
      } finally {
        await announceChange(/* done */ true)
      }
    },
    close() {
      closed = true
      channel.close()
      db.close()
    },
  }
}
