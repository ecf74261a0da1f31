import { Compile } from 'typebox/compile'
import { registerPayloads, type Operation, type RegisterPayload } from '#contract/assessment/sync.ts'
import { daysBetween, isDate, localDate } from '#domain/platform/club-time.ts'
import { registerLane, type RegisterKind } from '#domain/assessment/register.ts'
import { MAX_WAIT_DAYS } from '#domain/scheduling/session-day.ts'
import { prepared, type Tx } from '#server/platform/tenancy.ts'
import { coversSession } from './session-cover-sql.ts'
import {
  effectiveDay,
  memberFound,
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

/** An edit of a register that passed all checks. */
export interface CheckedRegister {
  op: Operation
  kind: RegisterKind
  payload: RegisterPayload
  schemeId: string | null
}

/** A checked operation, or why it is refused. */
export type CheckedOp = { ok: true; edit: CheckedRegister } | { ok: false; op: Operation; code: RejectionCode }

export function isRegister(op: Operation): op is Operation & { kind: RegisterKind } {
  return Object.hasOwn(checks, op.kind)
}

function laneOf(op: Operation, kind: RegisterKind, payload: RegisterPayload): string {
  return registerLane({ kind, club: op.club, ...payload } as Parameters<typeof registerLane>[0])
}

/** The checks that need no database: author, payload, hash, lane. */
function checkAlone(
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

interface Context {
  position: number
  time_zone: string | null
  member: MemberFound
  /** The day of the register, not after the day of entry. */
  date: string
  coached: boolean
  taught: boolean
  scheme_id: string | null
  node_found: boolean
}

/**
 * Checks edits of registers, against the database too: group, member and day, in one query for all. The day after the
 * last date of a coach or member still counts, as for marks (`checkMarks`).
 */
export async function checkRegisters(
  tx: Tx,
  ops: readonly (Operation & { kind: RegisterKind })[],
  author: Author,
  nowMs: number,
): Promise<CheckedOp[]> {
  if (ops.length === 0) return []
  const checkedAlone = ops.map((op) => checkAlone(op, author))
  const wellFormed = checkedAlone.flatMap((checked, position) => {
    const op = ops[position]
    return checked.ok && op ? [{ position, op, payload: checked.payload }] : []
  })
  const now = Math.floor(nowMs / 1000)
  const { rows } = await tx.query<Context>(
    prepared(
      `SELECT a.position, cl.time_zone, d.date, ${memberFound('a.club', 'a.member')} AS member,
       EXISTS (SELECT FROM group_coaches gc JOIN user_clubs uc ON uc.client_id = gc.client_id AND uc.user_id = gc.user_id AND uc.club_id = g.club_id
         WHERE gc.client_id = g.client_id AND gc.group_id = g.id AND gc.user_id = $1
           AND d.date >= gc.from_date AND (gc.to_date IS NULL OR d.date <= gc.to_date + 1)
           AND d.date >= uc.from_date AND (uc.to_date IS NULL OR d.date <= uc.to_date + 1))
         OR ${coversSession('d.date', '$1')} AS coached,
       EXISTS (SELECT FROM group_members gm WHERE gm.client_id = g.client_id AND gm.group_id = g.id AND gm.member_id = a.member
           AND d.date >= gm.from_date AND (gm.to_date IS NULL OR d.date <= gm.to_date + 1)) AS taught,
       s.id AS scheme_id, n.id IS NOT NULL AS node_found
     FROM unnest($2::int[], $3::uuid[], $4::uuid[], $5::uuid[], $6::date[], $7::bigint[], $8::text[], $9::text[], $10::bigint[])
       AS a (position, club, group_id, member, date, entered, slug, node, base_rev)
     LEFT JOIN groups g ON g.id = a.group_id AND g.club_id = a.club
     LEFT JOIN clubs cl ON cl.client_id = g.client_id AND cl.id = g.club_id
     CROSS JOIN LATERAL (SELECT ${effectiveDay('a.date', 'a.entered', 'cl.time_zone')} AS date) d
     LEFT JOIN club_members cm ON cm.club_id = a.club AND cm.member_id = a.member
     LEFT JOIN schemes s ON s.slug = a.slug AND s.deleted_at IS NULL
     LEFT JOIN scheme_nodes n ON n.client_id = s.client_id AND n.scheme_id = s.id AND n.id = a.node AND n.t = 'l'`,
      [
        author.userId,
        wellFormed.map((a) => a.position),
        wellFormed.map((a) => a.op.club),
        wellFormed.map((a) => a.payload.groupId),
        wellFormed.map((a) => a.payload.memberUuid),
        wellFormed.map((a) => ('date' in a.payload ? a.payload.date : null)),
        wellFormed.map((a) => Math.min(a.payload.timestamp, now)),
        wellFormed.map((a) => ('schemeSlug' in a.payload ? a.payload.schemeSlug : null)),
        wellFormed.map((a) => ('schemeNodeId' in a.payload ? a.payload.schemeNodeId : null)),
        wellFormed.map((a) => a.op.baseRev),
      ],
    ),
  )
  const contexts = new Map(rows.map((row) => [row.position, row]))
  return ops.map((op, position): CheckedOp => {
    const checked = checkedAlone[position]
    if (!checked?.ok) return { ok: false, op, code: checked?.code ?? 'INVALID_PAYLOAD' }
    const found = contexts.get(position)
    if (!found || found.time_zone === null) return { ok: false, op, code: 'UNKNOWN_MEMBER_OR_GROUP' }
    // a date in the future became the day of entry, so the edit belongs to that day's lane
    const timestamp = Math.min(checked.payload.timestamp, now)
    const payload = { ...checked.payload, timestamp, ...('date' in checked.payload ? { date: found.date } : {}) }
    const code = refusal(found, op.kind, payload, found.time_zone, author, nowMs)
    if (code) return { ok: false, op, code }
    const dated = { ...op, lane: laneOf(op, op.kind, payload) }
    return { ok: true, edit: { op: dated, kind: op.kind, payload, schemeId: found.scheme_id } }
  })
}

/**
 * Checks existence first, then rights, then the day. An id of another tenant or club is refused like one that does not
 * exist.
 */
function refusal(
  found: Context,
  kind: RegisterKind,
  payload: RegisterPayload,
  timeZone: string,
  author: Author,
  nowMs: number,
): RejectionCode | null {
  const memberCode = memberRefusal(found.member)
  if (memberCode) return memberCode
  if (!found.coached || !found.taught) return 'NOT_ASSIGNED'
  if (kind === 'badge' && !found.node_found) return 'UNKNOWN_NODE'
  const entered = localDate(payload.timestamp * 1000, timeZone)
  if (daysBetween(entered, localDate(nowMs, timeZone)) > MAX_WAIT_DAYS) return 'DATE_NOT_ALLOWED'
  if (!('date' in payload)) return null
  // a register can be taken up to MAX_PAST_DAYS_ATTENDANCE days after its date [5.2]
  return daysBetween(payload.date, entered) > Number(author.features['MAX_PAST_DAYS_ATTENDANCE'] ?? 0)
    ? 'DATE_NOT_ALLOWED'
    : null
}
