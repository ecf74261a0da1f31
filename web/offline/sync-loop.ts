import type { ChangesReply, Operation, PushBody, PushReply } from '#contract/assessment/sync.ts'
import { backOffMs } from '#web/api/back-off.ts'
import { applyPage, dropCache, replaceCache } from './cache.ts'
import type { CoachDatabase, QueuedOperation } from './database.ts'
import { decryptOperations } from './sealed.ts'
import { deviceId, learnServerTime, pendingOf, settle, unseen } from './outbox.ts'

/** The two calls of the sync protocol. They throw errors with the HTTP `status`, 0 when there was no answer. */
export interface SyncApi {
  push(body: PushBody): Promise<PushReply>
  changes(query: { cursor: string; club_id: string }): Promise<ChangesReply>
}

const MOST_OPERATIONS = 50
const MOST_BYTES = 200_000
const LONGEST_WAIT_MS = 20_000

/** The pause before the next try, in ms: exponential and at most 20 s, or longer if the server sent Retry-After. */
export function backOff(tries: number, random: number, error?: unknown): number {
  const retryAfter = typeof error === 'object' && error !== null && 'retryAfter' in error ? Number(error.retryAfter) : 0
  return Math.max(Math.min(backOffMs(tries, random), LONGEST_WAIT_MS), (retryAfter || 0) * 1_000)
}

/** An operation as the push sends it, without the device's own fields. */
export function sent(op: QueuedOperation): Operation {
  const { opId, club, authorUuid, lane, kind, payload, payloadHash, payloadVersion, baseRev, stamp } = op
  return { opId, club, authorUuid, lane, kind, payload, payloadHash, payloadVersion, baseRev, stamp }
}

/** The first operations that fit into one push. */
export function nextBatch(pending: readonly QueuedOperation[], most: number): QueuedOperation[] {
  const batch: QueuedOperation[] = []
  let bytes = 0
  for (const op of pending.slice(0, most)) {
    bytes += JSON.stringify(op).length
    if (batch.length > 0 && bytes > MOST_BYTES) break
    batch.push(op)
  }
  return batch
}

function statusOf(error: unknown): number {
  return typeof error === 'object' && error !== null && 'status' in error && typeof error.status === 'number'
    ? error.status
    : 0
}

interface Owner {
  user: string
  club: string
}

/** How long acknowledged operations stay on the device, to be sent again if the server is restored from a backup. */
const KEPT_MS = 7 * 86_400_000

/**
 * Sends the waiting operations, then pulls what changed on the server; with `forced` it loads everything anew. Throws
 * the API's error; what was answered before it stays saved. Calls `changed` when the device's data may have changed.
 */
export async function syncOnce(
  db: CoachDatabase,
  api: SyncApi,
  owner: Owner,
  now: () => number,
  forced = false,
  changed: () => void = () => {},
): Promise<void> {
  await drain(db, api, owner, now, changed)
  const pending = new Set((await pendingOf(db, owner.user)).map((op) => op.opId))
  await pull(db, api, owner, now, forced, changed).catch(async (error: unknown) => {
    // 404: the coach has left this club, so its members' data must leave the tablet (security.md 44)
    if (statusOf(error) === 404 && (await db.setting('cache'))?.club === owner.club) {
      changed()
      await dropCache(db)
    }
    throw error
  })
  // the pull met a restored server and put acknowledged operations back into the queue: they are sent again now
  if ((await pendingOf(db, owner.user)).some((op) => !pending.has(op.opId))) {
    await drain(db, api, owner, now, changed)
    await pull(db, api, owner, now, false, changed)
  }
  await db.syncs
    .where({ state: 'acknowledged' })
    .filter((op) => op.seen && (op.settledAt ?? 0) < now() - KEPT_MS)
    .delete()
}

/** Once a calendar day everything is loaded anew [4.14], [9.13]. */
function isOfToday(loadedAt: number, now: number): boolean {
  return new Date(loadedAt).toDateString() === new Date(now).toDateString()
}

async function drain(
  db: CoachDatabase,
  api: SyncApi,
  owner: Owner,
  now: () => number,
  changed: () => void,
): Promise<void> {
  const device = await deviceId(db)
  let most = MOST_OPERATIONS
  // an operation answered `retry` waits for the next sync, or this loop would never end
  const retried = new Set<string>()
  for (;;) {
    const waiting = (await pendingOf(db, owner.user)).filter((op) => !retried.has(op.opId))
    const pending = await decryptOperations(db, owner.user, waiting)
    const batch = nextBatch(pending, most)
    if (batch.length === 0) return
    const operations = batch.map(sent)
    try {
      const reply = await api.push({ deviceId: device, operations })
      changed()
      await settle(db, reply.outcomes, now())
      await learnServerTime(db, reply.serverTime, now())
      const answered = new Set(reply.outcomes.filter((o) => o.outcome !== 'retry').map((o) => o.opId))
      for (const op of batch) if (!answered.has(op.opId)) retried.add(op.opId)
    } catch (error) {
      const status = statusOf(error)
      // the batch is too large or one operation is invalid: halve it, until a single operation is refused
      if (status !== 413 && status !== 400) throw error
      const [first] = batch
      if (batch.length > 1) most = Math.ceil(batch.length / 2)
      else if (first) {
        changed()
        await settle(db, [{ opId: first.opId, outcome: 'rejected', code: 'INVALID_REQUEST' }], now())
      }
    }
  }
}

async function pull(
  db: CoachDatabase,
  api: SyncApi,
  owner: Owner,
  now: () => number,
  forced: boolean,
  changed: () => void,
): Promise<void> {
  const settled = await unseen(db)
  if (settled.length > 0) changed()
  for (;;) {
    const cache = await db.setting('cache')
    const whole = forced || !cache || !isOfToday(cache.loadedAt, now())
    if (whole || cache.user !== owner.user || cache.club !== owner.club || cache.cursor === '') {
      changed()
      if (await reload(db, api, owner, cache?.cursor, settled, now)) return
      continue
    }
    const page = await api.changes({ cursor: cache.cursor, club_id: owner.club })
    if (page.reload) {
      changed()
      if (await reload(db, api, owner, cache.cursor, settled, now)) return
      continue
    }
    // before the page is stored: an edit of what it shows must get a later stamp, even if this tab ends in between
    await learnServerTime(db, page.serverTime, now())
    const applied = await applyPage(db, owner, page, settled, now())
    // another tab that moved the cache meanwhile may have stored any change
    if (!applied || page.changes.length > 0) changed()
    if (applied && !page.more) return
  }
}

/**
 * Loads everything page by page and replaces the cache only when the load is complete. Answers false when another tab
 * moved the cache meanwhile, as it may be newer than this load.
 */
async function reload(
  db: CoachDatabase,
  api: SyncApi,
  owner: Owner,
  from: string | undefined,
  settled: readonly string[],
  now: () => number,
): Promise<boolean> {
  const pages: ChangesReply[] = []
  for (let cursor = ''; ;) {
    const page = await api.changes({ cursor, club_id: owner.club })
    // the coach's rights changed during the load, so it begins again
    if (page.reload) {
      pages.length = 0
      cursor = ''
      continue
    }
    await learnServerTime(db, page.serverTime, now())
    pages.push(page)
    cursor = page.cursor
    if (!page.more) break
  }
  return replaceCache(db, owner, from, pages, settled, now())
}
