import type { Table } from 'dexie'
import type { Change, ChangesReply } from '#contract/assessment/sync.ts'
import { cachedTables } from './cached-tables.ts'
import type { CoachDatabase } from './database.ts'
import { emptyVaultsOf } from './coach-vault.ts'
import { isEqual } from './keep-equal.ts'

/** Length of a member's id, with which the keys of some rows and changes begin. */
export const MEMBER_ID_LENGTH = 36

type RowChange = Exclude<Change, { kind: 'erasure' }>

const TABLES = {
  group: 'groups',
  member: 'members',
  group_member: 'groupMembers',
  result: 'results',
  register: 'registers',
  plan: 'lessonPlans',
  plan_group: 'lessonPlanGroups',
  conflict: 'conflicts',
} as const satisfies Record<RowChange['kind'], string>

type CachedTable = (typeof TABLES)[RowChange['kind']]

/** The row that a change is about, by its table and its key there; `row` is null when the change removes it. */
function changedRow({ kind, key: changeKey, data }: RowChange) {
  // in the change of a register entry, the member's id and a slash precede the lane
  const key = kind === 'register' ? changeKey.slice(MEMBER_ID_LENGTH + 1) : changeKey
  // where no field of the row is its key, the key is stored with it
  const isKeyless = kind === 'group_member' || kind === 'result' || kind === 'plan_group' || kind === 'conflict'
  return { table: TABLES[kind], key, row: data && isKeyless ? { ...data, key } : data }
}

/** What a list of changes comes to: rows by table and key, null for a row that is removed, and the erased members. */
interface Outcome {
  rows: ReadonlyMap<CachedTable, ReadonlyMap<string, object | null>>
  erased: ReadonlySet<string>
}

/** Of the changes of a row only the last counts, and of an erased member only what comes after the erasure. */
export function outcomeOf(changes: readonly Change[]): Outcome {
  const rows = new Map<CachedTable, Map<string, object | null>>()
  const erased = new Set<string>()
  for (const change of changes.toReversed()) {
    if (change.kind === 'erasure') {
      erased.add(change.data.memberUuid)
      continue
    }
    const { table, key, row } = changedRow(change)
    const ofTable = rows.get(table) ?? new Map<string, object | null>()
    rows.set(table, ofTable)
    const member = row && ('memberUuid' in row ? row.memberUuid : 'uuid' in row ? row.uuid : null)
    if (!ofTable.has(key) && !(member && erased.has(member))) ofTable.set(key, row)
  }
  return { rows, erased }
}

/** Adds pulled changes to the cache, within the caller's transaction. */
async function putChanges(db: CoachDatabase, { changes, epoch }: ChangesReply): Promise<void> {
  const { rows, erased } = outcomeOf(changes)
  if (erased.size > 0) await Promise.all([eraseRows(db, erased), eraseEdits(db, erased, epoch)])
  await Promise.all([...rows].map(([table, ofTable]) => writeRows(db.table(table), ofTable)))
}

/** Makes the cache hold what the changes of a full load come to, and nothing else, within the caller's transaction. */
async function replaceRows(db: CoachDatabase, changes: readonly Change[], epoch: string): Promise<void> {
  const { rows, erased } = outcomeOf(changes)
  if (erased.size > 0) await eraseEdits(db, erased, epoch)
  await Promise.all(
    cachedTables(db).map((table) => writeDifferences(table, rows.get(table.name as CachedTable) ?? new Map())),
  )
}

/** Writes rows by key; null for a row that is removed. */
async function writeRows(table: Table, rows: ReadonlyMap<string, object | null>): Promise<void> {
  await Promise.all([
    table.bulkPut([...rows.values()].filter((row) => row !== null)),
    table.bulkDelete([...rows].flatMap(([key, row]) => (row === null ? [key] : []))),
  ])
}

/**
 * Makes the table hold these rows and no others. Most rows of a load are on the device already, and reading them all
 * takes a tablet a tenth of the time of writing them.
 */
async function writeDifferences(table: Table, rows: ReadonlyMap<string, object | null>): Promise<void> {
  const [keys, stored] = await Promise.all([table.toCollection().primaryKeys() as Promise<string[]>, table.toArray()])
  const removed = keys.flatMap((key) => (rows.get(key) ? [] : [[key, null] as const]))
  const storedByKey = new Map(keys.map((key, index) => [key, stored[index] as unknown]))
  const changed = [...rows].filter(([key, row]) => row && !isEqual(row, storedByKey.get(key)))
  await writeRows(table, new Map([...removed, ...changed]))
}

