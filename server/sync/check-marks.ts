import { Compile } from 'typebox/compile'
import { createHash } from 'node:crypto'
import { MarkPayload, type Operation } from '#contract/sync.ts'
import { canonicalJson } from '#domain/canonical.ts'
import { daysBetween, isDate, localDate, performedTs } from '#domain/club-time.ts'
import { markLane } from '#domain/mark.ts'
import { prepared, type Tx } from '#server/tenancy.ts'

const payloadCheck = Compile(MarkPayload)

/** Rights are judged as they were when the mark was made, at most this long ago. */
export const RIGHTS_DAYS = 30

/** A mark that may be applied. */
export interface CheckedMark {
  op: Operation
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
  | 'NOT_ASSIGNED'
  | 'UNKNOWN_NODE'
  | 'PASS_GRADE_UNKNOWN'
  | 'DATE_NOT_ALLOWED'

export type Checked = { ok: true; mark: CheckedMark } | { ok: false; op: Operation; code: RejectionCode }

interface Context {
  position: number
  group_found: boolean
  member_found: boolean
  scheme_id: string | null
  time_zone: string | null
  coached: boolean
  taught: boolean
  node_found: boolean
  pass_known: boolean
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
  if (createHash('sha256').update(canonicalJson(payload)).digest('hex') !== op.payloadHash) return no('HASH_MISMATCH')
  if (op.lane !== markLane(payload.memberUuid, payload.schemeSlug, payload.schemeNodeId)) return no('WRONG_LANE')
  const manual = payload.schemeNodeId.endsWith('/manual')
  if (manual && (payload.assessmentGrade > 1 || payload.assessmentPassGrade !== 1)) return no('INVALID_PAYLOAD')
  return { ok: true, payload }
}

/**
 * Checks operations against the database: whose group, which member, which node, which day. One query for all. A child
 * who left a group still counts there on the day after its last one: whoever is taken out is out since yesterday, and
 * what was marked earlier on the day, perhaps without network, was right.
 */
export async function checkMarks(tx: Tx, ops: readonly Operation[], author: Author, nowMs: number): Promise<Checked[]> {
  if (ops.length === 0) return []
  const alone = ops.map((op) => checkAlone(op, author))
  const asked = alone.flatMap((one, position) =>
    one.ok ? [{ position, payload: one.payload, op: ops[position] }] : [],
  )
  const column = (pick: (p: MarkPayload) => unknown) => asked.map((a) => pick(a.payload))
  const { rows } = await tx.query<Context>(
    prepared(
      `SELECT a.position, g.id IS NOT NULL AS group_found, m.id IS NOT NULL AS member_found, s.id AS scheme_id, cl.time_zone,
       EXISTS (SELECT FROM group_coaches gc JOIN user_clubs uc ON uc.client_id = gc.client_id AND uc.user_id = gc.user_id AND uc.club_id = g.club_id
         WHERE gc.client_id = g.client_id AND gc.group_id = g.id AND gc.user_id = $1
           AND a.date >= gc.from_date AND (gc.to_date IS NULL OR a.date <= gc.to_date)
           AND a.date >= uc.from_date AND (uc.to_date IS NULL OR a.date <= uc.to_date)) AS coached,
       EXISTS (SELECT FROM group_members gm WHERE gm.client_id = g.client_id AND gm.group_id = g.id AND gm.member_id = m.id
           AND a.date >= gm.from_date AND (gm.to_date IS NULL OR a.date <= gm.to_date + 1)) AS taught,
       n.id IS NOT NULL AND (a.manual = (n.t <> 's')) AS node_found,
       a.manual OR EXISTS (SELECT FROM node_pass_grades p WHERE p.client_id = n.client_id AND p.scheme_id = n.scheme_id
           AND p.node_id = n.id AND p.pass = a.pass) AS pass_known
     FROM unnest($2::int[], $3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::text[], $8::boolean[], $9::int[], $10::date[])
       AS a (position, club, group_id, member_id, slug, node, manual, pass, date)
     LEFT JOIN groups g ON g.id = a.group_id AND g.club_id = a.club
     LEFT JOIN clubs cl ON cl.client_id = g.client_id AND cl.id = g.club_id
     LEFT JOIN club_members cm ON cm.club_id = a.club AND cm.member_id = a.member_id
     LEFT JOIN members m ON m.client_id = cm.client_id AND m.id = cm.member_id
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
      ],
    ),
  )
  const contexts = new Map(rows.map((row) => [row.position, row]))
  return ops.map((op, position): Checked => {
    const one = alone[position]
    if (!one?.ok) return { ok: false, op, code: one?.code ?? 'INVALID_PAYLOAD' }
    const found = contexts.get(position)
    const code = found ? refusal(found, one.payload, author, nowMs) : 'UNKNOWN_MEMBER_OR_GROUP'
    if (code) return { ok: false, op, code }
    return {
      ok: true,
      mark: {
        op,
        payload: one.payload,
        schemeId: found?.scheme_id ?? '',
        lane: op.lane,
        ts: performedTs(
          one.payload.assessmentDate,
          Math.min(one.payload.timestamp, Math.floor(nowMs / 1000)),
          found?.time_zone ?? 'UTC',
        ),
      },
    }
  })
}

/** A foreign id answers like a missing one; then rights, then the mark itself. */
function refusal(found: Context, payload: MarkPayload, author: Author, nowMs: number): RejectionCode | null {
  if (!found.group_found || !found.member_found || found.time_zone === null) return 'UNKNOWN_MEMBER_OR_GROUP'
  if (!found.coached || !found.taught) return 'NOT_ASSIGNED'
  if (found.scheme_id === null || !found.node_found) return 'UNKNOWN_NODE'
  if (!found.pass_known) return 'PASS_GRADE_UNKNOWN'
  return dateRefused(payload, author, found.time_zone, nowMs) ? 'DATE_NOT_ALLOWED' : null
}

/**
 * A mark is for its own day unless past dates are allowed, then up to MAX_PAST_DAYS_ATTENDANCE days back; never for
 * the future (domain.md 4). "Its own day" is the day of entry on the device, up to 30 days ago, because it may have
 * waited offline. Clock skew is never a reason to refuse: a device whose clock runs ahead is judged by its own date.
 */
function dateRefused(payload: MarkPayload, author: Author, timeZone: string, nowMs: number): boolean {
  const today = localDate(nowMs, timeZone)
  const entered = localDate(payload.timestamp * 1000, timeZone)
  const back = daysBetween(payload.assessmentDate, entered)
  const limit = author.features['CAN_ASSESS_IN_THE_PAST'] ? Number(author.features['MAX_PAST_DAYS_ATTENDANCE'] ?? 0) : 0
  return back < 0 || back > limit || daysBetween(entered, today) > RIGHTS_DAYS
}
