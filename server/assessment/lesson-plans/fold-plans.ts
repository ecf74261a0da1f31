import type { PlanGroupPayload, PlanSharePayload } from '#contract/assessment/lesson-plans.ts'
import type { Outcome } from '#contract/assessment/sync.ts'
import { foldEdits, type Fold } from '#domain/assessment/lane.ts'
import { applyPlanEdit, type PlanOutcome, type StoredPlan } from '#domain/assessment/lesson-plan.ts'
import { clampStamp, type Stamp } from '#domain/assessment/stamp.ts'
import { rejected } from '#server/assessment/sync/operations.ts'
import type { CheckedPlan } from './check-plans.ts'
import type { LockedPlan, PlanLinkEdit, LockedPlans } from './lock-plans.ts'

type PlanTextEdit = Extract<CheckedPlan, { kind: 'plan' }>
type PlanLink = Exclude<CheckedPlan, { kind: 'plan' }>

/** A text edit that was written, and where. */
interface WrittenPlan {
  edit: PlanTextEdit
  plan: StoredPlan
  stamp: Stamp
  ts: number
}

/** A share or a plan on a group with what arrived for it, folded. */
type FoldedLink = { fold: Fold<PlanLinkEdit>; clamped: ReadonlySet<string>; clubId: string } & (
  | { kind: 'plan_share'; payload: PlanSharePayload; lane: string }
  | { kind: 'plan_group'; payload: PlanGroupPayload; lane: string }
)

export interface FoldedPlans {
  written: WrittenPlan[]
  links: FoldedLink[]
  /** Slug → id of the schemes that the plans are of. */
  schemes: ReadonlyMap<string, string>
}

/**
 * Applies fresh edits in their order and notes each one's outcome. What needs a plan that is not there is answered
 * `retry`, and with it all that follows in its lane.
 */
export function foldPlans(
  nowMs: number,
  deviceId: string,
  authorId: string,
  fresh: readonly CheckedPlan[],
  locked: LockedPlans,
  outcomes: Map<string, Outcome>,
): FoldedPlans {
  const plans = new Map(locked.plans)
  const written: WrittenPlan[] = []
  const links: PlanLink[] = []
  const waiting = new Set<string>()
  const answer = (edit: CheckedPlan, outcome: Outcome['outcome'], code?: Outcome['code']) =>
    outcomes.set(edit.op.opId, { opId: edit.op.opId, outcome, ...(code === undefined ? {} : { code }) })
  const wait = (edit: CheckedPlan) => {
    waiting.add(edit.op.lane)
    answer(edit, 'retry', 'UNKNOWN_PLAN')
  }
  for (const edit of fresh) {
    const held = plans.get(edit.payload.planUuid)
    const makesIt = edit.kind === 'plan' && edit.payload.content !== null
    if (waiting.has(edit.op.lane)) wait(edit)
    else if (held && held.ownerId !== authorId && !held.readable && makesIt)
      outcomes.set(edit.op.opId, rejected(edit.op, 'UNKNOWN_PLAN'))
    else if (!makesIt && !held?.readable) wait(edit)
    else if (held && held.ownerId !== authorId && !mayWithoutOwning(edit, authorId))
      outcomes.set(edit.op.opId, rejected(edit.op, 'NOT_PLAN_OWNER'))
    else if (edit.kind === 'plan') {
      const outcome = textOutcome(edit, plans, authorId)
      if (outcome.kind === 'stale') outcomes.set(edit.op.opId, rejected(edit.op, 'PLAN_CHANGED'))
      else if (outcome.kind === 'superseded') answer(edit, 'superseded')
      else {
        const { plan } = outcome
        plans.set(plan.id, { ...plan, ownerId: authorId, readable: true })
        written.push({ edit, plan, stamp: clampStamp({ ...edit.op.stamp, deviceId }, nowMs), ts: entered(edit, nowMs) })
        answer(edit, 'applied')
      }
    } else links.push(edit)
  }
  return {
    written,
    links: foldLinks(nowMs, deviceId, links, locked, outcomes),
    schemes: new Map([
      ...locked.schemes,
      ...fresh.flatMap((e): [string, string][] =>
        e.kind === 'plan' && e.schemeId !== null && e.payload.content
          ? [[e.payload.content.schemeSlug, e.schemeId]]
          : [],
      ),
    ]),
  }
}

/** Readers leave a plan and put it on their groups; all else is its owner's [6.24]. */
function mayWithoutOwning(edit: CheckedPlan, authorId: string): boolean {
  if (edit.kind === 'plan_share') return edit.payload.userUuid === authorId && !edit.payload.value
  return edit.kind === 'plan_group'
}

function textOutcome(edit: PlanTextEdit, plans: ReadonlyMap<string, LockedPlan>, authorId: string): PlanOutcome {
  const { planUuid: planId, chain, base, content } = edit.payload
  // somebody else's plan under the name that a copy would have is no place for it
  const own = (id: string) => {
    const plan = plans.get(id)
    return plan?.ownerId === authorId ? plan : undefined
  }
  const foreign = plans.get(chain) !== undefined && own(chain) === undefined
  const { opId } = edit.op
  return applyPlanEdit(own, {
    opId,
    planId,
    chain: foreign ? opId : chain,
    seq: edit.op.stamp.deviceSeq,
    base,
    content,
  })
}

function entered(edit: CheckedPlan, nowMs: number): number {
  return Math.min(edit.payload.timestamp, Math.floor(nowMs / 1000))
}

function foldLinks(
  nowMs: number,
  deviceId: string,
  links: readonly PlanLink[],
  locked: LockedPlans,
  outcomes: Map<string, Outcome>,
): FoldedLink[] {
  return [...Map.groupBy(links, (edit) => edit.op.lane)].flatMap(([lane, edits]): FoldedLink[] => {
    const [first] = edits
    if (!first) return []
    const clamped = new Set<string>()
    const fold = foldEdits(
      locked.links.get(lane) ?? [],
      edits.map((edit): PlanLinkEdit => {
        const stamp = clampStamp({ ...edit.op.stamp, deviceId }, nowMs)
        if (stamp.ms !== edit.op.stamp.ms) clamped.add(edit.op.opId)
        return {
          opId: edit.op.opId,
          stamp,
          supersededByOwnEdit: false,
          value: edit.payload.value,
          ts: entered(edit, nowMs),
        }
      }),
    )
    edits.forEach(({ op: { opId } }, k) => outcomes.set(opId, { opId, outcome: fold.outcomes[k] ?? 'superseded' }))
    const common = { lane, fold, clamped, clubId: first.op.club }
    return first.kind === 'plan_share'
      ? [{ ...common, kind: first.kind, payload: first.payload }]
      : [{ ...common, kind: first.kind, payload: first.payload }]
  })
}
