import type { Change, ChangesReply } from '#contract/assessment/sync.ts'
import { cachedTables } from './cached-tables.ts'
import type { CoachDatabase } from './database.ts'
import { emptyVaults } from './coach-vault.ts'

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

/** The row that a change is about, by its table and its key there; `row` is null when the change removes it. */
export function changedRow({ kind, key: changeKey, data }: RowChange) {
  // in the change of a register entry, the member's id and a slash precede the lane
  const key = kind === 'register' ? changeKey.slice(MEMBER_ID_LENGTH + 1) : changeKey
  // where no field of the row is its key, the key is stored with it
  const isKeyless = kind === 'group_member' || kind === 'result' || kind === 'plan_group' || kind === 'conflict'
  return { table: TABLES[kind], key, row: data && isKeyless ? { ...data, key } : data }
}

/**
 * Puts pulled changes into the cache, within the caller's transaction. The changes of a table up to an erasure are
 * written together: a tablet spends a millisecond on a row that is written by itself.
 */
async function putChanges(db: CoachDatabase, changes: readonly Change[]): Promise<void> {
  const written = new Map<string, Map<string, object | null>>()
  for (const change of changes) {
    if (change.kind === 'erasure') {
      await writeRows(db, written)
      written.clear()
      await eraseMember(db, change.data.memberUuid)
      continue
    }
    const { table, key, row } = changedRow(change)
    const rows = written.get(table) ?? new Map<string, object | null>()
    written.set(table, rows.set(key, row))
  }
  await writeRows(db, written)
}

/** Writes rows by table and key; null for a row that is removed. */
async function writeRows(
  db: CoachDatabase,
  written: ReadonlyMap<string, ReadonlyMap<string, object | null>>,
): Promise<void> {
  await Promise.all(
    [...written].map(([table, rows]) =>
      Promise.all([
        db.table(table).bulkPut([...rows.values()].filter((row) => row !== null)),
        db.table(table).bulkDelete([...rows].flatMap(([key, row]) => (row === null ? [key] : []))),
      ]),
    ),
  )
}

/**
 * Removes all data of an erased member. Waiting edits of every coach are found by their lane, which has the id of the
 * member that the edit is about. Vaults are emptied, because they may hold the member's data and cannot be searched
 * without their PIN.
 */
async function eraseMember(db: CoachDatabase, memberUuid: string): Promise<void> {
  const isOfMember = (row: { memberUuid: string }) => row.memberUuid === memberUuid
  await Promise.all([
    db.members.delete(memberUuid),
    db.groupMembers.filter(isOfMember).delete(),
    db.results.where({ memberUuid }).delete(),
    db.conflicts.filter(isOfMember).delete(),
    db.registers.filter(isOfMember).delete(),
    db.syncs.filter((op) => op.lane.split('/').includes(memberUuid)).delete(),
    emptyVaults(db),
  ])
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
    await putChanges(db, page.changes)
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
    await Promise.all(cachedTables(db).map((table) => table.clear()))
    for (const page of pages) await putChanges(db, page.changes)
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
