import { Compile } from 'typebox/compile'
import { MarkPayload, type Operation } from '#contract/assessment/sync.ts'
import { daysBetween, isDate, localDate, performedTs } from '#domain/platform/club-time.ts'
import { markLane } from '#domain/assessment/mark.ts'
import { MAX_WAIT_DAYS } from '#domain/scheduling/session-day.ts'
import { prepared, type Tx } from '#server/platform/tenancy.ts'
import { coversSession } from './session-cover-sql.ts'
import { payloadHash } from './new-operation.ts'

const payloadCheck = Compile(MarkPayload)

/** A mark that passed all checks. */
export interface CheckedMark {
  op: Operation
  /** The payload as it was sent; only a date or a time of entry in the future is set to the server's. */
  payload: MarkPayload
  schemeId: string
  lane: string
  /** The time at which the skill was performed, unix seconds. */
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

/** A checked operation, or why it is refused. */
export type Checked = { ok: true; mark: CheckedMark } | { ok: false; op: Operation; code: RejectionCode }

interface Context {
  position: number
  /** The day of the mark, not after the day of entry. */
  date: string
  group_found: boolean
  member: MemberFound
  scheme_id: string | null
  time_zone: string | null
  coached: boolean
  taught: boolean
  node_found: boolean
  /** The node may be marked in the group (see `OFFERED`). */
  offered: boolean
  pass_known: boolean
}

/** The member whom an operation names: at this club, merged into another, erased, or never at this club (null). */
export type MemberFound = 'here' | 'merged' | 'erased' | null

/**
 * SQL of the day of an entry. A date after the day of entry becomes the day of entry, as stamps are clamped [R7.16], so
 * that a tablet whose clock runs ahead makes no marks and no awards in the future.
 */
export function effectiveDay(date: string, entered: string, timeZone: string): string {
  return `least(${date}, (to_timestamp(${entered}) AT TIME ZONE coalesce(${timeZone}, 'UTC'))::date)`
}

/** SQL of a `MemberFound`, from the member's row at the club, `cm`; `club` and `member` are those of the operation. */
export function memberFound(club: string, member: string): string {
  return `CASE WHEN cm.status = 'merged' THEN 'merged' WHEN cm.member_id IS NOT NULL THEN 'here'
         WHEN EXISTS (SELECT FROM changes e WHERE e.club_id = ${club} AND e.kind = 'erasure' AND e.key = ${member}::text) THEN 'erased' END`
}

/** Why an operation about this member is refused; null when the member is at this club. */
export function memberRefusal(found: MemberFound): RejectionCode | null {
  if (found === 'here') return null
  if (found === null) return 'UNKNOWN_MEMBER_OR_GROUP'
  return found === 'merged' ? 'MEMBER_MERGED' : 'MEMBER_ERASED'
}

/** The author of operations, with the features that limit what the author may do. */
export interface Author {
  userId: string
  features: Readonly<Record<string, boolean | number>>
}

/** The checks that need no database: kind, author, payload, hash, lane. */
function checkAlone(
  op: Operation,
  author: Author,
): { ok: true; payload: MarkPayload } | { ok: false; code: RejectionCode } {
  const refuse = (code: RejectionCode) => ({ ok: false as const, code })
  if (op.kind !== 'mark' || op.payloadVersion !== 1) return refuse('UNKNOWN_KIND')
  if (op.authorUuid !== author.userId) return refuse('WRONG_AUTHOR')
  if (!payloadCheck.Check(op.payload)) return refuse('INVALID_PAYLOAD')
  const payload: MarkPayload = op.payload
  if (!isDate(payload.assessmentDate)) return refuse('INVALID_PAYLOAD')
  if (payloadHash(payload) !== op.payloadHash) return refuse('HASH_MISMATCH')
  if (op.lane !== markLane(payload.memberUuid, payload.schemeSlug, payload.schemeNodeId)) return refuse('WRONG_LANE')
  const manual = payload.schemeNodeId.endsWith('/manual')
  if (manual && (payload.assessmentGrade > 1 || payload.assessmentPassGrade !== 1)) return refuse('INVALID_PAYLOAD')
  return { ok: true, payload }
}

/**
 * SQL condition: node `n` may be marked in group `g` by a coach without additional assessments [9.25], because it is
 * below one of the group's assessment levels. The condition also holds when the device had not received the group as it
 * is now, or when the scheme was saved after the mark was entered: a change by an administrator or author must not
 * invalidate the work of a session without network. Taking a mark back is always allowed (see the query).
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
 * Checks marks, against the database too: group, member, node and day, in one query for all. Members and coaches who
 * left a group still count on the day after their last date, because whoever is removed today gets yesterday as the
 * last date, and marks from earlier today, perhaps made without network, were right.
 */
export async function checkMarks(tx: Tx, ops: readonly Operation[], author: Author, nowMs: number): Promise<Checked[]> {
  if (ops.length === 0) return []
  const checkedAlone = ops.map((op) => checkAlone(op, author))
  const wellFormed = checkedAlone.flatMap((checked, position) =>
    checked.ok ? [{ position, payload: checked.payload, op: ops[position] }] : [],
  )
  const column = (pick: (p: MarkPayload) => unknown) => wellFormed.map((a) => pick(a.payload))
  const now = Math.floor(nowMs / 1000)
  // two prepared statements instead of one with a parameter, because PostgreSQL would plan that one anew for every
  // batch
  const additional = Boolean(author.features['ENABLE_ADDITIONAL_ASSESSMENTS'])
  const { rows } = await tx.query<Context>(
    prepared(
      `SELECT a.position, d.date, g.id IS NOT NULL AS group_found, ${memberFound('a.club', 'a.member_id')} AS member, s.id AS scheme_id, cl.time_zone,
       EXISTS (SELECT FROM group_coaches gc JOIN user_clubs uc ON uc.client_id = gc.client_id AND uc.user_id = gc.user_id AND uc.club_id = g.club_id
         WHERE gc.client_id = g.client_id AND gc.group_id = g.id AND gc.user_id = $1
           AND d.date >= gc.from_date AND (gc.to_date IS NULL OR d.date <= gc.to_date + 1)
           AND d.date >= uc.from_date AND (uc.to_date IS NULL OR d.date <= uc.to_date + 1))
         OR ${coversSession('d.date', '$1')} AS coached,
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
     CROSS JOIN LATERAL (SELECT ${effectiveDay('a.date', 'a.entered', 'cl.time_zone')} AS date) d
     LEFT JOIN club_members cm ON cm.club_id = a.club AND cm.member_id = a.member_id
     LEFT JOIN schemes s ON s.slug = a.slug AND s.deleted_at IS NULL
     LEFT JOIN scheme_nodes n ON n.client_id = s.client_id AND n.scheme_id = s.id AND n.id = a.node AND n.deleted_at IS NULL`,
      [
        author.userId,
        wellFormed.map((a) => a.position),
        wellFormed.map((a) => a.op?.club),
        column((p) => p.groupId),
        column((p) => p.memberUuid),
        column((p) => p.schemeSlug),
        column((p) => p.schemeNodeId.replace(/\/manual$/, '')),
        column((p) => p.schemeNodeId.endsWith('/manual')),
        column((p) => p.assessmentPassGrade),
        column((p) => p.assessmentDate),
        wellFormed.map((a) => a.op?.baseRev ?? null),
        column((p) => Math.min(p.timestamp, now)),
        column((p) => p.assessmentGrade),
      ],
    ),
  )
  const contexts = new Map(rows.map((row) => [row.position, row]))
  return ops.map((op, position): Checked => {
    const checked = checkedAlone[position]
    if (!checked?.ok) return { ok: false, op, code: checked?.code ?? 'INVALID_PAYLOAD' }
    const found = contexts.get(position)
    if (!found || found.time_zone === null) return { ok: false, op, code: 'UNKNOWN_MEMBER_OR_GROUP' }
    const { timestamp } = checked.payload
    const payload = { ...checked.payload, assessmentDate: found.date, timestamp: Math.min(timestamp, now) }
    const code = refusal(found, payload, found.time_zone, author, nowMs)
    if (code) return { ok: false, op, code }
    const ts = performedTs(payload.assessmentDate, payload.timestamp, found.time_zone)
    return { ok: true, mark: { op, payload, schemeId: found.scheme_id ?? '', lane: op.lane, ts } }
  })
}

/**
 * Checks existence first, then rights, then the mark. An id of another tenant or club is refused like one that does not
 * exist.
 */
function refusal(
  found: Context,
  payload: MarkPayload,
  timeZone: string,
  author: Author,
  nowMs: number,
): RejectionCode | null {
  if (!found.group_found) return 'UNKNOWN_MEMBER_OR_GROUP'
  const memberCode = memberRefusal(found.member)
  if (memberCode) return memberCode
  if (!found.coached || !found.taught) return 'NOT_ASSIGNED'
  if (found.scheme_id === null || !found.node_found) return 'UNKNOWN_NODE'
  if (!found.offered) return 'NOT_IN_LEVELS'
  if (!found.pass_known) return 'PASS_GRADE_UNKNOWN'
  return dateRefused(payload, author, timeZone, nowMs) ? 'DATE_NOT_ALLOWED' : null
}

/**
 * A mark must be for the day of entry on the device or, where past dates are allowed, up to MAX_PAST_DAYS_ATTENDANCE
 * days before it [R7.17]. The entry may be MAX_WAIT_DAYS old, because the mark may have waited without network. The
 * author can give a refused mark another day on the device.
 */
function dateRefused(payload: MarkPayload, author: Author, timeZone: string, nowMs: number): boolean {
  const today = localDate(nowMs, timeZone)
  const entered = localDate(payload.timestamp * 1000, timeZone)
  const back = daysBetween(payload.assessmentDate, entered)
  const limit = author.features['CAN_ASSESS_IN_THE_PAST'] ? Number(author.features['MAX_PAST_DAYS_ATTENDANCE'] ?? 0) : 0
  return back > limit || daysBetween(entered, today) > MAX_WAIT_DAYS
}
