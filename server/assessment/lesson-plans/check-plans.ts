import { Compile } from 'typebox/compile'
import {
  planPayloads,
  type AnyPlanPayload,
  type PlanGroupPayload,
  type PlanKind,
  type PlanPayload,
  type PlanSharePayload,
} from '#contract/assessment/lesson-plans.ts'
import type { Operation } from '#contract/assessment/sync.ts'
import { planProblem, planGroupLane, planLane, planShareLane } from '#domain/assessment/lesson-plan.ts'
import { MAX_WAIT_DAYS } from '#domain/scheduling/session-day.ts'
import type { Author, RejectionCode } from '#server/assessment/sync/check-marks.ts'
import { COVER_DAYS_AHEAD, coversSession } from '#server/assessment/sync/session-cover-sql.ts'
import { payloadHash } from '#server/assessment/sync/new-operation.ts'
import { prepared, type Tx } from '#server/platform/tenancy.ts'

const checks = {
  plan: Compile(planPayloads.plan),
  plan_share: Compile(planPayloads.plan_share),
  plan_group: Compile(planPayloads.plan_group),
}

type Typed =
  | { kind: 'plan'; payload: PlanPayload }
  | { kind: 'plan_share'; payload: PlanSharePayload }
  | { kind: 'plan_group'; payload: PlanGroupPayload }

/**
 * An edit of a plan's text, of its readers or of its groups that passed these checks. Whether its author may use the
 * plan is checked later, under the plan's lock (`foldPlans`).
 */
export type CheckedPlan = Typed & { op: Operation; schemeId: string | null }

type CheckedOp = { ok: true; edit: CheckedPlan } | { ok: false; op: Operation; code: RejectionCode }

export function isPlanEdit(op: Operation): op is Operation & { kind: PlanKind } {
  return Object.hasOwn(checks, op.kind)
}

function laneOf({ kind, payload }: Typed): string {
  switch (kind) {
    case 'plan':
      return planLane(payload.planUuid)
    case 'plan_share':
      return planShareLane(payload.planUuid, payload.userUuid)
    case 'plan_group':
      return planGroupLane(payload.groupId, payload.planUuid)
  }
}

/** The checks that need no database: author, payload, hash, lane, features. */
function checkAlone(op: Operation & { kind: PlanKind }, author: Author): Typed | RejectionCode {
  if (op.authorUuid !== author.userId) return 'WRONG_AUTHOR'
  if (op.payloadVersion !== 1) return 'UNKNOWN_KIND'
  if (!checks[op.kind].Check(op.payload)) return 'INVALID_PAYLOAD'
  const payload: AnyPlanPayload = op.payload
  const typed = { kind: op.kind, payload } as Typed
  if (typed.kind === 'plan' && typed.payload.content && planProblem(typed.payload.content)) return 'INVALID_PAYLOAD'
  if (payloadHash(payload) !== op.payloadHash) return 'HASH_MISMATCH'
  if (op.lane !== laneOf(typed)) return 'WRONG_LANE'
  if (author.features['ENABLE_SESSION_PLANNING'] !== true) return 'FEATURE_OFF'
  if (typed.kind === 'plan_group' && author.features['CAN_ADD_SESSION_PLAN_GROUP'] !== true) return 'FEATURE_OFF'
  return typed
}

interface Context {
  position: number
  in_club: boolean
  scheme_id: string | null
  group_found: boolean
  coached: boolean
  colleague: boolean
}

/**
 * Checks edits of plans, against the database too: club, scheme, group and colleague, in one query for all. An edit
 * needs the rights that its author had on the day of entry. An edit older than MAX_WAIT_DAYS is judged by the
 * rights of the oldest day within that time, because a plan, unlike a mark, is not refused for its age.
 */
