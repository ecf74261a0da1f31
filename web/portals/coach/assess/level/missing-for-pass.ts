import type { Evaluation } from '#domain/assessment/engine.ts'
import { explainEvaluation } from '#domain/assessment/explain.ts'
import { isHidden, nodeOf, type CompiledCurriculum } from '#web/portals/coach/groups/group-data.ts'

export interface OpenNode {
  id: string
  title: string
  /** It counts for the pass although coaches do not see it [4.27]. */
  hidden: boolean
}

/** What a level or skill group lacks for its pass. */
export interface MissingForPass {
  /** How many parts are needed, and how many are done. */
  need: number
  have: number
  /** Skills whose passing would fulfil the rule; there may be other such sets. */
  skills: OpenNode[]
  /** Skill groups and levels that wait for a coach's pass. */
  passes: OpenNode[]
  /** Parts that must be complete in any case. */
  required: OpenNode[]
  /** The rule is fulfilled, and a coach has revoked the pass. */
  revoked: boolean
  /** The rule is fulfilled, and only a coach's pass is missing. */
  awaitsPass: boolean
}

/** What a level or skill group lacks for its pass [R7.11], with titles; null when it is passed, and for a skill. */
export function missingForPass(
  compiled: CompiledCurriculum,
  evaluation: Evaluation,
  nodeId: string,
): MissingForPass | null {
  const explanation = explainEvaluation(evaluation, nodeId)
  if (!explanation || explanation.complete) return null
  const withTitles = (ids: readonly string[]) =>
    ids.flatMap((id) => {
      const node = nodeOf(compiled, id)
      return node ? [{ id, title: node.title, hidden: isHidden(compiled, node) }] : []
    })
  return {
    need: explanation.need,
    have: explanation.have,
    skills: withTitles(explanation.missing),
    passes: withTitles(explanation.passes),
    required: withTitles(explanation.required),
    revoked: explanation.revoked,
    awaitsPass: explanation.awaitsPass,
  }
}
