import type { Operation, Outcome, PushBody, PushReply } from '#contract/assessment/sync.ts'
import type { Curricula } from '#server/curriculum/schemes/curriculum.ts'
import { findRow, tenantStatement } from '#server/platform/sql/statement.ts'
import { inTenant, planOnce, type Database, type SendWithCommit, type Tx } from '#server/platform/tenancy.ts'
import type { Session } from '#server/platform/http/session.ts'
import { planStore } from '#server/assessment/lesson-plans/plan-store.ts'
import type { Announcement } from '#server/platform/events/hub.ts'
import { isOverload } from '#server/platform/http/errors.ts'
import { recordChanges } from '#server/tenants/changes/change-counters.ts'
import { checkOperations, type Checked } from './check-operations.ts'
import type { SentOperation } from './command-state.ts'
import { guestStore } from './guests.ts'
import { markStore } from './marks.ts'
import { finalOutcomes, readDeliveredOps, rejectedOutcome, writeOps } from './operations.ts'
import { nameDeletedNodes } from './name-deleted-nodes.ts'
import { registerStore } from './registers.ts'
import type { Batch, Store } from './store.ts'

/** What the push needs from the server. */
export interface PushDeps {
  db: Database
  curricula: Curricula
  now: () => number
  announce: (announcement: Announcement) => void
  /** Called with unexpected failures; the operations concerned are answered with `retry`. */
  onError: (error: unknown) => void
  /**
   * Locks where the operations come from, and returns the ids of those that may still be applied; the others get no
   * outcome. Left out where all may be applied.
   */
  lockApplicable?: (tx: Tx, opIds: readonly string[]) => Promise<ReadonlySet<string>>
}

/** The author of the operations; `originalUserId` is the user who sends them for the author, null for the author. */
export type PushAuthor = Pick<Session, 'clientId' | 'userId' | 'originalUserId'>

/** The operations that one device sends for one author. */
export interface Push {
  author: PushAuthor
  body: PushBody
}

/** What became of the operations. */
interface Applied {
  outcomes: ReadonlyMap<string, Outcome>
  epoch: string
}

/**
 * Applies the operations of one push in one transaction. If that fails unexpectedly, it applies each operation in a
 * transaction of its own, so that one bad operation does not hold up the others.
 */
export async function push(deps: PushDeps, author: PushAuthor, body: PushBody): Promise<PushReply> {
  const whole = await applyTogether(deps, [{ author, body }])
  if (whole) return replyTo(deps, body, whole)
  const outcomes = new Map<string, Outcome>()
  for (const op of body.operations) {
    const { opId } = op
    const applied = await applyTogether(deps, [{ author, body: { ...body, operations: [op] } }])
    outcomes.set(opId, applied?.outcomes.get(opId) ?? { opId, outcome: 'retry', code: 'SERVER_ERROR' })
  }
  const epoch = await inTenant(deps.db, author.clientId, 'read', readEpoch)
  return replyTo(deps, body, { outcomes, epoch })
}

export function replyTo(deps: PushDeps, { operations }: PushBody, { outcomes, epoch }: Applied): PushReply {
  return { outcomes: operations.flatMap(({ opId }) => outcomes.get(opId) ?? []), serverTime: deps.now(), epoch }
}

/**
 * Applies pushes of one client and one original user in one transaction; null when it failed unexpectedly and nothing
 * was applied. No two of the pushes name the same lane or operation.
 */
export async function applyTogether(deps: PushDeps, pushes: readonly Push[]): Promise<Applied | null> {
  const { clientId = '', originalUserId = null } = pushes[0]?.author ?? {}
  try {
    const { announcement, ...applied } = await inTenant(
      deps.db,
      clientId,
      'write',
      (tx, sendWithCommit) => applyBatch(deps, tx, sendWithCommit, pushes),
      // no club, because each operation's entry in the audit log names the club of the operation
      { type: 'coach', originalUserId, clubId: null },
    )
    if (announcement) deps.announce(announcement)
    return applied
  } catch (error) {
    // the device keeps all operations and sends them again
    if (isOverload(error)) throw error
    deps.onError(error)
    return null
  }
}

const EPOCH = tenantStatement('assessment/read-epoch', 'SELECT epoch FROM clients WHERE client_id = $1', {
  prepare: true,
})

