import type { Operation, Outcome, PushBody, PushReply } from '#contract/sync.ts'
import { foldLane } from '#domain/mark.ts'
import { clampStamp } from '#domain/stamp.ts'
import { updateProgress } from '#server/progress/update.ts'
import type { Curricula } from '#server/schemes/curriculum.ts'
import { inTenant, prepared, type Database, type Tx } from '#server/tenancy.ts'
import type { Session } from '#server/http/session.ts'
import { parentsOf } from '#server/members/queries.ts'
import type { Announcement } from '#server/events/hub.ts'
import { checkMarks, type CheckedMark } from './check-marks.ts'
import { clubsOfMembers, recordChanges } from './counters.ts'
import {
  appendHistory,
  laneKey,
  lockMemberSchemes,
  readHistory,
  writeResults,
  type Arriving,
  type FoldedLane,
} from './lanes.ts'

export interface PushParts {
  db: Database
  curricula: Curricula
  now: () => number
  announce: (announcement: Announcement) => void
  /** Told of failures that were not expected; the operations concerned answer `retry`. */
  onError: (error: unknown) => void
}

interface Applied {
  outcomes: Outcome[]
  announcement: Announcement | null
  epoch: string | null
}

/**
 * Applies a batch of one author in one transaction. If that fails unexpectedly, each operation again by itself, so
 * that one bad operation never costs the others.
 */
export async function push(parts: PushParts, session: Session, body: PushBody): Promise<PushReply> {
  const apply = (ops: readonly Operation[]) =>
    inTenant(parts.db, session.clientId, 'write', (tx) => applyBatch(parts, tx, session, body.deviceId, ops))
  let applied: Applied[]
  try {
    applied = [await apply(body.operations)]
  } catch (error) {
    parts.onError(error)
    applied = []
    for (const op of body.operations) {
      applied.push(
        await apply([op]).catch((failed: unknown) => {
          parts.onError(failed)
          return {
            outcomes: [{ opId: op.opId, outcome: 'retry', code: 'SERVER_ERROR' }],
            announcement: null,
            epoch: null,
          } satisfies Applied
        }),
      )
    }
  }
  for (const { announcement } of applied) if (announcement) parts.announce(announcement)
  const epoch = applied[0]?.epoch ?? (await inTenant(parts.db, session.clientId, 'read', readEpoch))
  return { outcomes: applied.flatMap((a) => a.outcomes), serverTime: parts.now(), epoch }
}

export async function readEpoch(tx: Tx): Promise<string> {
  const { rows } = await tx.query<{ epoch: string }>('SELECT epoch FROM clients')
  return rows[0]?.epoch ?? ''
}

async function applyBatch(
  parts: PushParts,
  tx: Tx,
  session: Session,
  deviceId: string,
  ops: readonly Operation[],
): Promise<Applied> {
  const { clientId, userId } = session
  const epoch = await readEpoch(tx)
  const outcomes = new Map<string, Outcome>()
  const checked = await checkMarks(tx, ops, session, parts.now())
  const good = checked.flatMap((c) => (c.ok ? [c.mark] : []))
  const pairs = [
    ...new Map(
      good.map((m) => [
        `${m.payload.memberUuid}/${m.schemeId}`,
        { memberId: m.payload.memberUuid, schemeId: m.schemeId },
      ]),
    ).values(),
  ]
  if (pairs.length > 0) await lockMemberSchemes(tx, clientId, pairs)

  // known operations are looked up under the locks: a copy of this batch may just have been committed
  const known = await readKnown(tx, ops)
  const repeats = new Set<string>()
  const seen = new Map<string, string>()
  for (const op of ops) {
    const before = known.get(op.opId)
    const hash = before?.payload_hash ?? seen.get(op.opId)
    if (hash !== undefined && (hash !== op.payloadHash || (before && before.author_id !== userId)))
      outcomes.set(op.opId, rejected(op, 'OP_ID_REUSED'))
    else if (before && before.outcome !== 'rejected') outcomes.set(op.opId, { opId: op.opId, outcome: before.outcome })
    else if (seen.has(op.opId)) repeats.add(op.opId)
    seen.set(op.opId, op.payloadHash)
  }
  for (const c of checked) {
    if (c.ok || outcomes.has(c.op.opId)) continue
    outcomes.set(c.op.opId, rejected(c.op, c.code))
  }
  const fresh = [...new Map(good.filter((m) => !outcomes.has(m.op.opId)).map((m) => [m.op.opId, m])).values()]
  const folded = fresh.length > 0 ? await fold(parts, tx, session, deviceId, fresh, outcomes) : []

  await writeOps(tx, clientId, userId, ops, outcomes, known)
  let announcement: Announcement | null = null
  if (folded.length > 0) {
    const touched = pairs.filter((p) => folded.some((l) => l.memberId === p.memberId && l.schemeId === p.schemeId))
    await updateProgress(tx, clientId, parts.curricula, touched, 'marks')
    await auditMarks(tx, clientId, userId, fresh, outcomes)
    const memberIds = [...new Set(folded.map((l) => l.memberId))]
    const parents = await parentsOf(tx, memberIds)
    const clubs = await clubsOfMembers(tx, memberIds)
    const revs = await recordChanges(
      tx,
      clientId,
      clubs.flatMap((c) =>
        folded
          .filter((l) => l.memberId === c.member_id)
          .map((l) => ({ clubId: c.club_id, kind: 'result' as const, key: laneKey(l.memberId, l.schemeId, l.nodeId) })),
      ),
    )
    for (const m of fresh) {
      const outcome = outcomes.get(m.op.opId)
      const rev = revs.get(m.op.club)
      if (outcome && rev !== undefined) outcome.rev = rev
    }
    announcement = { clientId, clubs: [...revs], parents: parents.map((p) => [p.user_id, p.member_id]) }
  }
  return { outcomes: ops.flatMap((op) => outcomes.get(op.opId) ?? []), announcement, epoch }
}

