/** A block of a lesson plan [3.18]: skills of the scheme, or an activity in words. */
export type PlanBlock =
  | { id: string; type: 'skills'; nodes: string[] }
  | { id: string; type: 'activity'; text: string; minutes: number | null }

export interface PlanSection {
  /** Unique in the plan. */
  id: string
  title: string
  blocks: PlanBlock[]
}

export interface PlanContent {
  title: string
  schemeSlug: string
  sections: PlanSection[]
  /** What to bring or to remember; it is shown above the plan. */
  reminder: string
}

/** The largest sizes of a plan's parts: lengths of texts, numbers of entries, and minutes of an activity. */
export const PLAN_LIMITS = {
  title: 100,
  reminder: 300,
  sections: 20,
  blocks: 30,
  nodes: 60,
  text: 2_000,
  minutes: 480,
  /** Characters of the whole plan as JSON, so that one edit always fits into a push. */
  whole: 45_000,
} as const

/** The field because of which a plan cannot be saved, or null. The schema of the request checks everything else. */
export function planProblem(content: PlanContent): 'title' | 'sections' | null {
  if (content.title.trim() === '') return 'title'
  const ids = content.sections.flatMap((section) => [section.id, ...section.blocks.map((block) => block.id)])
  if (new Set(ids).size !== ids.length) return 'sections'
  return JSON.stringify(content).length > PLAN_LIMITS.whole ? 'sections' : null
}

/** The sum of minutes of the activities that have a duration. */
export function planMinutes(sections: readonly PlanSection[]): number {
  const blocks = sections.flatMap((section) => section.blocks)
  return blocks.reduce((sum, block) => sum + (block.type === 'activity' ? (block.minutes ?? 0) : 0), 0)
}

/** A plan as it is stored; a device chose its `id`. */
export interface StoredPlan {
  id: string
  content: PlanContent
  /** Grows by one with every edit; 0 = nothing was written yet. */
  revision: number
  deleted: boolean
  /** The plan that this one was split from. */
  copyOf: string | null
  /** The `chain` and the `seq` of the edit that was written last (`PlanEdit`). */
  last: { chain: string; seq: number }
}

/**
 * One edit of a plan: the whole new content. Edits of one device that build on each other are a chain: they have the
 * same `chain`, its id, and the same `base`, that of the first of them.
 */
export interface PlanEdit {
  opId: string
  planId: string
  chain: string
  /** Grows with each edit of the device. */
  seq: number
  /** The revision from which the chain started; 0 for a new plan. */
  base: number
  /** Null deletes the plan. */
  content: PlanContent | null
}

export type PlanOutcome =
  /** The plan to store. When the edit became a copy, `plan.id` is not the edit's `planId`. */
  | { kind: 'written'; plan: StoredPlan }
  /** Nothing is stored: this or a later edit of the chain was written already, or the plan to delete is deleted. */
  | { kind: 'superseded' }
  /** A deletion is refused, because the plan has changed since the device saw it, or does not exist. */
  | { kind: 'stale' }

/**
 * Applies an edit to the stored plan [R7.23], on the device and on the server alike. The edit changes the plan when it
 * continues the chain that wrote last, or when its base is the plan's revision. Any other content becomes a copy, so
 * that nobody overwrites a text that they have not seen. The id of the copy is the edit's chain, so that later edits of
 * the chain find it.
 */
export function applyPlanEdit(findPlan: (id: string) => StoredPlan | undefined, edit: PlanEdit): PlanOutcome {
  const plan = findPlan(edit.planId)
  const { content } = edit
  if (!plan || plan.revision === 0)
    return content
      ? { kind: 'written', plan: newPlan(edit.planId, content, edit, /* copyOf */ null) }
      : { kind: 'stale' }
  const continues = plan.last.chain === edit.chain
  if (continues && edit.seq <= plan.last.seq) return { kind: 'superseded' }
  if (content === null) {
    if (plan.deleted) return { kind: 'superseded' }
    return continues || edit.base === plan.revision ? nextRevision({ ...plan, deleted: true }, edit) : { kind: 'stale' }
  }
  if (!plan.deleted && (continues || edit.base === plan.revision)) return nextRevision({ ...plan, content }, edit)
  // the content becomes a copy, or a further revision of the copy that an earlier edit of the chain became
  const copy = findPlan(edit.chain)
  if (!copy || copy.revision === 0) return { kind: 'written', plan: newPlan(edit.chain, content, edit, plan.id) }
  if (copy.last.chain === edit.chain) {
    if (edit.seq <= copy.last.seq) return { kind: 'superseded' }
    if (!copy.deleted) return nextRevision({ ...copy, content }, edit)
  }
  // the copy was deleted, or somebody else has written to it since: the content becomes a further copy
  return { kind: 'written', plan: newPlan(edit.opId, content, edit, plan.id) }
}

function newPlan(id: string, content: PlanContent, { chain, seq }: PlanEdit, copyOf: string | null): StoredPlan {
  return { id, content, revision: 1, deleted: false, copyOf, last: { chain, seq } }
}

function nextRevision(plan: StoredPlan, { chain, seq }: PlanEdit): PlanOutcome {
  return { kind: 'written', plan: { ...plan, revision: plan.revision + 1, last: { chain, seq } } }
}

/** The lane of a plan's edits. */
export function planLane(planId: string): string {
  return `plan/${planId}`
}

/** The lane of whether a plan is shared with a user. */
export function planShareLane(planId: string, userId: string): string {
  return `plan-share/${planId}/${userId}`
}

/** The lane of whether a plan is assigned to a group. */
export function planGroupLane(groupId: string, planId: string): string {
  return `plan-group/${groupId}/${planId}`
}
