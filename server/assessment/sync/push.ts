import type { Operation, Outcome, PushBody, PushReply } from '#contract/assessment/sync.ts'
import { foldMarks, type MarkEdit } from '#domain/assessment/mark.ts'
import { clampStamp } from '#domain/assessment/stamp.ts'
import {
  diffProgress,
  readStoredProgress,
  writeProgressDiff,
  type ChangedMemberScheme,
} from '#server/assessment/progress/stored-progress.ts'
import type { Curricula } from '#server/curriculum/schemes/curriculum.ts'
import { inTenant, prepared, type Database, type SendWithCommit, type Tx } from '#server/platform/tenancy.ts'
import type { Session } from '#server/platform/http/session.ts'
import { enqueueAwardMails } from '#server/assessment/awards/award-mails.ts'
import { checkPlans, isPlanEdit } from '#server/assessment/lesson-plans/check-plans.ts'
import { foldPlans } from '#server/assessment/lesson-plans/fold-plans.ts'
import { lockPlans } from '#server/assessment/lesson-plans/lock-plans.ts'
import { changedPlans, writePlans } from '#server/assessment/lesson-plans/write-plans.ts'
import { parentsOf } from '#server/tenants/changes/linked-parents.ts'
import type { Announcement } from '#server/platform/events/hub.ts'
import { isOverload } from '#server/platform/http/errors.ts'
import { checkMarks, type CheckedMark } from './check-marks.ts'
import { checkRegisters, isRegisterEdit } from './check-registers.ts'
import { changedConflicts, findConflictChanges, readConflicts, writeConflicts } from './conflicts.ts'
import { recordChanges } from '#server/tenants/changes/change-counters.ts'
import { clubsOfMembers } from '#server/members/queries.ts'
import { appendHistory, laneKey, readHistory, writeResults, type ArrivingMark, type FoldedLane } from './lanes.ts'
import { lockMemberSchemes } from '#server/members/lock-member-schemes.ts'
import { changedRegisters, foldRegisters, lockRegisters, writeRegisters } from './registers.ts'
import { finalOutcomes, readDeliveredOps, rejectedOutcome, writeOps } from './operations.ts'

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
      { originalUserId: session.originalUserId, clubId: null },
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

