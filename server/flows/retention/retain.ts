import { audit } from '#server/platform/audit.ts'
import { closeAccount } from '#server/identity/users/close-account.ts'
import { eraseMember } from '#server/flows/erasure/erase.ts'
import { readCutoff, deleteRecords, takeDueIds, RETENTION_KINDS, type RetentionKind } from './due.ts'
import { readPeriods } from './periods.ts'
import { recordChanges } from '#server/tenants/changes/change-counters.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { RunBatch, BatchResult } from '#server/platform/jobs/batch.ts'

/** How much one batch deletes. Few members, because erasing waits for running pushes about each of them. */
const BATCH_SIZE: Record<RetentionKind, number> = { members: 20, guests: 20, accounts: 100, records: 1_000 }

/**
 * Deletes what is older than the client's retention periods in the same way as by hand, each deletion with an audit
 * entry.
 */
export const retainBatch: RunBatch =
  async ({ now }, clientId, task) =>
  async (tx) => {
    // a task without a position has just begun
    const kind = RETENTION_KINDS.find((candidate) => candidate === task.position) ?? RETENTION_KINDS[0]
    const months = (await readPeriods(tx))[kind]
    const { deleted, found, announcement } =
      months === null
        ? { deleted: 0, found: 0, announcement: null }
        : await deletions[kind](tx, clientId, await readCutoff(tx, now(), months), new Date(now()))
    task.done += deleted
    // after a full batch there may be more of the same kind
    const nextKind = found >= BATCH_SIZE[kind] ? kind : RETENTION_KINDS[RETENTION_KINDS.indexOf(kind) + 1]
    task.position = nextKind ?? null
    return { finished: nextKind === undefined, announcement }
  }

/** Of what was due (`found`), some may have been spared. */
type Deletion = Pick<BatchResult, 'announcement'> & { deleted: number; found: number }
type Delete = (tx: Tx, clientId: string, before: Date, now: Date) => Promise<Deletion>

function eraseChildren(kind: 'members' | 'guests'): Delete {
  return async (tx, clientId, before) => {
    const { ids, found } = await takeDueIds(tx, kind, before, BATCH_SIZE[kind])
    const erased = []
    for (const id of ids) erased.push(await eraseMember(tx, /* by user */ null, id))
    const clubs = await recordChanges(
      tx,
      erased.flatMap(({ changed }) => changed),
    )
    const parents = erased.flatMap((erasure) =>
      erasure.parents.map(({ user_id, member_id }) => [user_id, member_id] as [string, string]),
    )
    const announcement = clubs.size === 0 ? null : { clientId, clubs: [...clubs], parents }
    return { deleted: ids.length, found, announcement }
  }
}

/** Deletes the next batch of a kind; returns how many, and whom to tell. */
const deletions: Record<RetentionKind, Delete> = {
  members: eraseChildren('members'),
  guests: eraseChildren('guests'),
  async accounts(tx, _clientId, before, now) {
    const { ids, found } = await takeDueIds(tx, 'accounts', before, BATCH_SIZE.accounts)
    for (const id of ids) await closeAccount(tx, /* by user */ null, id, now)
    return { deleted: ids.length, found, announcement: null }
  },
  async records(tx, clientId, before) {
    const deleted = await deleteRecords(tx, before, BATCH_SIZE.records)
    const entry = { userId: null, action: 'forget-records', entity: 'client', entityId: clientId }
    if (deleted > 0) await audit(tx, { ...entry, after: { count: deleted } })
    return { deleted, found: deleted, announcement: null }
  },
}
