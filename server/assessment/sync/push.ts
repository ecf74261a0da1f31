import type { Operation, Outcome, PushBody, PushReply } from '#contract/assessment/sync.ts'
import { foldLane, type MarkEdit } from '#domain/assessment/mark.ts'
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
import { checkRegisters, isRegister } from './check-registers.ts'
import { changedConflicts, findConflictChanges, readConflicts, writeConflicts } from './conflicts.ts'
import { recordChanges } from '#server/tenants/changes/change-counters.ts'
import { clubsOfMembers } from '#server/members/queries.ts'
import { appendHistory, laneKey, readHistory, writeResults, type ArrivingMark, type FoldedLane } from './lanes.ts'
import { lockMemberSchemes } from '#server/members/lock-member-schemes.ts'
import { changedRegisters, foldRegisters, lockRegisters, writeRegisters } from './registers.ts'
import { finalOutcomes, readKnownOps, rejectedOutcome, writeOps } from './operations.ts'

/** What the push needs from the server. */
export interface PushDeps {
  db: Database
  curricula: Curricula
  now: () => number
  announce: (announcement: Announcement) => void
  /** Called with unexpected failures; the operations concerned are answered with `retry`. */
  onError: (error: unknown) => void
}

/** The author of the operations; `originalUserId` is the user who sends them for the author. */
type PushAuthor = Pick<Session, 'clientId' | 'userId' | 'originalUserId' | 'features'>

/** What a committed transaction answers, and what it announces to open connections. */
interface Applied {
  outcomes: Outcome[]
  announcement: Announcement | null
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
      (tx, last) => applyBatch(deps, tx, last, session, body.deviceId, ops),
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
  const epoch = applied[0]?.epoch ?? (await inTenant(deps.db, session.clientId, 'read', readEpoch))
  return { outcomes: applied.flatMap((a) => a.outcomes), serverTime: deps.now(), epoch }
}

export async function readEpoch(tx: Tx): Promise<string> {
  const { rows } = await tx.query<{ epoch: string }>('SELECT epoch FROM clients')
  return rows[0]?.epoch ?? ''
}

