import type { Evaluation } from '#domain/assessment/engine.ts'
import { explainEvaluation } from '#domain/assessment/explain.ts'
import { isHidden, nodeOf, type Course } from '#web/portals/coach/groups/group-data.ts'

export interface OpenNode {
  id: string
  title: string
  /** Counts, but coaches see it nowhere else [4.27]. */
  hidden: boolean
}

export interface Why {
  need: number
  have: number
  /** Skills that are enough, when they are passed. */
  skills: OpenNode[]
  /** Groups and levels that a coach has to pass. */
  passes: OpenNode[]
  /** Must be complete, whatever else is. */
  required: OpenNode[]
  revoked: boolean
  awaitsPass: boolean
}

/** Why a group or level is not passed [R7.11], with what it needs by name; null when it is passed. */
export function whyNot(course: Course, evaluation: Evaluation, nodeId: string): Why | null {
  const explained = explainEvaluation(evaluation, nodeId)
  if (!explained || explained.complete) return null
  const named = (ids: readonly string[]) =>
    ids.flatMap((id) => {
      const node = nodeOf(course, id)
      return node ? [{ id, title: node.title, hidden: isHidden(course, node) }] : []
    })
  return {
    need: explained.need,
    have: explained.have,
    skills: named(explained.missing),
    passes: named(explained.passes),
    required: named(explained.required),
    revoked: explained.revoked,
    awaitsPass: explained.awaitsPass,
  }
}
