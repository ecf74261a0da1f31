import type { ChangesReply, Operation, PushBody, PushReply } from '#contract/assessment/sync.ts'
import { backOffMs } from '#web/api/back-off.ts'
import { applyPage, dropCache, replaceCache } from './cache.ts'
import type { CoachDatabase, QueuedOperation } from './database.ts'
import { decryptOperations } from './text-encryption.ts'
import {
  acknowledgedOperations,
  deviceId,
  learnServerTime,
  pendingOf,
  recordOutcomes,
  unseenOperationIds,
} from './outbox.ts'

/** The two calls of the sync protocol. They throw errors with the HTTP `status`, 0 when there was no answer. */
export interface SyncApi {
  push(body: PushBody): Promise<PushReply>
  changes(query: { cursor: string; club_id: string }): Promise<ChangesReply>
}

/** The most operations that the server takes in one push. */
const MAX_OPERATIONS = 50
/** Characters of JSON in one push. The server refuses bodies of more than 256 KiB. */
const MAX_CHARACTERS = 200_000
const MAX_BACK_OFF_MS = 20_000

/** The pause before the next try, in ms: exponential and at most 20 s, or longer if the server sent Retry-After. */
export function backOff(tries: number, random: number, error?: unknown): number {
  const retryAfter = typeof error === 'object' && error !== null && 'retryAfter' in error ? Number(error.retryAfter) : 0
  return Math.max(Math.min(backOffMs(tries, random), MAX_BACK_OFF_MS), (retryAfter || 0) * 1_000)
}

/** An operation as the push sends it, without the device's own fields. */
export function operationToSend(op: QueuedOperation): Operation {
  const { opId, club, authorUuid, lane, kind, payload, payloadHash, payloadVersion, baseRev, stamp } = op
  return { opId, club, authorUuid, lane, kind, payload, payloadHash, payloadVersion, baseRev, stamp }
}

