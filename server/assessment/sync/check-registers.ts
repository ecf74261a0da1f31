import { Compile } from 'typebox/compile'
import { registerPayloads, type Operation, type RegisterPayload } from '#contract/assessment/sync.ts'
import { daysBetween, isDate, localDate } from '#domain/platform/club-time.ts'
import { registerLane, type RegisterKind } from '#domain/assessment/register.ts'
import { MAX_WAIT_DAYS } from '#domain/scheduling/session-day.ts'
import { prepared, type Tx } from '#server/platform/tenancy.ts'
import {
  coachesGroup,
  effectiveDay,
  memberFound,
  memberInGroup,
  memberRefusal,
  type Author,
  type MemberFound,
  type RejectionCode,
} from './check-marks.ts'
import { payloadHash } from './new-operation.ts'

const checks = {
  attendance: Compile(registerPayloads.attendance),
  badge: Compile(registerPayloads.badge),
  move: Compile(registerPayloads.move),
  note: Compile(registerPayloads.note),
}

/** A register entry (attendance, badge, move or note) that passed all checks. */
export interface CheckedRegister {
  op: Operation
  kind: RegisterKind
  payload: RegisterPayload
  schemeId: string | null
}

/** A checked operation, or why it is refused. */
export type CheckedOp = { ok: true; edit: CheckedRegister } | { ok: false; op: Operation; code: RejectionCode }

/** Whether an operation is a register entry: attendance, badge, move or note. */
export function isRegisterEdit(op: Operation): op is Operation & { kind: RegisterKind } {
  return Object.hasOwn(checks, op.kind)
}

function laneOf(op: Operation, kind: RegisterKind, payload: RegisterPayload): string {
  // the payload is of this kind, which the compiler cannot see
  return registerLane({ kind, club: op.club, ...payload } as Parameters<typeof registerLane>[0])
}

/** The checks that need no database: author, payload, hash, lane. */
function precheck(
  op: Operation & { kind: RegisterKind },
  author: Author,
): { ok: true; payload: RegisterPayload } | { ok: false; code: RejectionCode } {
  const refuse = (code: RejectionCode) => ({ ok: false as const, code })
  if (op.authorUuid !== author.userId) return refuse('WRONG_AUTHOR')
  if (op.payloadVersion !== 1) return refuse('UNKNOWN_KIND')
  const check = checks[op.kind]
  if (!check.Check(op.payload)) return refuse('INVALID_PAYLOAD')
  const payload: RegisterPayload = op.payload
  if ('date' in payload && !isDate(payload.date)) return refuse('INVALID_PAYLOAD')
  if (payloadHash(payload) !== op.payloadHash) return refuse('HASH_MISMATCH')
  if (op.lane !== laneOf(op, op.kind, payload)) return refuse('WRONG_LANE')
  return { ok: true, payload }
}

/** What the database says about the group, member, node and day of a register entry. */
interface RegisterFacts {
  position: number
  time_zone: string | null
  member: MemberFound
  /** The day that the entry is about, not after the day on which it was made. */
  date: string
  /** The author is a coach of the group on that day, or covers its session. */
  coached: boolean
  /** The member is in the group on that day. */
  taught: boolean
  scheme_id: string | null
  node_found: boolean
}

/**
 * Checks register entries, against the database too: group, member, node and day, in one query for all. The day after
 * the last date of a coach or member still counts, as for marks (`checkMarks`).
 */