/** The id of the client's data, which an operator replaces after restoring a backup. */
export async function readEpoch(tx: Tx): Promise<string> {
  const { rows } = await tx.query<{ epoch: string }>('SELECT epoch FROM clients')
  return rows[0]?.epoch ?? ''
}

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
  // an operation of an unknown kind is checked, and refused, as a mark
  const markOps = ops.filter((op) => !isRegisterEdit(op) && !isPlanEdit(op))
  const [epoch, markChecks, registerChecks, planChecks] = await Promise.all([
    readEpoch(tx),
    checkMarks(tx, markOps, session, deps.now()),
    checkRegisters(tx, ops.filter(isRegisterEdit), session, deps.now()),
    checkPlans(tx, ops.filter(isPlanEdit), session, deps.now()),
  ])
  const checkedMarks = markChecks.flatMap((check) => (check.ok ? [check.mark] : []))
  const checkedRegisters = registerChecks.flatMap((check) => (check.ok ? [check.edit] : []))
  const checkedPlans = planChecks.flatMap((check) => (check.ok ? [check.edit] : []))
  const pairs = memberSchemesOf(checkedMarks)
  const markedMembers = [...new Set(pairs.map((pair) => pair.memberId))]
  // a badge concerns every club of the member, not only the one that handed it over
  const badgedMembers = checkedRegisters.flatMap(({ kind, payload }) => (kind === 'badge' ? [payload.memberUuid] : []))
  // the statements are sent together and run in this order, so that the reads come after the locks
  const [, registerHistory, lockedPlans, deliveredOps, history, openConflicts, storedProgress, clubs, parents] =
    await Promise.all([
      lockMemberSchemes(tx, clientId, pairs),
      lockRegisters(tx, clientId, userId, checkedRegisters),
      lockPlans(tx, clientId, userId, checkedPlans),
      readDeliveredOps(tx, ops),
      readHistory(tx, checkedMarks),
      readConflicts(tx, checkedMarks),
      readStoredProgress(tx, clientId, deps.curricula, pairs),
      clubsOfMembers(tx, [...markedMembers, ...badgedMembers]),
      parentsOf(tx, markedMembers),
    ])

  // an operation gets its outcome here if it was delivered before or is refused, otherwise when it is folded below
  const outcomes = finalOutcomes(ops, deliveredOps, userId)
  for (const check of [...markChecks, ...registerChecks, ...planChecks])
    if (!check.ok && !outcomes.has(check.op.opId)) outcomes.set(check.op.opId, rejectedOutcome(check.op, check.code))
  const freshMarks = withoutOutcome(checkedMarks, outcomes)
  const freshRegisters = withoutOutcome(checkedRegisters, outcomes)
  const foldedRegisters = foldRegisters(deps.now(), deviceId, userId, freshRegisters, registerHistory, outcomes)
  const freshPlans = withoutOutcome(checkedPlans, outcomes)
  const foldedPlans = foldPlans(deps.now(), deviceId, userId, freshPlans, lockedPlans, outcomes)
  const lanes = foldIntoLanes(deps.now(), deviceId, freshMarks, history, outcomes)
  // progress is computed from the results as they are after this batch
  for (const lane of lanes) storedProgress.dataOf(lane)?.results.set(lane.nodeId, lane.fold.result)
  const conflicts = await findConflictChanges(tx, userId, lanes, history, openConflicts)

  // what goes into the clubs' change lists: results and conflicts of a member concern every club of the member
  const memberChanges = [
    ...lanes.map((lane) => ({
      ...lane,
      kind: 'result' as const,
      key: laneKey(lane.memberId, lane.schemeId, lane.nodeId),
    })),
    ...changedConflicts(conflicts).map((conflict) => ({ ...conflict, kind: 'conflict' as const })),
  ]
  const markChanges = clubs.flatMap(({ club_id: clubId, member_id }) =>
    memberChanges.filter(({ memberId }) => memberId === member_id).map(({ kind, key }) => ({ clubId, kind, key })),
  )
  const changes = [
    ...markChanges,
    ...changedRegisters(foldedRegisters, clubs),
    ...changedPlans(foldedPlans, lockedPlans),
  ]
  const progressDiff = diffProgress(storedProgress, memberSchemesOf(freshMarks))
  const [revByClub] = await sendWithCommit(() => {
    // the counters come last, because they stay locked until the commit
    const written = Promise.all([
      appendHistory(tx, clientId, userId, lanes),
      writeResults(tx, clientId, userId, lanes),
      writeRegisters(tx, clientId, foldedRegisters, outcomes),
      writePlans(tx, clientId, userId, foldedPlans),
      writeConflicts(tx, clientId, userId, conflicts),
      writeOps(tx, clientId, userId, ops, outcomes, deliveredOps),
      writeProgressDiff(tx, clientId, progressDiff, 'marks'),
      enqueueAwardMails(tx, progressDiff.newlyPassed, deps.now()),
      auditMarks(tx, clientId, userId, freshMarks, outcomes),
    ])
    return Promise.all([recordChanges(tx, clientId, changes), written])
  })
  // the device is told the club's change counter after its edit
  for (const { op } of [...freshMarks, ...freshRegisters, ...freshPlans]) {
    const outcome = outcomes.get(op.opId)
    const rev = revByClub.get(op.club)
    if (outcome && rev !== undefined) outcome.rev = rev
  }
  const changedMembers = new Set(lanes.map((lane) => lane.memberId))
  const concernedParents = parents
    .filter((parent) => changedMembers.has(parent.member_id))
    .map((parent): [string, string] => [parent.user_id, parent.member_id])
  return {
    outcomes: ops.flatMap((op) => outcomes.get(op.opId) ?? []),
    announcement: changes.length === 0 ? null : { clientId, clubs: [...revByClub], parents: concernedParents },
    epoch,
  }
}