/** The first operations that fit into one push: at least one, however large it is. */
export function nextBatch(pending: readonly QueuedOperation[], maxOperations: number): QueuedOperation[] {
  const batch: QueuedOperation[] = []
  let characters = 0
  for (const op of pending.slice(0, maxOperations)) {
    characters += JSON.stringify(op).length
    if (batch.length > 0 && characters > MAX_CHARACTERS) break
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
const KEEP_ACKNOWLEDGED_MS = 7 * 86_400_000

interface SyncHooks {
  /** Called when the device's data may have changed. */
  onChange: () => void
  /** Called with each page that was stored on top of the cache's rows. */
  onPage: (page: ChangesReply) => void
}

interface SyncOptions extends Partial<SyncHooks> {
  loadAll?: boolean
}

/**
 * Sends the waiting operations, then pulls what changed on the server; with `loadAll` it loads everything anew. Throws
 * the API's error; what was answered before it stays saved.
 */
export async function syncOnce(
  db: CoachDatabase,
  api: SyncApi,
  owner: Owner,
  now: () => number,
  { loadAll = false, onChange = () => {}, onPage = () => {} }: SyncOptions = {},
): Promise<void> {
  const hooks = { onChange, onPage }
  const loadedBefore = (await db.setting('cache'))?.loadedAt
  await pushPending(db, api, owner, now, onChange)
  const pendingBefore = new Set((await pendingOf(db, owner.user)).map((op) => op.opId))
  await pull(db, api, owner, now, loadAll, hooks).catch(async (error: unknown) => {
    // 404: the coach has left this club, so its members' data must leave the tablet (security.md 44)
    if (statusOf(error) === 404 && (await db.setting('cache'))?.club === owner.club) {
      onChange()
      await dropCache(db)
    }
    throw error
  })
  // the pull met a restored server and put acknowledged operations back into the queue: they are sent again now
  if ((await pendingOf(db, owner.user)).some((op) => !pendingBefore.has(op.opId))) {
    await pushPending(db, api, owner, now, onChange)
    await pull(db, api, owner, now, /* loadAll */ false, hooks)
  }
  // once a day is often enough
  if ((await db.setting('cache'))?.loadedAt !== loadedBefore) await forgetOldOperations(db, now())
}

async function forgetOldOperations(db: CoachDatabase, now: number): Promise<void> {
  const isOld = (op: QueuedOperation) => op.seen && (op.settledAt ?? 0) < now - KEEP_ACKNOWLEDGED_MS
  await db.syncs.bulkDelete((await acknowledgedOperations(db)).filter(isOld).map((op) => op.opId))
}

/**
 * Whether the last full load was today by the tablet's calendar; once a day everything is loaded anew [4.14], [9.13].
 */
function isOfToday(loadedAt: number, now: number): boolean {
  return new Date(loadedAt).toDateString() === new Date(now).toDateString()
}

/** Sends batches until nothing is left that the server has not answered. */
async function pushPending(
  db: CoachDatabase,
  api: SyncApi,
  owner: Owner,
  now: () => number,
  onChange: () => void,
): Promise<void> {
  const ownId = await deviceId(db)
  let maxOperations = MAX_OPERATIONS
  // an operation that was answered `retry` or not at all waits for the next sync, or this loop would never end
  const retried = new Set<string>()
  for (;;) {
    const waiting = (await pendingOf(db, owner.user)).filter((op) => !retried.has(op.opId))
    const pending = await decryptOperations(db, owner.user, waiting)
    const batch = nextBatch(pending, maxOperations)
    if (batch.length === 0) return
    const operations = batch.map(operationToSend)
    try {
      const reply = await api.push({ deviceId: ownId, operations })
      onChange()
      await recordOutcomes(db, reply.outcomes, now())
      await learnServerTime(db, reply.serverTime, now())
      const answered = new Set(reply.outcomes.flatMap(({ opId, outcome }) => (outcome === 'retry' ? [] : [opId])))
      for (const op of batch) if (!answered.has(op.opId)) retried.add(op.opId)
    } catch (error) {
      const status = statusOf(error)
      // the batch is too large or one operation is invalid: halve it, until a single operation is refused
      if (status !== 413 && status !== 400) throw error
      const [first] = batch
      if (batch.length > 1) maxOperations = Math.ceil(batch.length / 2)
      else if (first) {
        onChange()
        await recordOutcomes(db, [{ opId: first.opId, outcome: 'rejected', code: 'INVALID_REQUEST' }], now())
      }
    }
  }
}

/** Brings the cache up to date: page by page from its cursor, or by a full load where that is needed. */
async function pull(
  db: CoachDatabase,
  api: SyncApi,
  owner: Owner,
  now: () => number,
  loadAll: boolean,
  { onChange, onPage }: SyncHooks,
): Promise<void> {
  const acknowledged = await unseenOperationIds(db)
  if (acknowledged.length > 0) onChange()
  for (;;) {
    const cache = await db.setting('cache')
    const needsAll = loadAll || !cache || !isOfToday(cache.loadedAt, now())
    if (needsAll || cache.user !== owner.user || cache.club !== owner.club || cache.cursor === '') {
      onChange()
      if (await reload(db, api, owner, cache?.cursor, acknowledged, now)) return
      continue
    }
    const page = await api.changes({ cursor: cache.cursor, club_id: owner.club })
    if (page.reload) {
      onChange()
      if (await reload(db, api, owner, cache.cursor, acknowledged, now)) return
      continue
    }
    // before the page is stored: an edit of what it shows must get a later stamp, even if this tab ends in between
    await learnServerTime(db, page.serverTime, now())
    const applied = await applyPage(db, owner, page, acknowledged, now())
    if (applied) onPage(page)
    // another tab that moved the cache meanwhile may have stored any change
    if (!applied || page.changes.length > 0) onChange()
    if (applied && !page.more) return
  }
}

/**
 * Loads everything page by page and replaces the cache only when the load is complete. Answers false when another tab
 * moved the cache meanwhile, as it may be newer than this load: `cursorBefore` is the cache's cursor before the load.
 */
async function reload(
  db: CoachDatabase,
  api: SyncApi,
  owner: Owner,
  cursorBefore: string | undefined,
  acknowledged: readonly string[],
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
  return replaceCache(db, owner, cursorBefore, pages, acknowledged, now())
}
