/** A lesson plan [3.18]: sections of blocks, each skills of the scheme or an activity. */
export type PlanBlock =
  | { id: string; type: 'skills'; nodes: string[] }
  | { id: string; type: 'activity'; text: string; minutes: number | null }

export interface PlanSection {
  /** Unique in the plan, so that it can be moved. */
  id: string
  title: string
  blocks: PlanBlock[]
}

export interface PlanContent {
  title: string
  schemeSlug: string
  sections: PlanSection[]
  /** What to bring or to think of; stands above the plan wherever it is shown. */
  reminder: string
}

export const PLAN_LIMITS = {
  title: 100,
  reminder: 300,
  sections: 20,
  blocks: 30,
  nodes: 60,
  text: 2_000,
  minutes: 480,
  /** Characters of the whole plan, so that one edit always fits a push. */
  whole: 45_000,
} as const

/** The field that keeps a plan from being saved; null when it can be. Its shape is the schema's to check. */
export function planFault(content: PlanContent): 'title' | 'sections' | null {
  if (content.title.trim() === '') return 'title'
  const ids = content.sections.flatMap((section) => [section.id, ...section.blocks.map((block) => block.id)])
  if (new Set(ids).size !== ids.length) return 'sections'
  return JSON.stringify(content).length > PLAN_LIMITS.whole ? 'sections' : null
}

/** Minutes of a plan's activities that say how long they are. */
export function planMinutes(sections: readonly PlanSection[]): number {
  const blocks = sections.flatMap((section) => section.blocks)
  return blocks.reduce((sum, block) => sum + (block.type === 'activity' ? (block.minutes ?? 0) : 0), 0)
}

/** A plan as it stands; `id` was given by a device. */
export interface StoredPlan {
  id: string
  content: PlanContent
  /** Grows by one with every edit; 0 = nothing was written yet. */
  revision: number
  deleted: boolean
  /** The plan that this one was split from. */
  copyOf: string | null
  /** The run of edits that wrote last. */
  last: { chain: string; seq: number }
}

/** One edit. Edits of one device that build on each other share a chain and the base of the first of them. */
export interface PlanEdit {
  opId: string
  planId: string
  chain: string
  /** Order on its device. */
  seq: number
  /** The revision that the chain began from, 0 for a new plan. */
  base: number
  /** Null deletes. */
  content: PlanContent | null
}

export type PlanOutcome =
  /** `plan.id` is another one than the edit's where it became a copy. */
  | { kind: 'written'; plan: StoredPlan }
  /** A later edit of its chain came before it. */
  | { kind: 'superseded' }
  /** Somebody changed the plan since it was seen: it is not deleted. */
  | { kind: 'stale' }

/**
 * Applies an edit to what stands, on the device and on the server alike. An edit counts when it continues what wrote
 * last or was made from what stands now. Any other text is kept beside it, in a plan of its own that is named for its
 * chain, so that the rest of the chain finds it: nobody's text is written over by who has not seen it.
 */
export function applyPlanEdit(find: (id: string) => StoredPlan | undefined, edit: PlanEdit): PlanOutcome {
  const plan = find(edit.planId)
  const { content } = edit
  if (!plan || plan.revision === 0)
    return content ? { kind: 'written', plan: begun(edit.planId, content, edit, null) } : { kind: 'stale' }
  const continues = plan.last.chain === edit.chain
  if (continues && edit.seq <= plan.last.seq) return { kind: 'superseded' }
  if (content === null) {
    if (plan.deleted) return { kind: 'superseded' }
    return continues || edit.base === plan.revision ? written({ ...plan, deleted: true }, edit) : { kind: 'stale' }
  }
  if (!plan.deleted && (continues || edit.base === plan.revision)) return written({ ...plan, content }, edit)
  const copy = find(edit.chain)
  if (!copy || copy.revision === 0) return { kind: 'written', plan: begun(edit.chain, content, edit, plan.id) }
  if (copy.last.chain === edit.chain) {
    if (edit.seq <= copy.last.seq) return { kind: 'superseded' }
    if (!copy.deleted) return written({ ...copy, content }, edit)
  }
  return { kind: 'written', plan: begun(edit.opId, content, edit, plan.id) }
}

function begun(id: string, content: PlanContent, { chain, seq }: PlanEdit, copyOf: string | null): StoredPlan {
  return { id, content, revision: 1, deleted: false, copyOf, last: { chain, seq } }
}

function written(plan: StoredPlan, { chain, seq }: PlanEdit): PlanOutcome {
  return { kind: 'written', plan: { ...plan, revision: plan.revision + 1, last: { chain, seq } } }
}

export function planLane(planId: string): string {
  return `plan/${planId}`
}
export function planShareLane(planId: string, userId: string): string {
  return `plan-share/${planId}/${userId}`
}
export function planGroupLane(groupId: string, planId: string): string {
  return `plan-group/${groupId}/${planId}`
}
