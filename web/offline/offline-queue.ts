import type { DepositBody, DepositReply } from '#contract/assessment/deposits.ts'
import type { AnyPlanPayload, PlanKind } from '#contract/assessment/lesson-plans.ts'
import type { MarkPayload, RegisterPayload } from '#contract/assessment/sync.ts'
import type { RegisterKind } from '#domain/assessment/register.ts'
import { noon } from '#domain/platform/club-time.ts'
import { registerLane } from '#domain/assessment/register.ts'
import { CoachDatabase, type QueuedOperation } from './database.ts'
import { submitOrphanedWork } from './orphaned-work.ts'
import { enqueue, markEdit, type NewEdit } from './outbox.ts'
import { decryptOperations } from './sealed.ts'
import { isPlanEdit } from './plans.ts'
import { isMark } from './view.ts'

/** The server's word for a date that is too long ago. */
export const DATE_REFUSED = 'DATE_NOT_ALLOWED'

/** One change of this coach that the server has not taken. */
export interface QueueEntry {
  opId: string
  /** Unix ms of the tap. */
  createdAt: number
  /** Why the server refused it; null while it waits. */
  code: string | null
  /** What was changed; null for a kind that this version cannot put into words. */
  mark: MarkPayload | null
  /** The same for what is kept beside marks. */
  register: { kind: RegisterKind; payload: RegisterPayload } | null
  /** The same for plans. */
  plan: { kind: PlanKind; payload: AnyPlanPayload } | null
}

/** What somebody else left on this tablet: how much, never what. */
export interface OthersQueue {
  userUuid: string
  /** Null when they were last here before names were kept. */
  firstname: string | null
  count: number
}

export interface QueueView {
  /** Newest first. */
  waiting: readonly QueueEntry[]
  dead: readonly QueueEntry[]
  others: readonly OthersQueue[]
}

/** The file that a coach can take away: the operations as they are, for whoever has to look into them. */
interface ExportedQueue {
  exportedAt: string
  operations: readonly QueuedOperation[]
}

function registerOf({ kind, payload }: QueuedOperation): QueueEntry['register'] {
  if (kind !== 'attendance' && kind !== 'badge' && kind !== 'move' && kind !== 'note') return null
  return { kind, payload: payload as RegisterPayload }
}

function entryOf(op: QueuedOperation): QueueEntry {
  return {
    opId: op.opId,
    createdAt: op.createdAt,
    code: op.code,
    mark: isMark(op) ? op.payload : null,
    register: registerOf(op),
    plan: isPlanEdit(op) ? { kind: op.kind, payload: op.payload } : null,
  }
}

/** What waits and what was refused, as one coach may see it. */
export async function readQueue(db: CoachDatabase, userUuid: string): Promise<QueueView> {
  const { mine, ...view } = await db.transaction('r', [db.syncs, db.settings], async () => {
    const left = (await db.syncs.where('state').notEqual('acknowledged').sortBy('seq')).reverse()
    const mine = left.filter((op) => op.authorUuid === userUuid)
    const counts = new Map<string, number>()
    for (const { authorUuid } of left)
      if (authorUuid !== userUuid) counts.set(authorUuid, (counts.get(authorUuid) ?? 0) + 1)
    const names = (await db.setting('authors'))?.names ?? {}
    return {
      mine,
      others: [...counts].map(([uuid, count]) => ({ userUuid: uuid, firstname: names[uuid] ?? null, count })),
    }
  })
  const open = await decryptOperations(db, userUuid, mine)
  const entries = (dead: boolean) => open.filter((op) => (op.state === 'dead') === dead).map(entryOf)
  return { ...view, waiting: entries(false), dead: entries(true) }
}

/** The operation if it is this coach's and refused; nobody decides over somebody else's. */
async function deadOf(db: CoachDatabase, userUuid: string, opId: string): Promise<QueuedOperation | null> {
  const op = await db.syncs.get(opId)
  return op?.authorUuid === userUuid && op.state === 'dead' ? op : null
}

/** Puts refused operations back into the queue under their own ids: the server judges them afresh. Answers whether any was. */
export async function tryAgain(db: CoachDatabase, userUuid: string, opIds: readonly string[]): Promise<boolean> {
  return db.transaction('rw', db.syncs, async () => {
    const dead = await Promise.all(opIds.map((opId) => deadOf(db, userUuid, opId)))
    const back = dead.filter((op) => op !== null)
    await db.syncs.bulkPut(back.map((op) => ({ ...op, state: 'pending', code: null, tries: 0, settledAt: null })))
    return back.length > 0
  })
}

