import type { Change, ChangesReply } from '#contract/assessment/sync.ts'
import { cachedTables } from './cached-tables.ts'
import type { CoachDatabase } from './database.ts'
import { emptyVaults } from './coach-vault.ts'

/** Length of an id and the slash after it. */
const MEMBER_PREFIX = 37

/** Puts pulled changes into the cache; part of a transaction of the caller. */
async function putChanges(db: CoachDatabase, changes: readonly Change[]): Promise<void> {
  for (const change of changes) {
    switch (change.kind) {
      case 'group':
        await (change.data ? db.groups.put(change.data) : db.groups.delete(change.key))
        break
      case 'member':
        await (change.data ? db.members.put(change.data) : db.members.delete(change.key))
        break
      case 'group_member':
        await (change.data
          ? db.groupMembers.put({ ...change.data, key: change.key })
          : db.groupMembers.delete(change.key))
        break
      case 'result':
        await (change.data ? db.results.put({ ...change.data, key: change.key }) : db.results.delete(change.key))
        break
      case 'register':
        // the key is the member's and then the lane
        await (change.data ? db.registers.put(change.data) : db.registers.delete(change.key.slice(MEMBER_PREFIX)))
        break
      case 'plan':
        await (change.data ? db.lessonPlans.put(change.data) : db.lessonPlans.delete(change.key))
        break
      case 'plan_group':
        await (change.data
          ? db.lessonPlanGroups.put({ ...change.data, key: change.key })
          : db.lessonPlanGroups.delete(change.key))
        break
      case 'conflict':
        await (change.data ? db.conflicts.put({ ...change.data, key: change.key }) : db.conflicts.delete(change.key))
        break
      case 'erasure':
        await eraseMember(db, change.data.memberUuid)
        break
    }
  }
}

/** Nothing of an erased member stays, whoever wrote it and whatever became of it: each lane names its member. */
async function eraseMember(db: CoachDatabase, memberUuid: string): Promise<void> {
  const theirs = (row: { memberUuid: string }) => row.memberUuid === memberUuid
  await Promise.all([
    db.members.delete(memberUuid),
    db.groupMembers.filter(theirs).delete(),
    db.results.where({ memberUuid }).delete(),
    db.conflicts.filter(theirs).delete(),
    db.registers.filter(theirs).delete(),
    db.syncs.filter((op) => op.lane.split('/').includes(memberUuid)).delete(),
    emptyVaults(db),
  ])
}

/** Takes all that can be fetched again off the device: the server gives this user nothing of the club any more. */
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

function written(db: CoachDatabase) {
  return [...cachedTables(db), db.settings, db.syncs]
}

/** From here on the cache speaks for these operations. By wall clock one could not tell: it may be set back. */
async function markSeen(db: CoachDatabase, opIds: readonly string[]): Promise<void> {
  await db.syncs.where('opId').anyOf(opIds).modify({ seen: true })
}

/**
 * Applies one page when it continues what the cache holds; false = somebody else moved the cache meanwhile. The last
 * page shows the operations `settled` before the first was asked for.
 */
export async function applyPage(
  db: CoachDatabase,
  owner: CacheOwner,
  page: ChangesReply,
  settled: readonly string[],
  now: number,
): Promise<boolean> {
  return db.transaction('rw', written(db), async () => {
    const cache = await db.setting('cache')
    if (cache?.cursor !== page.from || cache.user !== owner.user || cache.club !== owner.club) return false
    await putChanges(db, page.changes)
    if (!page.more) await markSeen(db, settled)
    await db.settings.put({ ...cache, cursor: page.cursor, rev: page.rev, syncedAt: now })
    return true
  })
}

/** A server that was restored from a backup may lack what an earlier one took: all of it is sent again. */
async function meetEpoch(db: CoachDatabase, epoch: string): Promise<void> {
  const device = await db.setting('device')
  if (!device || device.epoch === epoch) return
  if (device.epoch !== null)
    await db.syncs
      .where({ state: 'acknowledged' })
      .modify({ state: 'pending', code: null, tries: 0, settledAt: null, seen: false })
  await db.settings.put({ ...device, epoch })
}

/** Swaps the whole cache, as it was when the load began, for the completed load in one transaction; false = not done, it was moved meanwhile. */
export async function replaceCache(
  db: CoachDatabase,
  owner: CacheOwner,
  from: string | undefined,
  pages: readonly ChangesReply[],
  settled: readonly string[],
  now: number,
): Promise<boolean> {
  const last = pages.at(-1)
  if (!last) return false
  return db.transaction('rw', written(db), async () => {
    if ((await db.setting('cache'))?.cursor !== from) return false
    await Promise.all(cachedTables(db).map((table) => table.clear()))
    for (const page of pages) await putChanges(db, page.changes)
    await markSeen(db, settled)
    await db.settings.put({
      name: 'cache',
      ...owner,
      cursor: last.cursor,
      rev: last.rev,
      loadedAt: now,
      syncedAt: now,
    })
    await meetEpoch(db, last.epoch)
    return true
  })
}
