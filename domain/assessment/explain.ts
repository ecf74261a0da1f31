import { evaluate, type Evaluation, type Results } from './engine.ts'
import { listedNodes, requiredNodes, type Scheme } from '#domain/curriculum/scheme.ts'

interface Explanation {
  complete: boolean
  eligible: boolean
  /** How many listed nodes must be complete. */
  need: number
  /** How many listed nodes are complete. */
  have: number
  /** A coach has revoked the pass although the node is eligible. */
  revoked: boolean
  /** The node is eligible, and only a coach's pass is missing or revoked. */
  awaitsPass: boolean
  /** Ids of the required nodes that are not complete. */
  required: string[]
  /**
   * Ids of skills that make the node eligible once they are passed, together with `passes`; in tree order. A small set,
   * not always the smallest, and empty for a node that is eligible or does not count.
   */
  missing: string[]
  /** Ids of groups and levels that must be complete for that and need a coach's pass, being manual or revoked. */
  passes: string[]
}

/** Why a group or level is or is not passed [R7.11]; null for a skill or an unknown id. */
export function explain(scheme: Scheme, results: Results, nodeId: string): Explanation | null {
  return explainEvaluation(evaluate(scheme, results), nodeId)
}

/** `explain` for results that are evaluated already. */
export function explainEvaluation(evaluation: Evaluation, nodeId: string): Explanation | null {
  const { scheme, arrays, marks } = evaluation
  const node = scheme.index.get(nodeId)
  if (node === undefined || scheme.skill[node] === 1) return null
  const complete = arrays.complete[node] === 1
  const eligible = arrays.eligible[node] === 1
  const open = eligible || scheme.counts[node] === 0 ? new Set<number>() : nodesToPass(evaluation, node, new Map())
  const inTreeOrder = [...open].sort((a, b) => a - b)
  const idOf = (i: number) => scheme.ids[i] ?? ''
  return {
    complete,
    eligible,
    need: scheme.need[node] ?? 0,
    have: listedNodes(scheme, node).reduce((sum, i) => sum + (arrays.complete[i] ?? 0), 0),
    revoked: (marks.grade[node] ?? 0) < 0 && eligible,
    awaitsPass: eligible && !complete,
    required: [...requiredNodes(scheme, node)].filter((i) => arrays.complete[i] !== 1).map(idOf),
    missing: inTreeOrder.filter((i) => scheme.skill[i] === 1).map(idOf),
    passes: inTreeOrder.filter((i) => scheme.skill[i] === 0).map(idOf),
  }
}

/**
 * Indexes of the skills, and of the groups that need a coach's pass, that make `node` eligible once they are passed. It
 * takes all required nodes and then, greedily, the listed ones that add the fewest. `cache` has the sets by node.
 */
function nodesToPass(evaluation: Evaluation, node: number, cache: Map<number, Set<number>>): Set<number> {
  const { scheme, arrays, marks } = evaluation
  const cached = cache.get(node)
  if (cached) return cached
  const found = new Set<number>()
  cache.set(node, found)
  const isOpen = (i: number) => arrays.complete[i] !== 1
  /** What must be passed to complete a node: the skill itself, or what a group needs, with the coach's pass. */
  const toComplete = (i: number): Set<number> => {
    if (scheme.skill[i] === 1) return new Set([i])
    const below = arrays.eligible[i] === 1 ? new Set<number>() : nodesToPass(evaluation, i, cache)
    const needsCoach = scheme.manual[i] === 1 || (marks.grade[i] ?? 0) < 0
    return needsCoach ? new Set(below).add(i) : below
  }
  const required = [...requiredNodes(scheme, node)].filter(isOpen)
  for (const i of required) for (const toPass of toComplete(i)) found.add(toPass)

  const listed = [...listedNodes(scheme, node)]
  const choices = listed.filter((i) => isOpen(i) && !required.includes(i)).map((i) => ({ toPass: toComplete(i) }))
  // the other listed nodes are complete, or will be, because they are required as well
  let stillNeeded = (scheme.need[node] ?? 0) - (listed.length - choices.length)
  while (stillNeeded > 0 && choices.length > 0) {
    const costs = choices.map(({ toPass }) => [...toPass].filter((i) => !found.has(i)).length)
    const [taken] = choices.splice(costs.indexOf(Math.min(...costs)), 1)
    for (const i of taken?.toPass ?? []) found.add(i)
    stillNeeded--
  }
  return found
}
