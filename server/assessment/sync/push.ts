import type { Operation, Outcome, PushBody, PushReply } from '#contract/assessment/sync.ts'
import type { Curricula } from '#server/curriculum/schemes/curriculum.ts'
import { findRow, tenantStatement } from '#server/platform/sql/statement.ts'
import { inTenant, type Database, type SendWithCommit, type Tx } from '#server/platform/tenancy.ts'
import type { Session } from '#server/platform/http/session.ts'
import { planStore } from '#server/assessment/lesson-plans/plan-store.ts'
import type { Announcement } from '#server/platform/events/hub.ts'
import { isOverload } from '#server/platform/http/errors.ts'
import { recordChanges } from '#server/tenants/changes/change-counters.ts'
import { checkOperations } from './check-operations.ts'
import { guestStore } from './guests.ts'
import { markStore } from './marks.ts'
import { finalOutcomes, readDeliveredOps, rejectedOutcome, writeOps } from './operations.ts'
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
}

/** The author of the operations; `originalUserId` is the user who sends them for the author, null for the author. */
type PushAuthor = Pick<Session, 'clientId' | 'userId' | 'originalUserId' | 'features'>

/** The result of one transaction, committed or failed. */
interface Applied {
  outcomes: Outcome[]
  /** What open connections are told after the commit. */
  announcement: Announcement | null
  /** Null when the transaction failed. */
  epoch: string | null
}

/**
 * Applies a batch of one author in one transaction. If that fails unexpectedly, it applies each operation in a
 * transaction of its own, so that one bad operation does not hold up the others.
 */
export async function push(deps: PushDeps, session: PushAuthor, body: PushBody): Promise<PushReply> {
  const apply = (ops: readonly Operation[]) =>
    inTenant(
      deps.db,
      session.clientId,
      'write',
      (tx, sendWithCommit) => applyBatch(deps, tx, sendWithCommit, session, body.deviceId, ops),
      // no club, because each operation's entry in the audit log names the club of the operation
      { type: 'coach', originalUserId: session.originalUserId, clubId: null },
    )
  let applied: Applied[]
  try {
    applied = [await apply(body.operations)]
  } catch (error) {
    // the device keeps all operations and sends them again
    if (isOverload(error)) throw error
    deps.onError(error)
    applied = []
    for (const op of body.operations) {
      applied.push(
        await apply([op]).catch((failed: unknown) => {
          if (isOverload(failed)) throw failed
          deps.onError(failed)
          return {
            outcomes: [{ opId: op.opId, outcome: 'retry', code: 'SERVER_ERROR' }],
            announcement: null,
            epoch: null,
          } satisfies Applied
        }),
      )
    }
  }
  for (const { announcement } of applied) if (announcement) deps.announce(announcement)
  // when the transaction of the first operation failed, the epoch is read in a transaction of its own
  const epoch = applied[0]?.epoch ?? (await inTenant(deps.db, session.clientId, 'read', readEpoch))
  return { outcomes: applied.flatMap(({ outcomes }) => outcomes), serverTime: deps.now(), epoch }
}

const EPOCH = tenantStatement('assessment/read-epoch', 'SELECT epoch FROM clients WHERE client_id = $1')

/** The id of the client's data, which `beginEpoch` and a restore replace. */
export async function readEpoch(tx: Tx): Promise<string> {
  const row = await findRow(tx, EPOCH)
  return row?.epoch ?? ''
}

/** All stores; together they take every kind of edit. Marks and registers need the rows of guests. */
const stores: readonly Store[] = [guestStore, markStore, registerStore, planStore]

/**
 * Applies a batch in three round trips to the database: one to check it, one to lock and read, one to write. Marks that
 * may be in conflict cost a fourth (`findConflictChanges`).
 */
async function applyBatch(
  deps: PushDeps,
  tx: Tx,
  sendWithCommit: SendWithCommit,
  session: PushAuthor,
  deviceId: string,
  ops: readonly Operation[],
): Promise<Applied> {
  const { clientId, userId } = session
  const batch: Batch = { tx, clientId, userId, deviceId, nowMs: deps.now(), curricula: deps.curricula }
  const [epoch, checks] = await Promise.all([readEpoch(tx), checkOperations(tx, session, ops, batch.nowMs)])
  const edits = checks.flatMap((check) => (check.ok ? [check.edit] : []))
  // the statements are sent together and run in this order: what was delivered before is known only under the locks
  const [locked, deliveredOps] = await Promise.all([
    Promise.all(stores.map((store) => store.lock(batch, edits))),
    readDeliveredOps(tx, ops),
  ])
  // an operation gets its outcome here if it was delivered before or is rejected, otherwise when it is folded below
  const outcomes = finalOutcomes(ops, deliveredOps, userId)
  for (const check of checks)
    if (!check.ok && !outcomes.has(check.op.opId)) outcomes.set(check.op.opId, rejectedOutcome(check.op, check.code))
  const fresh = withoutOutcome(edits, outcomes)
  const folded = await Promise.all(locked.map((store) => store.fold(fresh, outcomes)))
  const changes = folded.flatMap((store) => store.changes)
  const [revByClub] = await sendWithCommit(() => {
    // the counters come last, because they stay locked until the commit
    const written = Promise.all([
      ...folded.map((store) => store.write()),
      writeOps(tx, userId, ops, outcomes, deliveredOps),
    ])
    return Promise.all([recordChanges(tx, changes), written])
  })
  // the device is told the club's change counter after its edit
  for (const { op } of fresh) {
    const outcome = outcomes.get(op.opId)
    const rev = revByClub.get(op.club)
    if (outcome && rev !== undefined) outcome.rev = rev
  }
  const parents = folded.flatMap((store) => store.parents)
  return {
    outcomes: ops.flatMap((op) => outcomes.get(op.opId) ?? []),
    announcement: changes.length === 0 ? null : { clientId, clubs: [...revByClub], parents },
    epoch,
  }
}

/** The edits that have no outcome yet, each operation once. */
function withoutOutcome<E extends { op: Operation }>(edits: readonly E[], outcomes: ReadonlyMap<string, Outcome>): E[] {
  const undecided = edits.filter(({ op }) => !outcomes.has(op.opId))
  return [...new Map(undecided.map((edit) => [edit.op.opId, edit])).values()]
}
