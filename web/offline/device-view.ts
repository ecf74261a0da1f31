import type { ChangesReply } from '#contract/assessment/sync.ts'
import { readRows, withChanges, type CachedRows } from './cached-rows.ts'
import { cachedTables } from './cached-tables.ts'
import type { CoachSnapshot } from './coach-store.ts'
import type { CoachDatabase, QueuedOperation, Setting } from './database.ts'
import { EMPTY_VIEW, viewOf } from './view.ts'

interface ViewOwner {
  user: string
  club: string
  timeZone: string
}

/** What the screens show, read from the device. What has not changed since the last reading is taken from memory. */
export interface DeviceView {
  read(): Promise<CoachSnapshot>
  /** Notes that `applyPage` has stored this page, in this tab or in another, so that its rows need not be read. */
  pageStored(page: ChangesReply): void
}

type Cache = Extract<Setting, { name: 'cache' }>

/**
 * Whether the cached tables hold the same rows: a page and its cursor are stored in one transaction, and a full load has
 * its time.
 */
function hasSameRows(a: Cache, b: Cache): boolean {
  return a.user === b.user && a.club === b.club && a.loadedAt === b.loadedAt && a.cursor === b.cursor
}

export function openView(db: CoachDatabase, owner: ViewOwner): DeviceView {
  /** The rows of the cache, and the setting that was stored with them. */
  let kept: { cache: Cache; rows: CachedRows } | null = null
  /**
   * Acknowledged operations, by id. Those that are seen do not change any more until a full load, which is known by its
   * time.
   */
  let acknowledged = { loadedAt: 0, byId: new Map<string, QueuedOperation>() }

  /** All operations of the device, from old to new. */
  async function readQueue(loadedAt: number): Promise<QueuedOperation[]> {
    const inState = (state: QueuedOperation['state']) => db.syncs.where('state').equals(state)
    const known = acknowledged.loadedAt === loadedAt ? acknowledged.byId : new Map<string, QueuedOperation>()
    const [pending, dead, acknowledgedIds] = await Promise.all([
      inState('pending').toArray(),
      inState('dead').toArray(),
      inState('acknowledged').primaryKeys(),
    ])
    const read = await db.syncs.bulkGet(acknowledgedIds.filter((opId) => known.get(opId)?.seen !== true))
    const readById = new Map(read.flatMap((op) => (op ? [[op.opId, op] as const] : [])))
    const byId = new Map(
      acknowledgedIds.flatMap((opId) => {
        const op = readById.get(opId) ?? known.get(opId)
        return op ? [[opId, op] as const] : []
      }),
    )
    acknowledged = { loadedAt, byId }
    return [...pending, ...dead, ...byId.values()].toSorted((a, b) => a.seq - b.seq)
  }

  async function read(): Promise<CoachSnapshot> {
    // in one transaction, so that an edit is either among the operations or in the rows
    const stored = await db.transaction('r', [db.syncs, ...cachedTables(db), db.settings], async () => {
      const cache = await db.setting('cache')
      if (cache?.user !== owner.user || cache.club !== owner.club || cache.syncedAt === 0) return (kept = null)
      const queue = await readQueue(cache.loadedAt)
      if (!kept || !hasSameRows(kept.cache, cache)) kept = { cache, rows: await readRows(db) }
      return { rows: kept.rows, queue }
    })
    return stored ? viewOf(db, owner, stored.rows, stored.queue) : EMPTY_VIEW
  }

  function pageStored(page: ChangesReply): void {
    if (kept?.cache.cursor !== page.from) return
    kept = { cache: { ...kept.cache, cursor: page.cursor }, rows: withChanges(kept.rows, page.changes) }
  }

  return { read, pageStored }
}

/** What the screens show, all of it read from the device. */
export function readView(db: CoachDatabase, owner: ViewOwner): Promise<CoachSnapshot> {
  return openView(db, owner).read()
}
