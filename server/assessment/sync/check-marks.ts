import { Compile } from 'typebox/compile'
import { MarkPayload, type Operation } from '#contract/assessment/sync.ts'
import { daysBetween, isDate, localDate, performedTs } from '#domain/platform/club-time.ts'
import { markLane } from '#domain/assessment/mark.ts'
import { LONGEST_WAIT_DAYS } from '#domain/scheduling/session-day.ts'
import { prepared, type Tx } from '#server/platform/tenancy.ts'
import { covered } from './covered.ts'
import { payloadHash } from './new-operation.ts'

const payloadCheck = Compile(MarkPayload)

/** A mark that may be applied. */
export interface CheckedMark {
  op: Operation
  /** As it was sent; a date and a time of entry from the future are set to the server's. */
  payload: MarkPayload
  schemeId: string
  lane: string
  /** Performed time, unix seconds. */
  ts: number
}

/** Why an operation is refused; `docs/errors.md` explains each. */
export type RejectionCode =
  | 'UNKNOWN_KIND'
  | 'INVALID_PAYLOAD'
  | 'HASH_MISMATCH'
  | 'OP_ID_REUSED'
  | 'WRONG_LANE'
  | 'WRONG_AUTHOR'
  | 'UNKNOWN_MEMBER_OR_GROUP'
  | 'MEMBER_MERGED'
  | 'MEMBER_ERASED'
  | 'NOT_ASSIGNED'
  | 'UNKNOWN_NODE'
  | 'NOT_IN_LEVELS'
  | 'PASS_GRADE_UNKNOWN'
  | 'DATE_NOT_ALLOWED'
  | 'FEATURE_OFF'
  | 'UNKNOWN_PLAN'
  | 'NOT_PLAN_OWNER'
  | 'PLAN_CHANGED'
  | 'UNKNOWN_COLLEAGUE'

export type Checked = { ok: true; mark: CheckedMark } | { ok: false; op: Operation; code: RejectionCode }

interface Context {
  position: number
  /** The day that the mark is for. */
  date: string
  group_found: boolean
  member: MemberFound
  scheme_id: string | null
  time_zone: string | null
  coached: boolean
  taught: boolean
  node_found: boolean
  /** Below a level that may be marked in the group; or nobody need ask. */
  offered: boolean
  pass_known: boolean
}

/** What became of a member whom an operation names: here, gone in a way that can be said, or never of this club (null). */
export type MemberFound = 'here' | 'merged' | 'erased' | null

/**
 * SQL of the day that an entry is for. Dates are clamped like stamps [R7.16]: a day to come is the day of entry,
 * so that a tablet whose clock runs ahead gives no mark and no award of days to come.
 */
export function dayFor(date: string, entered: string, timeZone: string): string {
  return `least(${date}, (to_timestamp(${entered}) AT TIME ZONE coalesce(${timeZone}, 'UTC'))::date)`
}

/** SQL of a `MemberFound`, from the member's club row `cm`; `club` and `member` are those of the operation. */
export function memberFound(club: string, member: string): string {
  return `CASE WHEN cm.status = 'merged' THEN 'merged' WHEN cm.member_id IS NOT NULL THEN 'here'
         WHEN EXISTS (SELECT FROM changes e WHERE e.club_id = ${club} AND e.kind = 'erasure' AND e.key = ${member}::text) THEN 'erased' END`
}

/** Why an operation about this member is refused, null when the member is here. */
export function memberRefusal(found: MemberFound): RejectionCode | null {
  if (found === 'here') return null
  if (found === null) return 'UNKNOWN_MEMBER_OR_GROUP'
  return found === 'merged' ? 'MEMBER_MERGED' : 'MEMBER_ERASED'
}

export interface Author {
  userId: string
  features: Readonly<Record<string, boolean | number>>
}