/** Removes the rows of erased members from the cache. */
async function eraseRows(db: CoachDatabase, erased: ReadonlySet<string>): Promise<void> {
  const isErased = (row: { memberUuid: string }) => erased.has(row.memberUuid)
  await Promise.all([
    db.members.bulkDelete([...erased]),
    db.groupMembers.filter(isErased).delete(),
    db.results
      .where('memberUuid')
      .anyOf([...erased])
      .delete(),
    db.conflicts.filter(isErased).delete(),
    db.registers.filter(isErased).delete(),
  ])
}

/**
 * Removes what the device has of erased members outside the cache: waiting edits of every coach, whose lane has the id
 * of the member that the edit is about, and the vaults.
 */
async function eraseEdits(db: CoachDatabase, erased: ReadonlySet<string>, epoch: string): Promise<void> {
  const isOfErased = (op: { lane: string }) => op.lane.split('/').some((part) => erased.has(part))
  await Promise.all([db.syncs.filter(isOfErased).delete(), emptyVaultsOf(db, erased, epoch)])
}

/** Clears the cache. Called when the server no longer gives this user the club's data. */
export async function dropCache(db: CoachDatabase): Promise<void> {
  await db.transaction('rw', [...cachedTables(db), db.settings], async () => {
    await Promise.all(cachedTables(db).map((table) => table.clear()))
    await db.settings.delete('cache')
  })
}

interface CacheOwner {
  user: string
  club: string
}

/** The tables that a pull writes. */
function writtenTables(db: CoachDatabase) {
  return [...cachedTables(db), db.settings, db.syncs]
}

/**
 * Notes that the cache now holds the effect of these operations. Times cannot tell that, because the device's clock may
 * be set back.
 */
async function markSeen(db: CoachDatabase, opIds: readonly string[]): Promise<void> {
  await db.syncs.where('opId').anyOf(opIds).modify({ seen: true })
}

/**
 * Applies one page if it begins at the cache's cursor; answers false when another tab moved the cache meanwhile.
 * `acknowledged` are the ids of operations that were acknowledged before the first page was requested: once the last
 * page is applied, the cache holds their effect.
 */
export async function applyPage(
  db: CoachDatabase,
  owner: CacheOwner,
  page: ChangesReply,
  acknowledged: readonly string[],
  now: number,
): Promise<boolean> {
  return db.transaction('rw', writtenTables(db), async () => {
    const cache = await db.setting('cache')
    if (cache?.cursor !== page.from || cache.user !== owner.user || cache.club !== owner.club) return false
    await putChanges(db, page)
    if (!page.more) await markSeen(db, acknowledged)
    await db.settings.put({ ...cache, cursor: page.cursor, rev: page.rev, syncedAt: now })
    return true
  })
}

/**
 * A new epoch means that the server was restored from a backup and may lack acknowledged operations, so all are sent
 * again. A device that learns its first epoch has nothing to send again.
 */
async function requeueAfterRestore(db: CoachDatabase, epoch: string): Promise<void> {
  const device = await db.setting('device')
  if (!device || device.epoch === epoch) return
  if (device.epoch !== null)
    await db.syncs
      .where({ state: 'acknowledged' })
      .modify({ state: 'pending', code: null, tries: 0, settledAt: null, seen: false })
  await db.settings.put({ ...device, epoch })
}

/**
 * Replaces the whole cache by a completed load in one transaction. `cursorBefore` is the cache's cursor when the load
 * began; answers false, and replaces nothing, when another tab has moved it since. `acknowledged` are the ids of
 * operations that were acknowledged before the load, which therefore brings their effect.
 */
export async function replaceCache(
  db: CoachDatabase,
  owner: CacheOwner,
  cursorBefore: string | undefined,
  pages: readonly ChangesReply[],
  acknowledged: readonly string[],
  now: number,
): Promise<boolean> {
  const last = pages.at(-1)
  if (!last) return false
  return db.transaction('rw', writtenTables(db), async () => {
    if ((await db.setting('cache'))?.cursor !== cursorBefore) return false
    await replaceRows(
      db,
      pages.flatMap((page) => page.changes),
      last.epoch,
    )
    await markSeen(db, acknowledged)
    await db.settings.put({
      name: 'cache',
      ...owner,
      cursor: last.cursor,
      rev: last.rev,
      loadedAt: now,
      syncedAt: now,
    })
    await requeueAfterRestore(db, last.epoch)
    return true
  })
}
