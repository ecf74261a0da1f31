import type { LessonPlan, LessonPlanGroup } from '#contract/assessment/lesson-plans.ts'
import { isPlanKind, type AnyPlanPayload, type PlanKind } from '#domain/assessment/commands/commands.ts'
import type { PlanGroupPayload, PlanPayload, PlanSharePayload } from '#domain/assessment/commands/lesson-plan.ts'
import { applyPlanEdit, type StoredPlan } from '#domain/assessment/lesson-plan.ts'
import type { CoachPlan, CoachSnapshot } from './coach-store.ts'
import type { QueuedOperation } from './database.ts'
import type { NewEdit } from './outbox.ts'

type PlanView = Pick<CoachSnapshot, 'plans' | 'planGroups'>
/** An edit of a plan. `seq` is null for an edit that is about to be saved, which is the newest one of this device. */
type PlanOperation = { opId: string; seq: number | null; kind: PlanKind; payload: AnyPlanPayload }

/** The type guard may trust `kind`, because payloads of these kinds are made by `planEditOf` alone. */
export function isPlanEdit(op: QueuedOperation): op is QueuedOperation & { kind: PlanKind; payload: AnyPlanPayload } {
  return isPlanKind(op.kind) && typeof op.payload === 'object' && op.payload !== null
}

/** The server's plans with the waiting edits (`unseen`) applied, by the same rule that the server uses. */
export function withPlanEdits(
  storedPlans: readonly LessonPlan[],
  groups: readonly LessonPlanGroup[],
  unseen: readonly QueuedOperation[],
  user: string,
  ownGroups: ReadonlySet<string>,
): PlanView {
  const draft = new PlanDraft(storedPlans, groups, user)
  for (const op of unseen) if (isPlanEdit(op)) draft.apply(op)
  return draft.visiblePlans(ownGroups)
}

/** The plans of a snapshot with edits applied that are about to be saved. */
export function withNewPlanEdits(snapshot: CoachSnapshot, edits: readonly NewEdit[], user: string): PlanView {
  const draft = new PlanDraft([...snapshot.plans.values()], snapshot.planGroups, user)
  for (const { kind, payload } of edits)
    if (isPlanKind(kind))
      draft.apply({ opId: crypto.randomUUID(), seq: null, kind, payload: payload as AnyPlanPayload })
  return draft.visiblePlans(new Set(snapshot.groups.map((group) => group.id)))
}

/** Plans and their groups while edits are applied to them. */
class PlanDraft {
  readonly #plans: Map<string, CoachPlan>
  /** Deleted plans; as on the server, a text written for a deleted plan becomes a copy of it. */
  readonly #deleted = new Map<string, StoredPlan>()
  #groups: readonly LessonPlanGroup[]
  readonly #user: string

  constructor(plans: readonly (LessonPlan | CoachPlan)[], groups: readonly LessonPlanGroup[], user: string) {
    this.#plans = new Map(plans.map((plan) => [plan.uuid, { waiting: null, ...plan }]))
    this.#groups = groups
    this.#user = user
  }

  apply(op: PlanOperation): void {
    switch (op.kind) {
      case 'plan':
        return this.#applyText(op, op.payload as PlanPayload)
      case 'plan_share':
        return this.#applyShare(op.payload as PlanSharePayload)
      case 'plan_group':
        return this.#applyGroup(op.payload as PlanGroupPayload)
    }
  }

  #find(id: string): StoredPlan | undefined {
    const plan = this.#plans.get(id)
    return plan ? { ...plan, id, deleted: false } : this.#deleted.get(id)
  }

  #applyText(op: PlanOperation, { planUuid: planId, chain, base, content, timestamp: ts }: PlanPayload): void {
    const { opId } = op
    // the text is written into the plan, or into a copy of it, whose id is the chain's
    const lastSeq = Math.max(this.#find(planId)?.last.seq ?? 0, this.#find(chain)?.last.seq ?? 0)
    const seq = op.seq ?? lastSeq + 1
    const outcome = applyPlanEdit((id) => this.#find(id), { opId, seq, planId, chain, base, content })
    if (outcome.kind !== 'written') return
    const { plan } = outcome
    if (plan.deleted) {
      this.#plans.delete(plan.id)
      this.#deleted.set(plan.id, plan)
      return
    }
    const before = this.#plans.get(plan.id)
    this.#plans.set(plan.id, {
      uuid: plan.id,
      owner: before?.owner ?? { uuid: this.#user, firstname: '', lastname: '' },
      content: plan.content,
      revision: plan.revision,
      last: plan.last,
      copyOf: plan.copyOf,
      ts,
      shared: before?.shared ?? [],
      waiting: { chain, base },
    })
  }

  #applyShare({ planUuid, userUuid, value }: PlanSharePayload): void {
    const plan = this.#plans.get(planUuid)
    if (!plan) return
    const others = plan.shared.filter((reader) => reader.uuid !== userUuid)
    const shared = value ? [...others, { uuid: userUuid, firstname: '', lastname: '' }] : others
    this.#plans.set(planUuid, { ...plan, shared })
  }

  #applyGroup({ planUuid, groupId, value, timestamp: ts }: PlanGroupPayload): void {
    const others = this.#groups.filter((link) => link.planUuid !== planUuid || link.groupId !== groupId)
    this.#groups = value ? [...others, { planUuid, groupId, ts }] : others
  }

  /** The coach's own plans, plans that are shared with them, and plans on one of their groups. */
  visiblePlans(ownGroups: ReadonlySet<string>): PlanView {
    const isReader = (plan: CoachPlan) => plan.shared.some((reader) => reader.uuid === this.#user)
    const onGroups = new Set(this.#groups.flatMap((link) => (ownGroups.has(link.groupId) ? [link.planUuid] : [])))
    const plans = [...this.#plans].filter(
      ([id, plan]) => plan.owner.uuid === this.#user || onGroups.has(id) || isReader(plan),
    )
    return { plans: new Map(plans), planGroups: this.#groups.toSorted((a, b) => b.ts - a.ts) }
  }
}
