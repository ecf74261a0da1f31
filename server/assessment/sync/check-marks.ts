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
  /**
   * The payload as it was sent, but a future time of entry is the server's time, and a future date the day of entry.
   */
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

/** What the database says about a mark's group, member, node and day. */
interface MarkFacts {
  position: number
  /** The day of the mark, not after the day of entry. */
  date: string
  group_found: boolean
  member: MemberFound
  scheme_id: string | null
  time_zone: string | null
  /** The author is a coach of the group on that day, or covers its session. */
  coached: boolean
  /** The member is in the group on that day. */
  taught: boolean
  node_found: boolean
  /** The node may be marked in the group (see `NODE_ALLOWED`). */
  node_allowed: boolean
  /** The pass grade is one that the node has or had. */
  pass_known: boolean
}

/** The member whom an operation names: at this club, merged into another, erased, or never at this club (null). */
export type MemberFound = 'at-club' | 'merged' | 'erased' | null

/**
 * SQL of the day for which an entry counts. A date after the day of entry becomes the day of entry, as stamps are
 * clamped [R7.16], so that a tablet whose clock runs ahead makes no marks and no awards in the future.
 */
export function effectiveDay(date: string, entered: string, timeZone: string): string {
  return `least(${date}, (to_timestamp(${entered}) AT TIME ZONE coalesce(${timeZone}, 'UTC'))::date)`
}

/**
 * SQL of a `MemberFound`, from the member's row of `club_members` in the same query; `club` and `member` are those of
 * the operation.
 */
export function memberFound(club: string, member: string): string {
  return `CASE WHEN club_members.status = 'merged' THEN 'merged'
         WHEN club_members.member_id IS NOT NULL THEN 'at-club'
         WHEN EXISTS (SELECT FROM changes WHERE changes.club_id = ${club} AND changes.kind = 'erasure'
           AND changes.key = ${member}::text) THEN 'erased' END`
}

/**
 * SQL condition: on this date the coach is assigned to the group of the row `groups` and works at its club, or covers
 * its session. The day after the last date counts too (see `checkMarks`). The query also needs the row `operation`
 * (`coversSession`).
 */
export function coachesGroup(date: string, coach: string): string {
  return `EXISTS (SELECT FROM group_coaches
           JOIN user_clubs ON user_clubs.client_id = group_coaches.client_id
             AND user_clubs.user_id = group_coaches.user_id AND user_clubs.club_id = groups.club_id
         WHERE group_coaches.client_id = groups.client_id AND group_coaches.group_id = groups.id
           AND group_coaches.user_id = ${coach}
           AND ${date} >= group_coaches.from_date
           AND (group_coaches.to_date IS NULL OR ${date} <= group_coaches.to_date + 1)
           AND ${date} >= user_clubs.from_date AND (user_clubs.to_date IS NULL OR ${date} <= user_clubs.to_date + 1))
         OR ${coversSession(date, coach)}`
}

/** SQL condition: on this date, or the day before, the member is in the group of the row `groups`. */
export function memberInGroup(date: string, member: string): string {
  return `EXISTS (SELECT FROM group_members
         WHERE group_members.client_id = groups.client_id AND group_members.group_id = groups.id
           AND group_members.member_id = ${member}
           AND ${date} >= group_members.from_date
           AND (group_members.to_date IS NULL OR ${date} <= group_members.to_date + 1))`
}

/** Why an operation about this member is refused; null when the member is at this club. */
export function memberRefusal(found: MemberFound): RejectionCode | null {
  if (found === 'at-club') return null
  if (found === null) return 'UNKNOWN_MEMBER_OR_GROUP'
  return found === 'merged' ? 'MEMBER_MERGED' : 'MEMBER_ERASED'
}

/** The author of operations, with the features that limit what the author may do. */
export interface Author {
  userId: string
  features: Readonly<Record<string, boolean | number>>
}

/** The checks that need no database: kind, author, payload, hash, lane. */
function precheck(
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
  // the grades of a manual pass are 1 (passed), 0 (no decision) and -1 (not passed)
  if (manual && (payload.assessmentGrade > 1 || payload.assessmentPassGrade !== 1)) return refuse('INVALID_PAYLOAD')
  return { ok: true, payload }
}

