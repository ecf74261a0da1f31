import type { Outcome } from '#contract/assessment/sync.ts'
import type { PlanGroupPayload, PlanSharePayload } from '#domain/assessment/commands/lesson-plan.ts'
import { foldEdits, type Fold } from '#domain/assessment/lane.ts'
import { applyPlanEdit, type PlanOutcome, type StoredPlan } from '#domain/assessment/lesson-plan.ts'
import { judgePlanUse } from '#domain/assessment/commands/lesson-plan.ts'
import { clampStamp, type Stamp } from '#domain/assessment/stamp.ts'
import { rejectedOutcome } from '#server/assessment/sync/operations.ts'
import type { CheckedPlan, LockedPlan, PlanLinkEdit, LockedPlans } from './lock-plans.ts'

type PlanTextEdit = Extract<CheckedPlan, { kind: 'plan' }>
type PlanLink = Exclude<CheckedPlan, { kind: 'plan' }>

/** An edit of a plan's text that applies, and the plan that it made: the next revision or a copy. */
interface WrittenPlan {
  edit: PlanTextEdit
  plan: StoredPlan
  stamp: Stamp
  ts: number
}

/**
 * A share, or a plan's link to a group, with the arrived edits folded into its history. `clamped` are the operations
 * whose stamp was ahead of the server's clock and was set back.
 */
type FoldedLink = { fold: Fold<PlanLinkEdit>; clamped: ReadonlySet<string>; clubId: string } & (
  | { kind: 'plan_share'; payload: PlanSharePayload; lane: string }
  | { kind: 'plan_group'; payload: PlanGroupPayload; lane: string }
)

/** What the edits of a batch change: texts of plans, shares with readers, and links to groups. */
export interface FoldedPlans {
  written: WrittenPlan[]
  links: FoldedLink[]
  /** Ids of the schemes that the plans belong to, by slug. */
  schemes: ReadonlyMap<string, string>
}

/**
 * Applies edits that were not delivered before, in their order, and sets the outcome of each. An edit that needs a plan
 * that has not arrived yet is answered with `retry`, and so are all later edits of its lane.
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
  const waitingLanes = new Set<string>()
  const answer = (edit: CheckedPlan, outcome: Outcome['outcome'], code?: Outcome['code']) =>
    outcomes.set(edit.op.opId, { opId: edit.op.opId, outcome, ...(code === undefined ? {} : { code }) })
  const answerRetry = (edit: CheckedPlan) => {
    waitingLanes.add(edit.op.lane)
    answer(edit, 'retry', 'UNKNOWN_PLAN')
  }
  for (const edit of fresh) {
    // after an earlier edit of the same lane that waits
    const use = waitingLanes.has(edit.op.lane) ? 'wait' : judgePlanUse(edit, plans.get(edit.payload.planUuid), authorId)
    if (use === 'wait') answerRetry(edit)
    else if (use !== 'allowed') outcomes.set(edit.op.opId, rejectedOutcome(edit.op, use))
    // a text of a new plan or of the author's own
    else if (edit.kind === 'plan') {
      const outcome = applyText(edit, plans, authorId)
      if (outcome.kind === 'stale') outcomes.set(edit.op.opId, rejectedOutcome(edit.op, 'PLAN_CHANGED'))
      else if (outcome.kind === 'superseded') answer(edit, 'superseded')
      else {
        const { plan } = outcome
        plans.set(plan.id, { ...plan, ownerId: authorId, readable: true })
        written.push({
          edit,
          plan,
          stamp: clampStamp({ ...edit.op.stamp, deviceId }, nowMs),
          ts: edit.payload.timestamp,
        })
        answer(edit, 'applied')
      }
    } else links.push(edit)
  }
  return {
    written,
    links: foldLinks(nowMs, deviceId, links, locked, outcomes),
    schemes: new Map([
      ...locked.schemes,
      ...fresh.flatMap((edit): [string, string][] =>
        edit.kind === 'plan' && edit.schemeId !== null && edit.payload.content
          ? [[edit.payload.content.schemeSlug, edit.schemeId]]
          : [],
      ),
    ]),
  }
}

function applyText(edit: PlanTextEdit, plans: ReadonlyMap<string, LockedPlan>, authorId: string): PlanOutcome {
  const { planUuid: planId, chain, base, content } = edit.payload
  const ownPlan = (id: string) => {
    const plan = plans.get(id)
    return plan?.ownerId === authorId ? plan : undefined
  }
  // Edits of a device that build on one another form a chain, and a copy of the plan takes the chain's id. When
  // somebody else's plan has that id, the copy takes the operation's id.
  const chainIsForeign = plans.get(chain) !== undefined && ownPlan(chain) === undefined
  const { opId } = edit.op
  return applyPlanEdit(ownPlan, {
    opId,
    planId,
    chain: chainIsForeign ? opId : chain,
    seq: edit.op.stamp.deviceSeq,
    base,
    content,
  })
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
          // `foldEdits` sets the true value
          supersededByOwnEdit: false,
          value: edit.payload.value,
          ts: edit.payload.timestamp,
        }
      }),
    )
    // there is an outcome for each edit; the default is only for the compiler
    edits.forEach(({ op: { opId } }, index) =>
      outcomes.set(opId, { opId, outcome: fold.outcomes[index] ?? 'superseded' }),
    )
    const common = { lane, fold, clamped, clubId: first.op.club }
    // the same twice, so that the compiler knows which payload belongs to which kind
    return first.kind === 'plan_share'
      ? [{ ...common, kind: first.kind, payload: first.payload }]
      : [{ ...common, kind: first.kind, payload: first.payload }]
  })
}