/** The edits that have no outcome yet, each operation once. */
function withoutOutcome<E extends { op: Operation }>(edits: readonly E[], outcomes: ReadonlyMap<string, Outcome>): E[] {
  const undecided = edits.filter(({ op }) => !outcomes.has(op.opId))
  return [...new Map(undecided.map((edit) => [edit.op.opId, edit])).values()]
}

/** The members and schemes that the marks concern, each pair with the time of its newest mark. */
function memberSchemesOf(marks: readonly CheckedMark[]): ChangedMemberScheme[] {
  const pairs = new Map<string, ChangedMemberScheme>()
  for (const { payload, schemeId } of marks) {
    const key = `${payload.memberUuid}/${schemeId}`
    const atMs = Math.max(payload.timestamp * 1000, pairs.get(key)?.atMs ?? 0)
    pairs.set(key, { memberId: payload.memberUuid, schemeId, atMs })
  }
  return [...pairs.values()]
}

/** Folds fresh marks into their lanes and sets each one's outcome. */
function foldIntoLanes(
  nowMs: number,
  deviceId: string,
  fresh: readonly CheckedMark[],
  history: ReadonlyMap<string, readonly MarkEdit[]>,
  outcomes: Map<string, Outcome>,
): FoldedLane[] {
  const lanes = new Map<string, ArrivingMark[]>()
  for (const mark of fresh) {
    const { memberUuid, schemeNodeId, assessmentGrade: grade, assessmentPassGrade: pass } = mark.payload
    const stamp = clampStamp({ ...mark.op.stamp, deviceId }, nowMs)
    const edit = { opId: mark.op.opId, grade, pass, ts: mark.ts, stamp, supersededByOwnEdit: false }
    const key = laneKey(memberUuid, mark.schemeId, schemeNodeId)
    const lane = lanes.get(key) ?? []
    lanes.set(key, lane)
    lane.push({ mark, clamped: stamp.ms !== mark.op.stamp.ms, edit })
  }
  return [...lanes].flatMap(([key, arriving]) => {
    const edits = arriving.map(({ edit }) => edit)
    const fold = foldMarks(history.get(key) ?? [], edits)
    // the device is told which mark counts now
    const value = { grade: fold.winner.grade, pass: fold.winner.pass }
    // there is an outcome for each edit; the default is only for the compiler
    edits.forEach(({ opId }, index) =>
      outcomes.set(opId, { opId, outcome: fold.outcomes[index] ?? 'superseded', value }),
    )
    const [first] = arriving
    if (!first) return []
    const { memberUuid: memberId, schemeNodeId: nodeId } = first.mark.payload
    return [{ memberId, schemeId: first.mark.schemeId, nodeId, fold, arriving }]
  })
}

/** Logs each mark with its operation's id; its content is in `assessments` under that id and never changes. */
async function auditMarks(
  tx: Tx,
  clientId: string,
  userId: string,
  marks: readonly CheckedMark[],
  outcomes: ReadonlyMap<string, Outcome>,
): Promise<void> {
  if (marks.length === 0) return
  await tx.query(
    prepared(
      `INSERT INTO audit_log (client_id, user_id, action, entity, entity_id, after, club_id)
     SELECT $1, $2, 'mark', 'member', mark.member, jsonb_build_object('op', mark.op, 'outcome', mark.outcome), mark.club
     FROM unnest($3::text[], $4::uuid[], $5::text[], $6::uuid[]) mark (member, op, outcome, club)`,
      [
        clientId,
        userId,
        marks.map(({ payload }) => payload.memberUuid),
        marks.map(({ op }) => op.opId),
        marks.map(({ op }) => outcomes.get(op.opId)?.outcome),
        marks.map(({ op }) => op.club),
      ],
    ),
  )
}