/** Checks what an operation says of itself: kind, payload, hash, lane, author. No look at the database. */
function checkAlone(
  op: Operation,
  author: Author,
): { ok: true; payload: MarkPayload } | { ok: false; code: RejectionCode } {
  const no = (code: RejectionCode) => ({ ok: false as const, code })
  if (op.kind !== 'mark' || op.payloadVersion !== 1) return no('UNKNOWN_KIND')
  if (op.authorUuid !== author.userId) return no('WRONG_AUTHOR')
  if (!payloadCheck.Check(op.payload)) return no('INVALID_PAYLOAD')
  const payload: MarkPayload = op.payload
  if (!isDate(payload.assessmentDate)) return no('INVALID_PAYLOAD')
  if (payloadHash(payload) !== op.payloadHash) return no('HASH_MISMATCH')
  if (op.lane !== markLane(payload.memberUuid, payload.schemeSlug, payload.schemeNodeId)) return no('WRONG_LANE')
  const manual = payload.schemeNodeId.endsWith('/manual')
  if (manual && (payload.assessmentGrade > 1 || payload.assessmentPassGrade !== 1)) return no('INVALID_PAYLOAD')
  return { ok: true, payload }
}

/**
 * Whether node `n` may be marked in group `g` without additional assessments [9.25]: it stands below one of the group's
 * assessment levels. A device that had not seen the group as it is now, or marked before an author's last save, is
 * believed: neither the office nor an author may undo the work of a session without network. Taking back is never additional.
 */
const OFFERED = `(
         s.id = g.scheme_id AND EXISTS (WITH RECURSIVE up AS (
             SELECT n.id, n.parent_id
             UNION ALL
             SELECT p.id, p.parent_id FROM up
             JOIN scheme_nodes p ON p.client_id = n.client_id AND p.scheme_id = n.scheme_id AND p.id = up.parent_id)
           SELECT FROM up WHERE up.id = ANY(g.assessment_levels))
         OR EXISTS (SELECT FROM changes c WHERE c.client_id = g.client_id AND c.club_id = g.club_id AND c.kind = 'group'
           AND c.key = g.id::text AND c.rev > a.base_rev)
         OR (SELECT e.at FROM scheme_edits e WHERE e.client_id = s.client_id AND e.scheme_id = s.id
           ORDER BY e.revision DESC LIMIT 1) > to_timestamp(a.entered))`

/**
 * Checks operations against the database: whose group, which member, which node, which day. One query for all. A child
 * or a coach who left still counts there on the day after their last one: whoever is taken out is out since yesterday,
 * and what was marked earlier on the day, perhaps without network, was right.
 */