/** The same edit as if it had been made on another day. */
function onDay({ kind, lane, payload }: QueuedOperation, date: string, timestamp: number): NewEdit {
  const mark = payload as MarkPayload
  if (kind === 'mark') return markEdit({ ...mark, assessmentDate: date, timestamp })
  const edit = { kind: kind as RegisterKind, lane, payload: { ...(payload as RegisterPayload), timestamp } }
  if (!('date' in edit.payload)) return edit
  const register = { ...edit.payload, date }
  return { ...edit, lane: registerLane({ kind: 'attendance', ...register }), payload: register }
}

/**
 * Gives an edit that was refused for its date the day on which its author says it was made: a new operation takes the
 * place of the refused one. `club` is today's date and the zone of its club. Answers whether it was done.
 */
export async function correctDay(
  db: CoachDatabase,
  userUuid: string,
  opId: string,
  date: string,
  club: { today: string; timeZone: string },
  nowMs: number,
): Promise<boolean> {
  const op = await deadOf(db, userUuid, opId)
  const [open] = op?.code === DATE_REFUSED && !isPlanEdit(op) ? await decryptOperations(db, userUuid, [op]) : []
  if (!open) return false
  const timestamp = date === club.today ? Math.floor(nowMs / 1000) : noon(date, club.timeZone)
  await enqueue(db, { userUuid, club: open.club }, [onDay(open, date, timestamp)], Date.now())
  // last: should the tab end in between, both are there and nothing is lost
  await db.syncs.delete(opId)
  return true
}

/** Removes a refused operation for good; a person has typed that they mean it. */
export async function discard(db: CoachDatabase, userUuid: string, opId: string): Promise<boolean> {
  return db.transaction('rw', db.syncs, async () => {
    if (!(await deadOf(db, userUuid, opId))) return false
    await db.syncs.delete(opId)
    return true
  })
}

export async function exportDead(db: CoachDatabase, userUuid: string, now: number): Promise<ExportedQueue> {
  const dead = await db.syncs.where('state').equals('dead').sortBy('seq')
  const mine = dead.filter((op) => op.authorUuid === userUuid)
  return { exportedAt: new Date(now).toISOString(), operations: await decryptOperations(db, userUuid, mine) }
}

export interface OfflineQueue {
  snapshot(): QueueView
  subscribe(listener: () => void): () => void
  tryAgain(opIds: readonly string[]): Promise<boolean>
  discard(opId: string): Promise<boolean>
  correctDay(opId: string, date: string, club: { today: string; timeZone: string }, nowMs: number): Promise<boolean>
  exportDead(): Promise<ExportedQueue>
  /** Brings what the author of a closed account left here to the club's office; answers how much. */
  submitOrphanedWork(
    author: { userUuid: string; club: string },
    deposit: (body: DepositBody) => Promise<DepositReply>,
  ): Promise<number>
  close(): void
}

/** The queue as the offline page shows it, beside the store: it follows what any tab of this device changes. */
export async function openOfflineQueue(userUuid: string, name?: string): Promise<OfflineQueue> {
  const db = new CoachDatabase(name)
  const channel = new BroadcastChannel(`rungs-store-${name ?? 'rungs'}`)
  const listeners = new Set<() => void>()
  let current: QueueView = { waiting: [], dead: [], others: [] }
  let closed = false
  let begun = 0
  let shown = 0

  async function read(): Promise<void> {
    const nth = ++begun
    const view = await readQueue(db, userUuid)
    // what is sealed takes longer to read: a reading that began later may have overtaken this one
    if (closed || nth < shown) return
    shown = nth
    current = view
    for (const listener of listeners) listener()
  }
  async function changed(done: boolean): Promise<boolean> {
    await read()
    channel.postMessage('changed')
    return done
  }
  // a closed database is the end of this page, not a fault of its own
  const follow = () => void read().catch(() => undefined)
  channel.onmessage = follow
  db.on('versionchange', () => {
    db.close()
    return false
  })
  // it listens already: what another tab changes while this is read is read again
  await read()

  return {
    snapshot: () => current,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    tryAgain: async (opIds) => changed(await tryAgain(db, userUuid, opIds)),
    discard: async (opId) => changed(await discard(db, userUuid, opId)),
    correctDay: async (opId, date, club, nowMs) => changed(await correctDay(db, userUuid, opId, date, club, nowMs)),
    exportDead: () => exportDead(db, userUuid, Date.now()),
    async submitOrphanedWork(author, deposit) {
      try {
        return await submitOrphanedWork(db, deposit, author, Date.now())
      } finally {
        await changed(true)
      }
    },
    close() {
      closed = true
      channel.close()
      db.close()
    },
  }
}