function rejected(op: Operation, code: string): Outcome {
  return { opId: op.opId, outcome: 'rejected', code }
}

/** Folds fresh marks into their lanes, writes history and winners, and notes each one's outcome. */
async function fold(
  parts: PushParts,
  tx: Tx,
  session: Session,
  deviceId: string,
  fresh: readonly CheckedMark[],
  outcomes: Map<string, Outcome>,
): Promise<FoldedLane[]> {
  const history = await readHistory(tx, fresh)
  const lanes = new Map<string, Arriving[]>()
  const arriving = fresh.map((mark): Arriving => {
    const stamp = clampStamp({ ...mark.op.stamp, deviceId }, parts.now())
    const { assessmentGrade: grade, assessmentPassGrade: pass } = mark.payload
    return {
      mark,
      clamped: stamp.ms !== mark.op.stamp.ms,
      edit: { opId: mark.op.opId, grade, pass, ts: mark.ts, stamp, outrun: false },
    }
  })
  for (const one of arriving) {
    const key = laneKey(one.mark.payload.memberUuid, one.mark.schemeId, one.mark.payload.schemeNodeId)
    lanes.set(key, [...(lanes.get(key) ?? []), one])
  }
  const folded: FoldedLane[] = []
  for (const [key, of] of lanes) {
    const done = foldLane(
      history.get(key) ?? [],
      of.map((a) => a.edit),
    )
    of.forEach((a, k) => {
      const value = { grade: done.winner.grade, pass: done.winner.pass }
      outcomes.set(a.edit.opId, { opId: a.edit.opId, outcome: done.outcomes[k] ?? 'superseded', value })
    })
    const [first] = of
    if (first)
      folded.push({
        memberId: first.mark.payload.memberUuid,
        schemeId: first.mark.schemeId,
        nodeId: first.mark.payload.schemeNodeId,
        fold: done,
      })
  }
  await appendHistory(
    tx,
    session.clientId,
    session.userId,
    arriving,
    folded.flatMap((l) => l.fold.kept),
  )
  await writeResults(tx, session.clientId, session.userId, folded)
  return folded
}

interface KnownOp {
  op_id: string
  author_id: string
  payload_hash: string
  outcome: 'applied' | 'superseded' | 'rejected'
}

async function readKnown(tx: Tx, ops: readonly Operation[]): Promise<Map<string, KnownOp>> {
  const { rows } = await tx.query<KnownOp>(
    prepared('SELECT op_id, author_id, payload_hash, outcome FROM sync_ops WHERE op_id = ANY($1)', [
      ops.map((op) => op.opId),
    ]),
  )
  return new Map(rows.map((row) => [row.op_id, row]))
}

/** Final outcomes are kept for ever; a rejected one is judged afresh when it comes again. An id used for another payload leaves no trace. */
async function writeOps(
  tx: Tx,
  clientId: string,
  authorId: string,
  ops: readonly Operation[],
  outcomes: ReadonlyMap<string, Outcome>,
  known: ReadonlyMap<string, KnownOp>,
): Promise<void> {
  const rows = [...new Map(ops.map((op) => [op.opId, op])).values()].filter((op) => {
    const before = known.get(op.opId)
    const code = outcomes.get(op.opId)?.code
    return (!before || before.outcome === 'rejected') && code !== 'OP_ID_REUSED' && code !== 'WRONG_AUTHOR'
  })
  if (rows.length === 0) return
  await tx.query(
    prepared(
      `INSERT INTO sync_ops AS o (client_id, author_id, op_id, payload_hash, outcome, code)
     SELECT $1, $2, * FROM unnest($3::uuid[], $4::text[], $5::text[], $6::text[])
     ON CONFLICT (client_id, op_id) DO UPDATE SET outcome = excluded.outcome, code = excluded.code WHERE o.outcome = 'rejected'`,
      [
        clientId,
        authorId,
        rows.map((op) => op.opId),
        rows.map((op) => op.payloadHash),
        rows.map((op) => outcomes.get(op.opId)?.outcome),
        rows.map((op) => outcomes.get(op.opId)?.code ?? null),
      ],
    ),
  )
}

async function auditMarks(
  tx: Tx,
  clientId: string,
  userId: string,
  marks: readonly CheckedMark[],
  outcomes: ReadonlyMap<string, Outcome>,
): Promise<void> {
  await tx.query(
    prepared(
      `INSERT INTO audit_log (client_id, user_id, action, entity, entity_id, after)
     SELECT $1, $2, 'mark', 'member', t.member, t.after FROM unnest($3::text[], $4::jsonb[]) t (member, after)`,
      [
        clientId,
        userId,
        marks.map((m) => m.payload.memberUuid),
        marks.map((m) =>
          JSON.stringify({
            op: m.op.opId,
            scheme: m.payload.schemeSlug,
            node: m.payload.schemeNodeId,
            grade: m.payload.assessmentGrade,
            pass: m.payload.assessmentPassGrade,
            date: m.payload.assessmentDate,
            outcome: outcomes.get(m.op.opId)?.outcome,
          }),
        ),
      ],
    ),
  )
}