/**
 * SQL condition: a coach without additional assessments [9.25] may mark the operation's node in its group. The last two
 * of the three alternatives are there because a change by an administrator or author must not invalidate the work of a
 * session without network. The condition reads the query's rows `groups`, `schemes`, `scheme_nodes` and `operation`.
 */
const NODE_ALLOWED = `(
         -- the node or one above it is an assessment level of the group
         schemes.id = groups.scheme_id AND EXISTS (
           WITH RECURSIVE ancestors AS (
             SELECT scheme_nodes.id, scheme_nodes.parent_id
             UNION ALL
             SELECT parent.id, parent.parent_id FROM ancestors
             JOIN scheme_nodes parent ON parent.client_id = schemes.client_id AND parent.scheme_id = schemes.id
               AND parent.id = ancestors.parent_id)
           SELECT FROM ancestors WHERE ancestors.id = ANY(groups.assessment_levels))
         -- the device had not yet received the group's last change
         OR EXISTS (SELECT FROM changes WHERE changes.client_id = groups.client_id AND changes.club_id = groups.club_id
           AND changes.kind = 'group' AND changes.key = groups.id::text AND changes.rev > operation.base_rev)
         -- the scheme's last edit is newer than the mark
         OR (SELECT scheme_edits.at FROM scheme_edits
           WHERE scheme_edits.client_id = schemes.client_id AND scheme_edits.scheme_id = schemes.id
           ORDER BY scheme_edits.revision DESC LIMIT 1) > to_timestamp(operation.entered))`

/**
 * Checks marks, against the database too: group, member, node and day, in one query for all. Members and coaches who
 * left a group still count on the day after their last date, because whoever is removed today gets yesterday as the
 * last date, and marks from earlier today, perhaps made without network, were right.
 */
export async function checkMarks(tx: Tx, ops: readonly Operation[], author: Author, nowMs: number): Promise<Checked[]> {
  if (ops.length === 0) return []
  const prechecked = ops.map((op) => precheck(op, author))
  const wellFormed = prechecked.flatMap((checked, position) => {
    const op = ops[position]
    return checked.ok && op ? [{ position, op, payload: checked.payload }] : []
  })
  const fieldOfEach = (pick: (payload: MarkPayload) => unknown) => wellFormed.map(({ payload }) => pick(payload))
  const nowSeconds = Math.floor(nowMs / 1000)
  // two prepared statements instead of one with a parameter, because PostgreSQL would plan that one anew for every
  // batch
  const additional = Boolean(author.features['ENABLE_ADDITIONAL_ASSESSMENTS'])
  // one row of facts for each well-formed mark; $1 is the author, the other parameters are the columns of `operation`
  const { rows } = await tx.query<MarkFacts>(
    prepared(
      `SELECT operation.position, day.date, groups.id IS NOT NULL AS group_found,
       ${memberFound('operation.club', 'operation.member_id')} AS member,
       schemes.id AS scheme_id, clubs.time_zone,
       ${coachesGroup('day.date', '$1')} AS coached,
       ${memberInGroup('day.date', 'club_members.member_id')} AS taught,
       -- skills get marks; levels and skill groups get manual passes
       scheme_nodes.id IS NOT NULL AND (operation.manual = (scheme_nodes.t <> 's')) AS node_found,
       -- a mark may always be taken back
       ${additional ? 'true' : `operation.grade <= 0 OR ${NODE_ALLOWED}`} AS node_allowed,
       operation.manual OR EXISTS (SELECT FROM node_pass_grades
         WHERE node_pass_grades.client_id = scheme_nodes.client_id
           AND node_pass_grades.scheme_id = scheme_nodes.scheme_id AND node_pass_grades.node_id = scheme_nodes.id
           AND node_pass_grades.pass = operation.pass) AS pass_known
     FROM unnest($2::int[], $3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::text[], $8::boolean[], $9::int[],
         $10::date[], $11::bigint[], $12::bigint[], $13::int[])
       AS operation (position, club, group_id, member_id, slug, node, manual, pass, date, base_rev, entered, grade)
     LEFT JOIN groups ON groups.id = operation.group_id AND groups.club_id = operation.club
     LEFT JOIN clubs ON clubs.client_id = groups.client_id AND clubs.id = groups.club_id
     CROSS JOIN LATERAL (
       SELECT ${effectiveDay('operation.date', 'operation.entered', 'clubs.time_zone')} AS date) day
     LEFT JOIN club_members ON club_members.club_id = operation.club AND club_members.member_id = operation.member_id
     LEFT JOIN schemes ON schemes.slug = operation.slug AND schemes.deleted_at IS NULL
     LEFT JOIN scheme_nodes ON scheme_nodes.client_id = schemes.client_id AND scheme_nodes.scheme_id = schemes.id
       AND scheme_nodes.id = operation.node AND scheme_nodes.deleted_at IS NULL`,
      [
        author.userId,
        wellFormed.map(({ position }) => position),
        wellFormed.map(({ op }) => op.club),
        fieldOfEach((payload) => payload.groupId),
        fieldOfEach((payload) => payload.memberUuid),
        fieldOfEach((payload) => payload.schemeSlug),
        fieldOfEach((payload) => payload.schemeNodeId.replace(/\/manual$/, '')),
        fieldOfEach((payload) => payload.schemeNodeId.endsWith('/manual')),
        fieldOfEach((payload) => payload.assessmentPassGrade),
        fieldOfEach((payload) => payload.assessmentDate),
        wellFormed.map(({ op }) => op.baseRev),
        fieldOfEach((payload) => Math.min(payload.timestamp, nowSeconds)),
        fieldOfEach((payload) => payload.assessmentGrade),
      ],
    ),
  )
  const factsByPosition = new Map(rows.map((row) => [row.position, row]))
  return ops.map((op, position): Checked => {
    const checked = prechecked[position]
    // there is a result for each operation; the default is only for the compiler
    if (!checked?.ok) return { ok: false, op, code: checked?.code ?? 'INVALID_PAYLOAD' }
    const facts = factsByPosition.get(position)
    // the time zone is that of the group's club, so it is missing when this club has no such group
    if (!facts || facts.time_zone === null) return { ok: false, op, code: 'UNKNOWN_MEMBER_OR_GROUP' }
    const { timestamp } = checked.payload
    const payload = { ...checked.payload, assessmentDate: facts.date, timestamp: Math.min(timestamp, nowSeconds) }
    const code = refusal(facts, payload, facts.time_zone, author, nowMs)
    if (code) return { ok: false, op, code }
    // `refusal` has refused marks without a scheme, so '' never occurs
    const ts = performedTs(payload.assessmentDate, payload.timestamp, facts.time_zone)
    return { ok: true, mark: { op, payload, schemeId: facts.scheme_id ?? '', lane: op.lane, ts } }
  })
}