export async function checkRegisters(
  tx: Tx,
  ops: readonly (Operation & { kind: RegisterKind })[],
  author: Author,
  nowMs: number,
): Promise<CheckedOp[]> {
  if (ops.length === 0) return []
  const prechecked = ops.map((op) => precheck(op, author))
  const wellFormed = prechecked.flatMap((checked, position) => {
    const op = ops[position]
    return checked.ok && op ? [{ position, op, payload: checked.payload }] : []
  })
  const nowSeconds = Math.floor(nowMs / 1000)
  // one row of facts for each well-formed edit; $1 is the author, the other parameters are the columns of `operation`,
  // of which `coachesGroup` reads `entered` and `base_rev`
  const { rows } = await tx.query<RegisterFacts>(
    prepared(
      `SELECT operation.position, clubs.time_zone, day.date,
       ${memberFound('operation.club', 'operation.member')} AS member,
       ${coachesGroup('day.date', '$1')} AS coached,
       ${memberInGroup('day.date', 'operation.member')} AS taught,
       schemes.id AS scheme_id, scheme_nodes.id IS NOT NULL AS node_found
     FROM unnest($2::int[], $3::uuid[], $4::uuid[], $5::uuid[], $6::date[], $7::bigint[], $8::text[], $9::text[],
         $10::bigint[])
       AS operation (position, club, group_id, member, date, entered, slug, node, base_rev)
     LEFT JOIN groups ON groups.id = operation.group_id AND groups.club_id = operation.club
     LEFT JOIN clubs ON clubs.client_id = groups.client_id AND clubs.id = groups.club_id
     CROSS JOIN LATERAL (
       SELECT ${effectiveDay('operation.date', 'operation.entered', 'clubs.time_zone')} AS date) day
     LEFT JOIN club_members ON club_members.club_id = operation.club AND club_members.member_id = operation.member
     LEFT JOIN schemes ON schemes.slug = operation.slug AND schemes.deleted_at IS NULL
     LEFT JOIN scheme_nodes ON scheme_nodes.client_id = schemes.client_id AND scheme_nodes.scheme_id = schemes.id
       AND scheme_nodes.id = operation.node AND scheme_nodes.t = 'l'`,
      [
        author.userId,
        wellFormed.map(({ position }) => position),
        wellFormed.map(({ op }) => op.club),
        wellFormed.map(({ payload }) => payload.groupId),
        wellFormed.map(({ payload }) => payload.memberUuid),
        wellFormed.map(({ payload }) => ('date' in payload ? payload.date : null)),
        wellFormed.map(({ payload }) => Math.min(payload.timestamp, nowSeconds)),
        wellFormed.map(({ payload }) => ('schemeSlug' in payload ? payload.schemeSlug : null)),
        wellFormed.map(({ payload }) => ('schemeNodeId' in payload ? payload.schemeNodeId : null)),
        wellFormed.map(({ op }) => op.baseRev),
      ],
    ),
  )
  const factsByPosition = new Map(rows.map((row) => [row.position, row]))
  return ops.map((op, position): CheckedOp => {
    const checked = prechecked[position]
    // there is a result for each operation; the default is only for the compiler
    if (!checked?.ok) return { ok: false, op, code: checked?.code ?? 'INVALID_PAYLOAD' }
    const facts = factsByPosition.get(position)
    // the time zone is that of the group's club, so it is missing when this club has no such group
    if (!facts || facts.time_zone === null) return { ok: false, op, code: 'UNKNOWN_MEMBER_OR_GROUP' }
    // a date in the future became the day of entry, so the edit belongs to that day's lane
    const timestamp = Math.min(checked.payload.timestamp, nowSeconds)
    const payload = { ...checked.payload, timestamp, ...('date' in checked.payload ? { date: facts.date } : {}) }
    const code = refusal(facts, op.kind, payload, facts.time_zone, author, nowMs)
    if (code) return { ok: false, op, code }
    const movedOp = { ...op, lane: laneOf(op, op.kind, payload) }
    return { ok: true, edit: { op: movedOp, kind: op.kind, payload, schemeId: facts.scheme_id } }
  })
}

/**
 * Checks existence first, then rights, then the day. An id of another tenant or club is refused like one that does not
 * exist.
 */
function refusal(
  facts: RegisterFacts,
  kind: RegisterKind,
  payload: RegisterPayload,
  timeZone: string,
  author: Author,
  nowMs: number,
): RejectionCode | null {
  const memberCode = memberRefusal(facts.member)
  if (memberCode) return memberCode
  if (!facts.coached || !facts.taught) return 'NOT_ASSIGNED'
  if (kind === 'badge' && !facts.node_found) return 'UNKNOWN_NODE'
  const entryDay = localDate(payload.timestamp * 1000, timeZone)
  if (daysBetween(entryDay, localDate(nowMs, timeZone)) > MAX_WAIT_DAYS) return 'DATE_NOT_ALLOWED'
  if (!('date' in payload)) return null
  // attendance, which alone has a date, can be entered up to MAX_PAST_DAYS_ATTENDANCE days later [5.2]
  return daysBetween(payload.date, entryDay) > Number(author.features['MAX_PAST_DAYS_ATTENDANCE'] ?? 0)
    ? 'DATE_NOT_ALLOWED'
    : null
}