export async function checkPlans(
  tx: Tx,
  ops: readonly (Operation & { kind: PlanKind })[],
  author: Author,
  nowMs: number,
): Promise<CheckedOp[]> {
  if (ops.length === 0) return []
  const checkedAlone = ops.map((op) => checkAlone(op, author))
  const wellFormed = checkedAlone.flatMap((checked, position) => {
    const op = ops[position]
    return typeof checked === 'object' && op ? [{ position, op, payload: checked.payload }] : []
  })
  const now = Math.floor(nowMs / 1000)
  const { rows } = await tx.query<Context>(
    prepared(
      `SELECT a.position, s.id AS scheme_id, g.id IS NOT NULL AS group_found,
       EXISTS (SELECT FROM user_clubs uc WHERE uc.user_id = $1 AND uc.club_id = a.club
         AND d.date >= uc.from_date AND (uc.to_date IS NULL OR d.date <= uc.to_date)) AS in_club,
       EXISTS (SELECT FROM group_coaches gc WHERE gc.group_id = a.group_id AND gc.user_id = $1
         AND d.date >= gc.from_date AND (gc.to_date IS NULL OR d.date <= gc.to_date))
         OR ${coversSession('d.date', '$1', COVER_DAYS_AHEAD)} AS coached,
       EXISTS (SELECT FROM user_clubs mine JOIN user_clubs theirs ON theirs.client_id = mine.client_id AND theirs.club_id = mine.club_id
         JOIN users u ON u.client_id = theirs.client_id AND u.id = theirs.user_id AND u.type = 'coach' AND u.status = 'current'
         WHERE mine.user_id = $1 AND theirs.user_id = a.colleague
           AND (mine.to_date IS NULL OR mine.to_date >= current_date) AND (theirs.to_date IS NULL OR theirs.to_date >= current_date)) AS colleague
     FROM unnest($2::int[], $3::uuid[], $4::bigint[], $5::text[], $6::uuid[], $7::uuid[], $8::bigint[])
       AS a (position, club, entered, slug, group_id, colleague, base_rev)
     LEFT JOIN clubs cl ON cl.id = a.club
     CROSS JOIN LATERAL (SELECT (to_timestamp(a.entered) AT TIME ZONE coalesce(cl.time_zone, 'UTC'))::date AS date) d
     LEFT JOIN groups g ON g.id = a.group_id AND g.club_id = a.club
     LEFT JOIN schemes s ON s.slug = a.slug`,
      [
        author.userId,
        wellFormed.map((a) => a.position),
        wellFormed.map((a) => a.op.club),
        wellFormed.map((a) => Math.max(Math.min(a.payload.timestamp, now), now - MAX_WAIT_DAYS * 86_400)),
        wellFormed.map((a) => ('content' in a.payload ? (a.payload.content?.schemeSlug ?? null) : null)),
        wellFormed.map((a) => ('groupId' in a.payload ? a.payload.groupId : null)),
        wellFormed.map((a) => ('userUuid' in a.payload ? a.payload.userUuid : null)),
        wellFormed.map((a) => a.op.baseRev),
      ],
    ),
  )
  const contexts = new Map(rows.map((row) => [row.position, row]))
  return ops.map((op, position): CheckedOp => {
    const checked = checkedAlone[position] ?? 'INVALID_PAYLOAD'
    if (typeof checked === 'string') return { ok: false, op, code: checked }
    const found = contexts.get(position)
    const code = found ? refusal(found, checked, author) : 'UNKNOWN_MEMBER_OR_GROUP'
    return code ? { ok: false, op, code } : { ok: true, edit: { ...checked, op, schemeId: found?.scheme_id ?? null } }
  })
}

function refusal(found: Context, { kind, payload }: Typed, author: Author): RejectionCode | null {
  if (!found.in_club) return 'UNKNOWN_MEMBER_OR_GROUP'
  switch (kind) {
    case 'plan':
      return payload.content && found.scheme_id === null ? 'UNKNOWN_NODE' : null
    case 'plan_share':
      // a share can be taken back, or its reader can leave, when the two are no longer colleagues
      return payload.value && (!found.colleague || payload.userUuid === author.userId) ? 'UNKNOWN_COLLEAGUE' : null
    case 'plan_group':
      if (!found.group_found) return 'UNKNOWN_MEMBER_OR_GROUP'
      return found.coached ? null : 'NOT_ASSIGNED'
  }
}