/** Applies a batch in three round trips to the database: one to check it, one to lock and read, one to write. */
async function applyBatch(
  deps: PushDeps,
  tx: Tx,
  last: SendWithCommit,
  session: PushAuthor,
  deviceId: string,
  ops: readonly Operation[],
): Promise<Applied> {
  const { clientId, userId } = session
  const [epoch, checked, registers, plans] = await Promise.all([
    readEpoch(tx),
    checkMarks(
      tx,
      ops.filter((op) => !isRegister(op) && !isPlanEdit(op)),
      session,
      deps.now(),
    ),
    checkRegisters(tx, ops.filter(isRegister), session, deps.now()),
    checkPlans(tx, ops.filter(isPlanEdit), session, deps.now()),
  ])
  const checkedMarks = checked.flatMap((c) => (c.ok ? [c.mark] : []))
  const checkedEdits = registers.flatMap((c) => (c.ok ? [c.edit] : []))
  const checkedPlans = plans.flatMap((c) => (c.ok ? [c.edit] : []))
  const pairs = memberSchemesOf(checkedMarks)
  const members = [...new Set(pairs.map((p) => p.memberId))]
  // a badge concerns every club of the member, not only the one that handed it over
  const badged = checkedEdits.flatMap(({ kind, payload }) => (kind === 'badge' ? [payload.memberUuid] : []))
  // the statements are sent together and run in this order, so that the reads come after the locks
  const [, registerHistory, lockedPlans, known, history, open, storedProgress, clubs, parents] = await Promise.all([
    lockMemberSchemes(tx, clientId, pairs),
    lockRegisters(tx, clientId, userId, checkedEdits),
    lockPlans(tx, clientId, userId, checkedPlans),
    readKnownOps(tx, ops),
    readHistory(tx, checkedMarks),
    readConflicts(tx, checkedMarks),
    readStoredProgress(tx, clientId, deps.curricula, pairs),
    clubsOfMembers(tx, [...members, ...badged]),
    parentsOf(tx, members),
  ])

  const outcomes = finalOutcomes(ops, known, userId)
  for (const c of [...checked, ...registers, ...plans])
    if (!c.ok && !outcomes.has(c.op.opId)) outcomes.set(c.op.opId, rejectedOutcome(c.op, c.code))
  const fresh = [...new Map(checkedMarks.filter((m) => !outcomes.has(m.op.opId)).map((m) => [m.op.opId, m])).values()]
  const freshEdits = [
    ...new Map(checkedEdits.filter((e) => !outcomes.has(e.op.opId)).map((e) => [e.op.opId, e])).values(),
  ]
  const foldedEdits = foldRegisters(deps.now(), deviceId, userId, freshEdits, registerHistory, outcomes)
  const freshPlans = [
    ...new Map(checkedPlans.filter((e) => !outcomes.has(e.op.opId)).map((e) => [e.op.opId, e])).values(),
  ]
  const foldedPlans = foldPlans(deps.now(), deviceId, userId, freshPlans, lockedPlans, outcomes)
  const folded = fold(deps.now(), deviceId, fresh, history, outcomes)
  for (const lane of folded) storedProgress.of(lane)?.results.set(lane.nodeId, lane.fold.result)
  const conflicts = await findConflictChanges(tx, userId, folded, history, open)
  const keys = [
    ...folded.map((l) => ({ ...l, kind: 'result' as const, key: laneKey(l.memberId, l.schemeId, l.nodeId) })),
    ...changedConflicts(conflicts).map((c) => ({ ...c, kind: 'conflict' as const })),
  ]
  const changed = clubs.flatMap(({ club_id: clubId, member_id }) =>
    keys.filter((k) => k.memberId === member_id).map(({ kind, key }) => ({ clubId, kind, key })),
  )
  const news = [...changed, ...changedRegisters(foldedEdits, clubs), ...changedPlans(foldedPlans, lockedPlans)]
  const progressDiff = diffProgress(storedProgress, memberSchemesOf(fresh))
  const [revs] = await last(() => {
    const written = Promise.all([
      appendHistory(tx, clientId, userId, folded),
      writeResults(tx, clientId, userId, folded),
      writeRegisters(tx, clientId, foldedEdits, outcomes),
      writePlans(tx, clientId, userId, foldedPlans),
      writeConflicts(tx, clientId, userId, conflicts),
      writeOps(tx, clientId, userId, ops, outcomes, known),
      writeProgressDiff(tx, clientId, progressDiff, 'marks'),
      enqueueAwardMails(tx, progressDiff.given, deps.now()),
      auditMarks(tx, clientId, userId, fresh, outcomes),
    ])
    return Promise.all([recordChanges(tx, clientId, news), written])
  })
  for (const m of [...fresh, ...freshEdits, ...freshPlans]) {
    const outcome = outcomes.get(m.op.opId)
    const rev = revs.get(m.op.club)
    if (outcome && rev !== undefined) outcome.rev = rev
  }
  const markedMembers = new Set(folded.map((l) => l.memberId))
  return {
    outcomes: ops.flatMap((op) => outcomes.get(op.opId) ?? []),
    announcement:
      news.length === 0
        ? null
        : {
            clientId,
            clubs: [...revs],
            parents: parents.filter((p) => markedMembers.has(p.member_id)).map((p) => [p.user_id, p.member_id]),
          },
    epoch,
  }
}

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
function fold(
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
    const folded = foldLane(
      history.get(key) ?? [],
      arriving.map((a) => a.edit),
    )
    const value = { grade: folded.winner.grade, pass: folded.winner.pass }
    arriving.forEach(({ edit: { opId } }, k) =>
      outcomes.set(opId, { opId, outcome: folded.outcomes[k] ?? 'superseded', value }),
    )
    const [first] = arriving
    if (!first) return []
    const { memberUuid: memberId, schemeNodeId: nodeId } = first.mark.payload
    return [{ memberId, schemeId: first.mark.schemeId, nodeId, fold: folded, arriving }]
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
     SELECT $1, $2, 'mark', 'member', t.member, jsonb_build_object('op', t.op, 'outcome', t.outcome), t.club
     FROM unnest($3::text[], $4::uuid[], $5::text[], $6::uuid[]) t (member, op, outcome, club)`,
      [
        clientId,
        userId,
        marks.map((m) => m.payload.memberUuid),
        marks.map((m) => m.op.opId),
        marks.map((m) => outcomes.get(m.op.opId)?.outcome),
        marks.map((m) => m.op.club),
      ],
    ),
  )
}
