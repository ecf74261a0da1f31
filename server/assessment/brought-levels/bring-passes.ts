import {
  BEFORE_DAY,
  BEFORE_TS,
  BROUGHT_DEVICE,
  isOfImport,
  isTaken,
  passes,
  RETURNED_DEVICE,
} from '#domain/assessment/brought.ts'
import { nodeOfMark } from '#domain/assessment/commands/mark.ts'
import type { Stamp } from '#domain/assessment/stamp.ts'
import { foldMarks, isManualPass, undoGrade } from '#domain/assessment/mark.ts'
import { localDate, performedTs } from '#domain/platform/club-time.ts'
import {
  diffProgress,
  readStoredProgress,
  writeProgressDiff,
  type PassChange,
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

/** A mark that a child got elsewhere for a skill, or for a level that a coach decided; `on` is YYYY-MM-DD, or null where nobody knows the day. */
export interface BroughtPass {
  memberId: string
  schemeId: string
  /** The id of the skill, or of the manual pass of the level. */
  nodeId: string
  grade: number
  /** The grade from which marks of the node passed on that day. */
  pass: number
  on: string | null
  /** The coach who gave it; who brings it where that is null. */
  by: string | null
  /** Where it was given, of a mark that returns to the client that it left; without it, it was given elsewhere. */
  place?: MarkPlace
}

/** The club that gave a mark, and group and coach where they are known. */
export interface MarkPlace {
  clubId: string
  groupId: string | null
  by?: string | null
}

const INSERT = tenantStatement(
  'assessment/insert-brought-passes',
  `INSERT INTO assessments (client_id, author_id, op_id, member_id, scheme_id, node_id, grade, pass, ts, date,
     entered_ts, club_id, group_id, stamp_ms, stamp_counter, stamp_device, stamp_seq, brought_by)
   SELECT $1, author, op, member, scheme, node, grade, pass, ts, day, $2, club, group_id, $3, counter, device, seq, $4
   FROM unnest($5::uuid[], $6::uuid[], $7::uuid[], $8::text[], $9::int[], $10::int[], $11::bigint[], $12::date[],
     $13::int[], $14::uuid[], $15::bigint[], $16::uuid[], $17::uuid[], $18::uuid[])
     mark (op, member, scheme, node, grade, pass, ts, day, counter, device, seq, author, club, group_id)
   RETURNING client_id`,
)

const MARK_AWARDS = tenantStatement(
  'assessment/mark-brought-awards',
  `UPDATE awards SET brought = true
   FROM unnest($2::uuid[], $3::uuid[], $4::text[]) level (member, scheme, node)
   WHERE awards.client_id = $1 AND awards.member_id = level.member AND awards.scheme_id = level.scheme
     AND awards.node_id = level.node AND awards.ended_at IS NULL`,
)

const AUDIT = tenantStatement(
  'assessment/audit-brought-passes',
  `INSERT INTO audit_log (client_id, user_id, action, entity, entity_id, after)
   SELECT $1, $2, 'mark', 'member', level.member, jsonb_build_object('op', level.op, 'outcome', 'applied')
   FROM unnest($3::text[], $4::uuid[]) level (member, op) RETURNING client_id`,
)

/** Who says so, where and when, and by which import or entry, so that it can be taken back. */
export interface Bringer extends Pick<ClubContext, 'clientId' | 'clubId' | 'userId' | 'timeZone' | 'nowMs'> {
  run: string
}

/**
 * Writes levels and skills that children passed elsewhere into their histories, as passes of another place: without
 * mails, and parents see them as passed but not among this club's awards, nor the levels that follow from the skills.
 * Marks below a pass come likewise, and several of one skill in their order. What is passed already stays as it is, and
 * what is marked here unless it was passed elsewhere. Returns the changed keys, and how many marks were taken.
 */
export async function bringPasses(
  tx: Tx,
  bringer: Bringer,
  curricula: Curricula,
  brought: readonly BroughtPass[],
): Promise<{ changed: ChangedKey[]; taken: number }> {
  if (brought.length === 0) return { changed: [], taken: 0 }
  const stored = await lockProgress(tx, bringer, curricula, brought)
  // the last mark of a skill says whether its history is taken
  const last = new Map(brought.map((mark) => [laneOf(mark), mark]))
  const open = brought.filter((mark) => {
    const marked = stored.dataOf(mark)?.results.has(mark.nodeId) === true
    return isTaken(last.get(laneOf(mark)) ?? mark, isPassed(stored, mark), marked)
  })
  const asGiven = ({ grade, pass }: BroughtPass) => ({ grade, pass })
  // first the skills of which every mark is from elsewhere: a level that only follows with the others was passed here
  const returned = new Set(open.filter(({ place }) => place !== undefined).map(laneOf))
  const [ofHere, elsewhere] = [true, false].map((isOfHere) =>
    open.filter((mark) => returned.has(laneOf(mark)) === isOfHere),
  ) as [BroughtPass[], BroughtPass[]]
  const { changed, newlyPassed } = await writeMarks(tx, bringer, stored, elsewhere, asGiven)
  await execute(tx, MARK_AWARDS, [
    newlyPassed.map(({ memberId }) => memberId),
    newlyPassed.map(({ schemeId }) => schemeId),
    newlyPassed.map(({ nodeId }) => nodeId),
  ])
  // what follows from the first is stored by now
  const storedSince = elsewhere.length === 0 ? stored : await lockProgress(tx, bringer, curricula, ofHere)
  const returning = await writeMarks(tx, bringer, storedSince, ofHere, asGiven)
  return { changed: [...changed, ...returning.changed], taken: open.length }
}

/** Whether a child has passed the level or skill already. */
function isPassed(stored: StoredProgress, { memberId, schemeId, nodeId }: BroughtPass): boolean {
  const data = stored.dataOf({ memberId, schemeId })
  if (isManualPass(nodeId) && data?.progress.get(nodeOfMark(nodeId))?.state === 'passed') return true
  // also of a level that is skipped, which has no progress
  const result = data?.results.get(nodeId)
  return result !== undefined && passes(result)
}

const laneOf = ({ memberId, schemeId, nodeId }: BroughtPass) => laneKey(memberId, schemeId, nodeId)

/** The marks of a run that count, but for those that say nothing: a removed mark, or a level that follows its skills. */
const BROUGHT = tenantStatement(
  'assessment/list-brought-passes',
  `SELECT mark.member_id, mark.scheme_id, mark.node_id, mark.grade, mark.pass
   FROM assessments mark
   JOIN results ON results.client_id = mark.client_id AND results.member_id = mark.member_id
     AND results.scheme_id = mark.scheme_id AND results.node_id = mark.node_id
     AND results.stamp_device = mark.stamp_device AND results.stamp_seq = mark.stamp_seq
   WHERE mark.client_id = $1 AND mark.brought_by = $2 AND NOT mark.member_id = ANY($3)
     AND mark.grade <> CASE WHEN mark.node_id LIKE '%/manual' THEN 0 ELSE -1 END`,
)

const BROUGHT_PAIRS = tenantStatement(
  'assessment/list-members-of-brought-passes',
  `SELECT DISTINCT member_id AS "memberId", scheme_id AS "schemeId" FROM assessments
   WHERE client_id = $1 AND brought_by = ANY($2::uuid[])`,
)

/** Locks the results of all to whom these imports have brought marks, for an undo that locks entries of registers, too. */
export async function lockBroughtPasses(tx: Tx, runs: readonly string[]): Promise<void> {
  await lockMemberSchemes(tx, await queryRows(tx, BROUGHT_PAIRS, [runs]))
}

const MARKS_OF_RUNS = tenantStatement(
  'assessment/list-marks-of-runs',
  'SELECT op_id FROM assessments WHERE client_id = $1 AND brought_by = ANY($2::uuid[]) AND member_id = ANY($3::uuid[])',
)

/**
 * Takes back the levels and skills that an import or entry brought, unless a coach has marked them since, by marks that
 * say what held before: the history keeps both. Members of `keep` keep theirs. What the imports `undone` brought, which
 * were undone before, does not come back.
 */
export async function takeBackPasses(
  tx: Tx,
  bringer: Bringer,
  curricula: Curricula,
  { keep, undone }: { keep: readonly string[]; undone: readonly string[] },
): Promise<ChangedKey[]> {
  const rows = await queryRows(tx, BROUGHT, [bringer.run, keep])
  const brought = rows.map(
    ({ member_id: memberId, scheme_id: schemeId, node_id: nodeId, grade, pass }): BroughtPass => ({
      memberId,
      schemeId,
      nodeId,
      grade,
      pass,
      on: localDate(bringer.nowMs, bringer.timeZone),
      by: null,
    }),
  )
  const stored = await lockProgress(tx, bringer, curricula, brought)
  const members = [...new Set(brought.map(({ memberId }) => memberId))]
  const marks = await queryRows(tx, MARKS_OF_RUNS, [[bringer.run, ...undone], members])
  const takenBack = new Set(marks.map(({ op_id }) => op_id))
  const { changed } = await writeMarks(tx, bringer, stored, brought, (mark, past) => {
    const others = past.filter((edit) => !takenBack.has(edit.opId))
    return undoGrade(others.length === 0 ? undefined : foldMarks(others, []).result, mark)
  })
  return changed
}

const pairsOf = (marks: readonly BroughtPass[], atMs: number) => [
  ...new Map(marks.map(({ memberId, schemeId }) => [`${memberId}/${schemeId}`, { memberId, schemeId, atMs }])).values(),
]

async function lockProgress(
  tx: Tx,
  { clientId, nowMs }: Bringer,
  curricula: Curricula,
  marks: readonly BroughtPass[],
): Promise<StoredProgress> {
  const pairs = pairsOf(marks, nowMs)
  await lockMemberSchemes(tx, pairs)
  return readStoredProgress(tx, clientId, curricula, pairs)
}

/** A mark that is written, with its lane as it is after it. */
type WrittenMark = FoldedLane & Pick<BroughtPass, 'grade' | 'pass' | 'by' | 'place'> & WrittenAt
interface WrittenAt {
  opId: string
  ts: number
  day: string
  stamp: Stamp
}

/** Writes the marks in their order, with the grades that `gradesOf` says, and the progress that follows. */
async function writeMarks(
  tx: Tx,
  bringer: Bringer,
  stored: StoredProgress,
  marks: readonly BroughtPass[],
  gradesOf: (brought: BroughtPass, past: readonly PastEdit[]) => { grade: number; pass: number },
): Promise<{ changed: ChangedKey[]; newlyPassed: readonly PassChange[] }> {
  if (marks.length === 0) return { changed: [], newlyPassed: [] }
  const { userId, nowMs } = bringer
  const [history, clubs] = await Promise.all([
    readHistory(tx, marks),
    clubsOfMembers(tx, [...new Set(marks.map(({ memberId }) => memberId))]),
  ])
  const written = marks.map((brought) => {
    const past = history.get(laneOf(brought)) ?? []
    const mark = foldMark(bringer, brought, past, gradesOf(brought, past))
    const { fold, memberId, schemeId, nodeId } = mark
    history.set(laneOf(brought), [...past, ...fold.stored.map((edit) => ({ ...edit, authorId: brought.by ?? userId }))])
    stored.dataOf({ memberId, schemeId })?.results.set(nodeId, fold.result)
    return mark
  })
  await insertMarks(tx, bringer, written)
  // of several marks of a lane, the last one has folded all of them
  const lanes = [...new Map(written.map((mark) => [laneKey(mark.memberId, mark.schemeId, mark.nodeId), mark])).values()]
  await writeResults(tx, lanes)
  const diff = diffProgress(stored, pairsOf(marks, nowMs), 'marks')
  await writeProgressDiff(tx, diff)
  await execute(tx, AUDIT, [userId, written.map(({ memberId }) => memberId), written.map(({ opId }) => opId)])
  return { changed: changesOf(lanes, clubs), newlyPassed: diff.newlyPassed }
}

/** Folds a mark into the history of its lane, as the newest one of the device of brought marks. */
function foldMark(
  { userId, timeZone, nowMs }: Bringer,
  { memberId, schemeId, nodeId, on, by, place }: BroughtPass,
  past: readonly PastEdit[],
  { grade, pass }: { grade: number; pass: number },
): WrittenMark {
  const opId = crypto.randomUUID()
  const own = past.filter(({ stamp }) => isOfImport(stamp.deviceId)).map(({ stamp }) => stamp)
  const deviceId = place === undefined ? BROUGHT_DEVICE : RETURNED_DEVICE
  const stamp = {
    ms: nowMs,
    // keeps the order of marks from elsewhere and from here, which are of two devices
    counter: Math.max(0, ...own.filter(({ ms }) => ms === nowMs).map(({ counter }) => counter + 1)),
    deviceId,
    deviceSeq: Math.max(nowMs, ...own.map(({ deviceSeq }) => deviceSeq + 1)),
  }
  const ts = on === null ? BEFORE_TS : performedTs(on, Math.floor(nowMs / 1000), timeZone)
  const fold = foldMarks(past, [{ opId, grade, pass, ts, stamp, supersededByOwnEdit: false }])
  const winnerAuthorId = past.find((edit) => edit.opId === fold.winner.opId)?.authorId ?? by ?? userId
  const lane: FoldedLane = { memberId, schemeId, nodeId, fold, winnerAuthorId, arriving: [] }
  return { ...lane, opId, grade, pass, ts, day: on ?? BEFORE_DAY, stamp, by, ...(place ? { place } : {}) }
}

async function insertMarks(
  tx: Tx,
  { clubId, userId, nowMs, run }: Bringer,
  marks: readonly WrittenMark[],
): Promise<void> {
  await execute(tx, INSERT, [
    Math.floor(nowMs / 1000),
    nowMs,
    run,
    marks.map(({ opId }) => opId),
    marks.map(({ memberId }) => memberId),
    marks.map(({ schemeId }) => schemeId),
    marks.map(({ nodeId }) => nodeId),
    marks.map(({ grade }) => grade),
    marks.map(({ pass }) => pass),
    marks.map(({ ts }) => ts),
    marks.map(({ day }) => day),
    marks.map(({ stamp }) => stamp.counter),
    marks.map(({ stamp }) => stamp.deviceId),
    marks.map(({ stamp }) => stamp.deviceSeq),
    marks.map(({ by }) => by ?? userId),
    marks.map(({ place }) => place?.clubId ?? clubId),
    marks.map(({ place }) => place?.groupId ?? null),
  ])
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