export async function checkMarks(tx: Tx, ops: readonly Operation[], author: Author, nowMs: number): Promise<Checked[]> {
  if (ops.length === 0) return []
  const alone = ops.map((op) => checkAlone(op, author))
  const asked = alone.flatMap((one, position) =>
    one.ok ? [{ position, payload: one.payload, op: ops[position] }] : [],
  )
  const column = (pick: (p: MarkPayload) => unknown) => asked.map((a) => pick(a.payload))
  const now = Math.floor(nowMs / 1000)
  // two statements, not one with a switch: that one would be planned anew for every batch
  const additional = Boolean(author.features['ENABLE_ADDITIONAL_ASSESSMENTS'])
  const { rows } = await tx.query<Context>(
    prepared(
      `SELECT a.position, d.date, g.id IS NOT NULL AS group_found, ${memberFound('a.club', 'a.member_id')} AS member, s.id AS scheme_id, cl.time_zone,
       EXISTS (SELECT FROM group_coaches gc JOIN user_clubs uc ON uc.client_id = gc.client_id AND uc.user_id = gc.user_id AND uc.club_id = g.club_id
         WHERE gc.client_id = g.client_id AND gc.group_id = g.id AND gc.user_id = $1
           AND d.date >= gc.from_date AND (gc.to_date IS NULL OR d.date <= gc.to_date + 1)
           AND d.date >= uc.from_date AND (uc.to_date IS NULL OR d.date <= uc.to_date + 1))
         OR ${covered('d.date', '$1')} AS coached,
       EXISTS (SELECT FROM group_members gm WHERE gm.client_id = g.client_id AND gm.group_id = g.id AND gm.member_id = cm.member_id
           AND d.date >= gm.from_date AND (gm.to_date IS NULL OR d.date <= gm.to_date + 1)) AS taught,
       n.id IS NOT NULL AND (a.manual = (n.t <> 's')) AS node_found,
       ${additional ? 'true' : `a.grade <= 0 OR ${OFFERED}`} AS offered,
       a.manual OR EXISTS (SELECT FROM node_pass_grades p WHERE p.client_id = n.client_id AND p.scheme_id = n.scheme_id
           AND p.node_id = n.id AND p.pass = a.pass) AS pass_known
     FROM unnest($2::int[], $3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::text[], $8::boolean[], $9::int[], $10::date[], $11::bigint[], $12::bigint[], $13::int[])
       AS a (position, club, group_id, member_id, slug, node, manual, pass, date, base_rev, entered, grade)
     LEFT JOIN groups g ON g.id = a.group_id AND g.club_id = a.club
     LEFT JOIN clubs cl ON cl.client_id = g.client_id AND cl.id = g.club_id
     CROSS JOIN LATERAL (SELECT ${dayFor('a.date', 'a.entered', 'cl.time_zone')} AS date) d
     LEFT JOIN club_members cm ON cm.club_id = a.club AND cm.member_id = a.member_id
     LEFT JOIN schemes s ON s.slug = a.slug AND s.deleted_at IS NULL
     LEFT JOIN scheme_nodes n ON n.client_id = s.client_id AND n.scheme_id = s.id AND n.id = a.node AND n.deleted_at IS NULL`,
      [
        author.userId,
        asked.map((a) => a.position),
        asked.map((a) => a.op?.club),
        column((p) => p.groupId),
        column((p) => p.memberUuid),
        column((p) => p.schemeSlug),
        column((p) => p.schemeNodeId.replace(/\/manual$/, '')),
        column((p) => p.schemeNodeId.endsWith('/manual')),
        column((p) => p.assessmentPassGrade),
        column((p) => p.assessmentDate),
        asked.map((a) => a.op?.baseRev ?? null),
        column((p) => Math.min(p.timestamp, now)),
        column((p) => p.assessmentGrade),
      ],
    ),
  )
  const contexts = new Map(rows.map((row) => [row.position, row]))
  return ops.map((op, position): Checked => {
    const one = alone[position]
    if (!one?.ok) return { ok: false, op, code: one?.code ?? 'INVALID_PAYLOAD' }
    const found = contexts.get(position)
    if (!found || found.time_zone === null) return { ok: false, op, code: 'UNKNOWN_MEMBER_OR_GROUP' }
    const { timestamp } = one.payload
    const payload = { ...one.payload, assessmentDate: found.date, timestamp: Math.min(timestamp, now) }
    const code = refusal(found, payload, found.time_zone, author, nowMs)
    if (code) return { ok: false, op, code }
    const ts = performedTs(payload.assessmentDate, payload.timestamp, found.time_zone)
    return { ok: true, mark: { op, payload, schemeId: found.scheme_id ?? '', lane: op.lane, ts } }
  })
}

/** A foreign id answers like a missing one; then rights, then the mark itself. */
function refusal(
  found: Context,
  payload: MarkPayload,
  timeZone: string,
  author: Author,
  nowMs: number,
): RejectionCode | null {
  if (!found.group_found) return 'UNKNOWN_MEMBER_OR_GROUP'
  const gone = memberRefusal(found.member)
  if (gone) return gone
  if (!found.coached || !found.taught) return 'NOT_ASSIGNED'
  if (found.scheme_id === null || !found.node_found) return 'UNKNOWN_NODE'
  if (!found.offered) return 'NOT_IN_LEVELS'
  if (!found.pass_known) return 'PASS_GRADE_UNKNOWN'
  return dateRefused(payload, author, timeZone, nowMs) ? 'DATE_NOT_ALLOWED' : null
}

/**
 * A mark is for its own day unless past dates are allowed, then up to MAX_PAST_DAYS_ATTENDANCE days back [R7.17].
 * "Its own day" is the day of entry on the device, up to 30 days ago, because it may have waited offline. What is
 * refused for its day can be given another one by its author.
 */
function dateRefused(payload: MarkPayload, author: Author, timeZone: string, nowMs: number): boolean {
  const today = localDate(nowMs, timeZone)
  const entered = localDate(payload.timestamp * 1000, timeZone)
  const back = daysBetween(payload.assessmentDate, entered)
  const limit = author.features['CAN_ASSESS_IN_THE_PAST'] ? Number(author.features['MAX_PAST_DAYS_ATTENDANCE'] ?? 0) : 0
  return back > limit || daysBetween(entered, today) > LONGEST_WAIT_DAYS
}
