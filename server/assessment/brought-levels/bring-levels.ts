import { BEFORE_DAY, BEFORE_TS, BROUGHT_DEVICE } from '#domain/assessment/brought.ts'
import { foldMarks } from '#domain/assessment/mark.ts'
import { manualPassOf } from '#domain/curriculum/scheme.ts'
import { localDate, performedTs } from '#domain/platform/club-time.ts'
import {
  diffProgress,
  readStoredProgress,
  writeProgressDiff,
  type StoredProgress,
} from '#server/assessment/progress/stored-progress.ts'
import { laneKey, readHistory, writeResults, type FoldedLane, type PastEdit } from '#server/assessment/sync/lanes.ts'
import type { Curricula } from '#server/curriculum/schemes/curriculum.ts'
import { lockMemberSchemes } from '#server/members/lock-member-schemes.ts'
import { clubsOfMembers } from '#server/members/queries.ts'
import { execute, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'

/** A level that a child passed elsewhere; `on` is YYYY-MM-DD, or null where nobody knows the day. */
export interface BroughtLevel {
  memberId: string
  schemeId: string
  nodeId: string
  on: string | null
  /** The coach who passed it; who brings the level where that is null. */
  by: string | null
}

const INSERT = tenantStatement(
  'assessment/insert-brought-levels',
  `INSERT INTO assessments (client_id, author_id, op_id, member_id, scheme_id, node_id, grade, pass, ts, date,
     entered_ts, club_id, group_id, stamp_ms, stamp_counter, stamp_device, stamp_seq, brought_by)
   SELECT $1, author, op, member, scheme, node, $2, 1, ts, day, $3, $4, NULL, $5, 0, $6, seq, $7
   FROM unnest($8::uuid[], $9::uuid[], $10::uuid[], $11::text[], $12::bigint[], $13::date[], $14::bigint[], $15::uuid[])
     level (op, member, scheme, node, ts, day, seq, author)`,
)

const MARK_AWARDS = tenantStatement(
  'assessment/mark-brought-awards',
  `UPDATE awards SET brought = true
   FROM unnest($2::uuid[], $3::uuid[], $4::text[]) level (member, scheme, node)
   WHERE awards.client_id = $1 AND awards.member_id = level.member AND awards.scheme_id = level.scheme
     AND awards.node_id = level.node AND awards.ended_at IS NULL`,
)

const AUDIT = tenantStatement(
  'assessment/audit-brought-levels',
  `INSERT INTO audit_log (client_id, user_id, action, entity, entity_id, after)
   SELECT $1, $2, 'mark', 'member', level.member, jsonb_build_object('op', level.op, 'outcome', 'applied')
   FROM unnest($3::text[], $4::uuid[]) level (member, op)`,
)

/** Who says so, where and when, and by which import or entry, so that it can be taken back. */
export interface Bringer extends Pick<ClubContext, 'clientId' | 'clubId' | 'userId' | 'timeZone' | 'nowMs'> {
  run: string
}

/**
 * Writes levels that children passed elsewhere into their histories, as passes of another place: without mails, and
 * parents see them as passed but not among this club's awards. A level that is passed already stays as it is. Returns the
 * changed keys.
 */
export async function bringLevels(
  tx: Tx,
  bringer: Bringer,
  curricula: Curricula,
  brought: readonly BroughtLevel[],
): Promise<ChangedKey[]> {
  if (brought.length === 0) return []
  const stored = await lockProgress(tx, bringer, curricula, brought)
  const open = brought.filter((level) => stored.dataOf(level)?.progress.get(level.nodeId)?.state !== 'passed')
  const changed = await writePasses(tx, bringer, stored, open, /* grade */ 1)
  await execute(tx, MARK_AWARDS, [
    open.map(({ memberId }) => memberId),
    open.map(({ schemeId }) => schemeId),
    open.map(({ nodeId }) => nodeId),
  ])
  return changed
}

const BROUGHT_LEVELS = tenantStatement(
  'assessment/list-brought-levels',
  `SELECT mark.member_id, mark.scheme_id, regexp_replace(mark.node_id, '/manual$', '') AS node_id
   FROM assessments mark
   JOIN results ON results.client_id = mark.client_id AND results.member_id = mark.member_id
     AND results.scheme_id = mark.scheme_id AND results.node_id = mark.node_id
     AND results.stamp_device = mark.stamp_device AND results.stamp_seq = mark.stamp_seq
   WHERE mark.client_id = $1 AND mark.brought_by = $2 AND mark.grade > 0 AND NOT mark.member_id = ANY($3)`,
)

/**
 * Takes back the levels that an import or entry brought, unless a coach has marked the level since, by passes that are
 * withdrawn: the history keeps both. Members of `keep` keep theirs.
 */
export async function takeBackLevels(
  tx: Tx,
  bringer: Bringer,
  curricula: Curricula,
  keep: readonly string[],
): Promise<ChangedKey[]> {
  const rows = await queryRows(tx, BROUGHT_LEVELS, [bringer.run, keep])
  const levels = rows.map(({ member_id: memberId, scheme_id: schemeId, node_id: nodeId }): BroughtLevel => ({
    memberId,
    schemeId,
    nodeId,
    on: localDate(bringer.nowMs, bringer.timeZone),
    by: null,
  }))
  const stored = await lockProgress(tx, bringer, curricula, levels)
  return writePasses(tx, bringer, stored, levels, /* grade */ 0)
}

const pairsOf = (levels: readonly BroughtLevel[], atMs: number) => [
  ...new Map(
    levels.map(({ memberId, schemeId }) => [`${memberId}/${schemeId}`, { memberId, schemeId, atMs }]),
  ).values(),
]

async function lockProgress(
  tx: Tx,
  { clientId, nowMs }: Bringer,
  curricula: Curricula,
  levels: readonly BroughtLevel[],
): Promise<StoredProgress> {
  const pairs = pairsOf(levels, nowMs)
  await lockMemberSchemes(tx, pairs)
  return readStoredProgress(tx, clientId, curricula, pairs)
}

/** Writes one manual pass for each level, or withdraws it by grade 0, and the progress that follows. */
async function writePasses(
  tx: Tx,
  { clubId, userId, timeZone, nowMs, run }: Bringer,
  stored: StoredProgress,
  levels: readonly BroughtLevel[],
  grade: number,
): Promise<ChangedKey[]> {
  if (levels.length === 0) return []
  const enteredTs = Math.floor(nowMs / 1000)
  const lanes = levels.map((level) => ({ ...level, nodeId: manualPassOf(level.nodeId), opId: crypto.randomUUID() }))
  const [history, clubs] = await Promise.all([
    readHistory(tx, lanes),
    clubsOfMembers(tx, [...new Set(levels.map(({ memberId }) => memberId))]),
  ])
  const folded = lanes.map(({ memberId, schemeId, nodeId, opId, on, by }) => {
    const past: readonly PastEdit[] = history.get(laneKey(memberId, schemeId, nodeId)) ?? []
    const own = past.filter(({ stamp }) => stamp.deviceId === BROUGHT_DEVICE).map(({ stamp }) => stamp.deviceSeq + 1)
    const stamp = { ms: nowMs, counter: 0, deviceId: BROUGHT_DEVICE, deviceSeq: Math.max(nowMs, ...own) }
    const ts = on === null ? BEFORE_TS : performedTs(on, enteredTs, timeZone)
    const fold = foldMarks(past, [{ opId, grade, pass: 1, ts, stamp, supersededByOwnEdit: false }])
    stored.dataOf({ memberId, schemeId })?.results.set(nodeId, fold.result)
    const winnerAuthorId = past.find((edit) => edit.opId === fold.winner.opId)?.authorId ?? by ?? userId
    const lane: FoldedLane = { memberId, schemeId, nodeId, fold, winnerAuthorId, arriving: [] }
    return { ...lane, opId, ts, day: on ?? BEFORE_DAY, seq: stamp.deviceSeq, by }
  })
  await execute(tx, INSERT, [
    grade,
    enteredTs,
    clubId,
    nowMs,
    BROUGHT_DEVICE,
    run,
    folded.map(({ opId }) => opId),
    folded.map(({ memberId }) => memberId),
    folded.map(({ schemeId }) => schemeId),
    folded.map(({ nodeId }) => nodeId),
    folded.map(({ ts }) => ts),
    folded.map(({ day }) => day),
    folded.map(({ seq }) => seq),
    folded.map(({ by }) => by ?? userId),
  ])
  await writeResults(tx, folded)
  await writeProgressDiff(tx, diffProgress(stored, pairsOf(levels, nowMs)), 'marks')
  await execute(tx, AUDIT, [userId, folded.map(({ memberId }) => memberId), folded.map(({ opId }) => opId)])
  return changesOf(folded, clubs)
}

/** A member's results concern every club of the member. */
function changesOf(
  lanes: readonly FoldedLane[],
  clubs: readonly { club_id: string; member_id: string }[],
): ChangedKey[] {
  const clubsByMember = Map.groupBy(clubs, ({ member_id }) => member_id)
  return lanes.flatMap(({ memberId, schemeId, nodeId }) =>
    (clubsByMember.get(memberId) ?? []).map(({ club_id: clubId }) => ({
      clubId,
      kind: 'result' as const,
      key: laneKey(memberId, schemeId, nodeId),
    })),
  )
}
