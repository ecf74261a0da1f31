import { audit } from '#server/platform/audit.ts'
import { revokeAll } from '#server/platform/http/end-sessions.ts'
import { eraseMember } from '#server/flows/erasure/erase.ts'
import { cutoff, deleteRecords, dueIds, RETENTION_KINDS, type RetentionKind } from './due.ts'
import { readPeriods } from './periods.ts'
import { recordChanges } from '#server/tenants/changes/change-counters.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { RunBatch, BatchResult } from '#server/platform/jobs/batch.ts'

/** Members per batch: erasing waits for pushes of each member that are under way. */
const MOST: Record<RetentionKind, number> = { members: 20, accounts: 100, records: 1_000 }

/** What the client keeps no longer goes, as if somebody had erased, closed and deleted it by hand; each is in the log. */
export const retainBatch: RunBatch =
  async ({ now }, clientId, task) =>
  async (tx) => {
    const what = RETENTION_KINDS.find((one) => one === task.position) ?? RETENTION_KINDS[0]
    const months = (await readPeriods(tx))[what]
    const { gone, announcement } =
      months === null
        ? { gone: 0, announcement: null }
        : await goes[what](tx, clientId, await cutoff(tx, now(), months), new Date(now()))
    task.done += gone
    const next = gone >= MOST[what] ? what : RETENTION_KINDS[RETENTION_KINDS.indexOf(what) + 1]
    task.position = next ?? null
    return { finished: next === undefined, announcement }
  }

type Gone = Pick<BatchResult, 'announcement'> & { gone: number }

const goes: Record<RetentionKind, (tx: Tx, clientId: string, before: Date, at: Date) => Promise<Gone>> = {
  async members(tx, clientId, before) {
    const ids = await dueIds(tx, 'members', before, MOST.members)
    const erased = []
    for (const id of ids) erased.push(await eraseMember(tx, clientId, null, id))
    const revs = await recordChanges(
      tx,
      clientId,
      erased.flatMap(({ changed }) => changed),
    )
    const parents = erased.flatMap((one) =>
      one.parents.map(({ user_id, member_id }) => [user_id, member_id] as [string, string]),
    )
    return { gone: ids.length, announcement: revs.size === 0 ? null : { clientId, clubs: [...revs], parents } }
  },
  async accounts(tx, clientId, before, at) {
    const ids = await dueIds(tx, 'accounts', before, MOST.accounts)
    await revokeAll(tx, ids, at)
    for (const id of ids) {
      await tx.query('SELECT anonymise_user($1)', [id])
      await audit(tx, clientId, { userId: null, action: 'close-account', entity: 'user', entityId: id })
    }
    return { gone: ids.length, announcement: null }
  },
  async records(tx, clientId, before) {
    const gone = await deleteRecords(tx, before, MOST.records)
    const about = { userId: null, action: 'forget-records', entity: 'client', entityId: clientId }
    if (gone > 0) await audit(tx, clientId, { ...about, after: { count: gone } })
    return { gone, announcement: null }
  },
}
