import type { Outcome } from '#contract/assessment/sync.ts'
import type { EditKind, Payloads } from '#domain/assessment/commands/commands.ts'
import type { MarkPayload } from '#domain/assessment/commands/mark.ts'
import { canonicalJson } from '#domain/platform/canonical.ts'
import { markLane } from '#domain/assessment/mark.ts'
import { observe, tick } from '#domain/assessment/stamp.ts'
import type { CoachDatabase, QueuedOperation } from './database.ts'
import { payloadToStore } from './text-encryption.ts'

/** Who makes an edit, and at which club. */
export interface Author {
  userUuid: string
  club: string
}

/** After this many answers `retry` an operation counts as refused, so that a person looks at it. */
const MAX_TRIES = 10

async function sha256(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** An edit before it is stored. Of all edits of one lane, by any device, one wins. */
export interface NewEdit {
  kind: EditKind
  lane: string
  payload: Payloads[EditKind]
}

export function markEdit(payload: MarkPayload): NewEdit {
  const lane = markLane(payload.memberUuid, payload.schemeSlug, payload.schemeNodeId)
  return { kind: 'mark', lane, payload }
}

/** `enqueue` for one mark. */
export async function enqueueMark(
  db: CoachDatabase,
  author: Author,
  payload: MarkPayload,
  now: number,
): Promise<QueuedOperation> {
  const [op] = await enqueue(db, author, [markEdit(payload)], now)
  if (!op) throw new Error('nothing was written')
  return op
}

/**
 * Writes edits into the outbox, all or none, in one transaction with the device's clock. Resolves when they are on the
 * disk.
 */
export async function enqueue(
  db: CoachDatabase,
  author: Author,
  edits: readonly NewEdit[],
  now: number,
): Promise<QueuedOperation[]> {
  // before the transaction, because IndexedDB commits a transaction that awaits anything but its own requests
  const hashes = await Promise.all(edits.map(({ payload }) => sha256(canonicalJson(payload))))
  const payloads = await Promise.all(edits.map((edit) => payloadToStore(db, author.userUuid, edit)))
  return runExclusively('rungs-outbox', () =>
    db.transaction('rw', db.syncs, db.settings, async () => {
      let device = (await db.setting('device')) ?? newDevice()
      const cache = await db.setting('cache')
      const ops = edits.map(({ kind, lane }, index): QueuedOperation => {
        const seq = device.seq + 1
        const clock = tick(device.clock, now + device.serverOffset)
        device = { ...device, seq, clock }
        return {
          opId: crypto.randomUUID(),
          seq,
          club: author.club,
          authorUuid: author.userUuid,
          lane,
          kind,
          payload: payloads[index],
          payloadHash: hashes[index] ?? '',
          payloadVersion: 1,
          baseRev: cache?.user === author.userUuid && cache.club === author.club ? cache.rev : null,
          stamp: { ms: clock.ms, counter: clock.counter, deviceId: device.id, deviceSeq: seq },
          state: 'pending',
          code: null,
          tries: 0,
          createdAt: now,
          settledAt: null,
          seen: false,
        }
      })
      await db.settings.put(device)
      await db.syncs.bulkAdd(ops)
      return ops
    }),
  )
}

function newDevice() {
  return {
    name: 'device' as const,
    id: crypto.randomUUID(),
    seq: 0,
    clock: { ms: 0, counter: 0 },
    serverOffset: 0,
    serverTime: 0,
    epoch: null,
  }
}

/** This device's id, which is made at the first call. */
export async function deviceId(db: CoachDatabase): Promise<string> {
  return db.transaction('rw', db.settings, async () => {
    const existing = await db.setting('device')
    // no write when the id exists: a full disk must not stop the queue from being sent
    if (existing) return existing.id
    const device = newDevice()
    await db.settings.put(device)
    return device.id
  })
}

/** Waiting operations of one author, oldest first. */
export async function pendingOf(db: CoachDatabase, userUuid: string): Promise<QueuedOperation[]> {
  const pending = await db.syncs.where('state').equals('pending').sortBy('seq')
  return pending.filter((op) => op.authorUuid === userUuid)
}

/**
 * Notes the server's outcomes on the operations in the outbox. Operations that the server did not name stay pending.
 */
export async function recordOutcomes(db: CoachDatabase, outcomes: readonly Outcome[], now: number): Promise<void> {
  for (const outcome of outcomes) {
    const op = await db.syncs.get(outcome.opId)
    if (op?.state !== 'pending') continue
    if (outcome.outcome === 'applied')
      await db.syncs.update(op.opId, { state: 'acknowledged', code: null, settledAt: now })
    else if (outcome.outcome === 'superseded')
      await db.syncs.update(op.opId, { state: 'acknowledged', code: 'superseded', settledAt: now })
    else if (outcome.outcome === 'rejected' || op.tries + 1 >= MAX_TRIES) {
      // the curriculum that the next pull brings does not have a deleted skill any more
      const named = outcome.title ? { goneSkill: { title: outcome.title, kind: outcome.grade_kind ?? null } } : {}
      await db.syncs.update(op.opId, { state: 'dead', code: outcome.code ?? 'UNKNOWN_ERROR', settledAt: now, ...named })
    } else await db.syncs.update(op.opId, { tries: op.tries + 1, code: outcome.code ?? null })
  }
}

/** Acknowledged operations. They are a week's work, so they are read at once and not by a cursor. */
export async function acknowledgedOperations(db: CoachDatabase): Promise<QueuedOperation[]> {
  return db.syncs.where('state').equals('acknowledged').toArray()
}

/** Ids of acknowledged operations whose effect no pull has brought back yet; a pull that begins now will. */
export async function unseenOperationIds(db: CoachDatabase): Promise<string[]> {
  return (await acknowledgedOperations(db)).filter((op) => !op.seen).map((op) => op.opId)
}

/**
 * Moves the device's clock to the server's time or later, so that the next edit is stamped after all that the server
 * holds. When nothing waits, a clock that ran ahead is set back to the server's time.
 */
export async function learnServerTime(db: CoachDatabase, serverTime: number, now: number): Promise<void> {
  await db.transaction('rw', db.syncs, db.settings, async () => {
    const device = (await db.setting('device')) ?? newDevice()
    // an older reply that arrives late must not set the time back
    if (serverTime < device.serverTime) return
    // no stamp on the server is later than its time
    const afterServerTime = serverTime + 1
    const waiting = await db.syncs.where('state').equals('pending').count()
    const clock = waiting === 0 ? { ms: afterServerTime, counter: 0 } : observe(device.clock, afterServerTime)
    await db.settings.put({ ...device, serverTime, serverOffset: serverTime - now, clock })
  })
}

/** Writing takes milliseconds, so a tab that holds the lock longer is frozen. */
const LOCK_WAIT_MS = 2_000

/**
 * Runs `work` while no other tab runs it, by a Web Lock. Without Web Locks, or when a frozen tab holds the lock, it
 * runs all the same, because IndexedDB's transactions still keep the tabs apart.
 */
async function runExclusively<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return work()
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), LOCK_WAIT_MS)
  try {
    return await navigator.locks.request(name, { signal: timeout.signal }, () => {
      clearTimeout(timer)
      return work()
    })
  } catch (error) {
    if (timeout.signal.aborted) return work()
    throw error
  } finally {
    clearTimeout(timer)
  }
}