/** The id of the client's data, which `beginEpoch` and a restore replace. */
export async function readEpoch(tx: Tx): Promise<string> {
  const row = await findRow(tx, EPOCH)
  return row?.epoch ?? ''
}

/** All stores; together they take every kind of edit. Marks and registers need the rows of guests. */
const stores: readonly Store[] = [guestStore, markStore, registerStore, planStore]

/**
 * Applies a batch in three round trips to the database: one to check it, one to lock and read, one to write. Marks that
 * may be in conflict cost a fourth (`findConflictChanges`), and so do marks of deleted skills (`nameDeletedNodes`). The
 * announcement is what open connections are told after the commit, null when nothing changed.
 */
async function applyBatch(
  deps: PushDeps,
  tx: Tx,
  sendWithCommit: SendWithCommit,
  pushes: readonly Push[],
): Promise<Applied & { announcement: Announcement | null }> {
  const { clientId } = tx
  const batch: Batch = { tx, clientId, nowMs: deps.now(), curricula: deps.curricula }
  const [, epoch, { sent, checks }] = await Promise.all([planOnce(tx), readEpoch(tx), checkPushes(deps, tx, pushes)])
  const ops = sent.map(({ op }) => op)
  const edits = checks.flatMap((check) => (check.ok ? [check.edit] : []))
  // the statements are sent together and run in this order: what was delivered before is known only under the locks
  const [locked, deliveredOps] = await Promise.all([
    Promise.all(stores.map((store) => store.lock(batch, edits))),
    readDeliveredOps(
      tx,
      ops.map((op) => op.opId),
    ),
  ])
  // an operation gets its outcome here if it was delivered before or is rejected, otherwise when it is folded below
  const outcomes = finalOutcomes(sent, deliveredOps)
  for (const check of checks)
    if (!check.ok && !outcomes.has(check.op.opId)) outcomes.set(check.op.opId, rejectedOutcome(check.op, check.code))
  const fresh = withoutOutcome(edits, outcomes)
  const folded = await Promise.all(locked.map((store) => store.fold(fresh, outcomes)))
  await nameDeletedNodes(tx, ops, outcomes)
  const changes = folded.flatMap((store) => store.changes)
  const [revByClub] = await sendWithCommit(() => {
    // the counters come last, because they stay locked until the commit
    const written = Promise.all([...folded.map((store) => store.write()), writeOps(tx, ops, outcomes, deliveredOps)])
    return Promise.all([recordChanges(tx, changes), written])
  })
  // the device is told the club's change counter after its edit
  for (const { op } of fresh) {
    const outcome = outcomes.get(op.opId)
    const rev = revByClub.get(op.club)
    if (outcome && rev !== undefined) outcome.rev = rev
  }
  const parents = folded.flatMap((store) => store.parents)
  const announcement = changes.length === 0 ? null : { clientId, clubs: [...revByClub], parents }
  return { outcomes, announcement, epoch }
}

/** The operations of the pushes that may be applied, and what their checks say. */
async function checkPushes(
  { now, lockApplicable }: PushDeps,
  tx: Tx,
  pushes: readonly Push[],
): Promise<{ sent: SentOperation[]; checks: Checked[] }> {
  const sent = pushes.flatMap(({ author, body: { deviceId, operations } }) =>
    operations.map((op): SentOperation => ({ op, author, deviceId })),
  )
  const checks = await checkOperations(tx, sent, now())
  if (!lockApplicable) return { sent, checks }
  // after the records of members are held, as in an erasure
  const applicable = await lockApplicable(
    tx,
    sent.map(({ op }) => op.opId),
  )
  return {
    sent: sent.filter(({ op }) => applicable.has(op.opId)),
    checks: checks.filter((check) => applicable.has((check.ok ? check.edit.op : check.op).opId)),
  }
}

/** The edits that have no outcome yet, each operation once. */
function withoutOutcome<E extends { op: Operation }>(edits: readonly E[], outcomes: ReadonlyMap<string, Outcome>): E[] {
  const undecided = edits.filter(({ op }) => !outcomes.has(op.opId))
  return [...new Map(undecided.map((edit) => [edit.op.opId, edit])).values()]
}
