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

/** The kind of an edit with the payload of that kind. */
type KindAndPayload =
  | { kind: 'plan'; payload: PlanPayload }
  | { kind: 'plan_share'; payload: PlanSharePayload }
  | { kind: 'plan_group'; payload: PlanGroupPayload }

/**
 * An edit of a plan's text, of its readers or of its groups that passed these checks. Whether its author may use the
 * plan is checked later, under the plan's lock (`foldPlans`).
 */
export type CheckedPlan = KindAndPayload & { op: Operation; schemeId: string | null }

type CheckedOp = { ok: true; edit: CheckedPlan } | { ok: false; op: Operation; code: RejectionCode }

export function isPlanEdit(op: Operation): op is Operation & { kind: PlanKind } {
  return Object.hasOwn(checks, op.kind)
}

function laneOf({ kind, payload }: KindAndPayload): string {
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
function precheck(op: Operation & { kind: PlanKind }, author: Author): KindAndPayload | RejectionCode {
  if (op.authorUuid !== author.userId) return 'WRONG_AUTHOR'
  if (op.payloadVersion !== 1) return 'UNKNOWN_KIND'
  if (!checks[op.kind].Check(op.payload)) return 'INVALID_PAYLOAD'
  const payload: AnyPlanPayload = op.payload
  // `checks` has proven that the payload is of this kind
  const edit = { kind: op.kind, payload } as KindAndPayload
  if (edit.kind === 'plan' && edit.payload.content && planProblem(edit.payload.content)) return 'INVALID_PAYLOAD'
  if (payloadHash(payload) !== op.payloadHash) return 'HASH_MISMATCH'
  if (op.lane !== laneOf(edit)) return 'WRONG_LANE'
  if (author.features['ENABLE_SESSION_PLANNING'] !== true) return 'FEATURE_OFF'
  if (edit.kind === 'plan_group' && author.features['CAN_ADD_SESSION_PLAN_GROUP'] !== true) return 'FEATURE_OFF'
  return edit
}

/** What the database says about the club, scheme, group and colleague of a plan's edit. */
interface PlanFacts {
  position: number
  /** The author works at the club on the day of entry. */
  in_club: boolean
  scheme_id: string | null
  group_found: boolean
  /** The author is a coach of the group on the day of entry, or covers a session within COVER_DAYS_AHEAD. */
  coached: boolean
  /** The coach with whom the plan is shared has a club in common with the author. */
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
  const prechecked = ops.map((op) => precheck(op, author))
  const wellFormed = prechecked.flatMap((checked, position) => {
    const op = ops[position]
    return typeof checked === 'object' && op ? [{ position, op, payload: checked.payload }] : []
  })
  const nowSeconds = Math.floor(nowMs / 1000)
  // the time of entry, but no future time, nor one more than MAX_WAIT_DAYS ago
  const effectiveEntry = (timestamp: number) =>
    Math.max(Math.min(timestamp, nowSeconds), nowSeconds - MAX_WAIT_DAYS * 86_400)
  // one row of facts for each well-formed edit; $1 is the author, the other parameters are the columns of `operation`,
  // of which `coversSession` reads `entered` and `base_rev`
  const { rows } = await tx.query<PlanFacts>(
    prepared(
      `SELECT operation.position, schemes.id AS scheme_id, groups.id IS NOT NULL AS group_found,
       EXISTS (SELECT FROM user_clubs WHERE user_clubs.user_id = $1 AND user_clubs.club_id = operation.club
         AND day.date >= user_clubs.from_date
         AND (user_clubs.to_date IS NULL OR day.date <= user_clubs.to_date)) AS in_club,
       EXISTS (SELECT FROM group_coaches
         WHERE group_coaches.group_id = operation.group_id AND group_coaches.user_id = $1
           AND day.date >= group_coaches.from_date
           AND (group_coaches.to_date IS NULL OR day.date <= group_coaches.to_date))
         OR ${coversSession('day.date', '$1', COVER_DAYS_AHEAD)} AS coached,
       EXISTS (SELECT FROM user_clubs author_club
         JOIN user_clubs colleague_club ON colleague_club.client_id = author_club.client_id
           AND colleague_club.club_id = author_club.club_id
         JOIN users ON users.client_id = colleague_club.client_id AND users.id = colleague_club.user_id
           AND users.type = 'coach' AND users.status = 'current'
         WHERE author_club.user_id = $1 AND colleague_club.user_id = operation.colleague
           AND author_club.from_date <= current_date AND colleague_club.from_date <= current_date
           AND (author_club.to_date IS NULL OR author_club.to_date >= current_date)
           AND (colleague_club.to_date IS NULL OR colleague_club.to_date >= current_date)) AS colleague
     FROM unnest($2::int[], $3::uuid[], $4::bigint[], $5::text[], $6::uuid[], $7::uuid[], $8::bigint[])
       AS operation (position, club, entered, slug, group_id, colleague, base_rev)
     LEFT JOIN clubs ON clubs.id = operation.club
     CROSS JOIN LATERAL (
       SELECT (to_timestamp(operation.entered) AT TIME ZONE coalesce(clubs.time_zone, 'UTC'))::date AS date) day
     LEFT JOIN groups ON groups.id = operation.group_id AND groups.club_id = operation.club
     LEFT JOIN schemes ON schemes.slug = operation.slug`,
      [
        author.userId,
        wellFormed.map(({ position }) => position),
        wellFormed.map(({ op }) => op.club),
        wellFormed.map(({ payload }) => effectiveEntry(payload.timestamp)),
        wellFormed.map(({ payload }) => ('content' in payload ? (payload.content?.schemeSlug ?? null) : null)),
        wellFormed.map(({ payload }) => ('groupId' in payload ? payload.groupId : null)),
        wellFormed.map(({ payload }) => ('userUuid' in payload ? payload.userUuid : null)),
        wellFormed.map(({ op }) => op.baseRev),
      ],
    ),
  )
  const factsByPosition = new Map(rows.map((row) => [row.position, row]))
  return ops.map((op, position): CheckedOp => {
    // there is a result for each operation; the default is only for the compiler
    const checked = prechecked[position] ?? 'INVALID_PAYLOAD'
    if (typeof checked === 'string') return { ok: false, op, code: checked }
    const facts = factsByPosition.get(position)
    // there is a row of facts for each well-formed edit; this default, too, is only for the compiler
    const code = facts ? refusal(facts, checked, author) : 'UNKNOWN_MEMBER_OR_GROUP'
    return code ? { ok: false, op, code } : { ok: true, edit: { ...checked, op, schemeId: facts?.scheme_id ?? null } }
  })
}

function refusal(facts: PlanFacts, { kind, payload }: KindAndPayload, author: Author): RejectionCode | null {
  if (!facts.in_club) return 'UNKNOWN_MEMBER_OR_GROUP'
  switch (kind) {
    case 'plan':
      // an unknown scheme has the code of an unknown node
      return payload.content && facts.scheme_id === null ? 'UNKNOWN_NODE' : null
    case 'plan_share':
      // only a new share needs a colleague: it can be ended, by either side, when the two are no longer colleagues
      return payload.value && (!facts.colleague || payload.userUuid === author.userId) ? 'UNKNOWN_COLLEAGUE' : null
    case 'plan_group':
      if (!facts.group_found) return 'UNKNOWN_MEMBER_OR_GROUP'
      return facts.coached ? null : 'NOT_ASSIGNED'
  }
}