/**
 * Checks existence first, then rights, then the mark. An id of another tenant or club is refused like one that does not
 * exist.
 */
function refusal(
  facts: MarkFacts,
  payload: MarkPayload,
  timeZone: string,
  author: Author,
  nowMs: number,
): RejectionCode | null {
  if (!facts.group_found) return 'UNKNOWN_MEMBER_OR_GROUP'
  const memberCode = memberRefusal(facts.member)
  if (memberCode) return memberCode
  if (!facts.coached || !facts.taught) return 'NOT_ASSIGNED'
  if (facts.scheme_id === null || !facts.node_found) return 'UNKNOWN_NODE'
  if (!facts.node_allowed) return 'NOT_IN_LEVELS'
  if (!facts.pass_known) return 'PASS_GRADE_UNKNOWN'
  return isDateRefused(payload, author, timeZone, nowMs) ? 'DATE_NOT_ALLOWED' : null
}

/**
 * A mark must be for the day of entry on the device or, where past dates are allowed, up to MAX_PAST_DAYS_ATTENDANCE
 * days before it [R7.17]. The entry may be MAX_WAIT_DAYS old, because the mark may have waited without network. The
 * author can give a refused mark another day on the device.
 */
function isDateRefused(payload: MarkPayload, author: Author, timeZone: string, nowMs: number): boolean {
  const today = localDate(nowMs, timeZone)
  const entryDay = localDate(payload.timestamp * 1000, timeZone)
  const daysBack = daysBetween(payload.assessmentDate, entryDay)
  const maxDaysBack = author.features['CAN_ASSESS_IN_THE_PAST']
    ? Number(author.features['MAX_PAST_DAYS_ATTENDANCE'] ?? 0)
    : 0
  // no mark is for a day after its entry, see `effectiveDay`
  return daysBack > maxDaysBack || daysBetween(entryDay, today) > MAX_WAIT_DAYS
}
