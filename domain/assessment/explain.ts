import { evaluate, type Evaluation, type Results } from './engine.ts'
import type { Scheme } from '#domain/curriculum/scheme.ts'

interface Explanation {
  complete: boolean
  eligible: boolean
  /** How many listed nodes are needed, and how many are complete. */
  need: number
  have: number
  /** A coach has revoked the pass although the node is eligible. */
  revoked: boolean
  /** The node is eligible, and only a coach's pass is missing. */
  awaitsPass: boolean
  /** Required nodes still open. */
  required: string[]
  /** Skills whose passing makes the node eligible, in tree order; a small set, not always the smallest. */
  missing: string[]
  /** Groups and levels on the way that also need a coach's pass, because they are manual or revoked. */
  passes: string[]
}

/** Why a group or level is or is not passed [R7.11]; null for a skill or an unknown id. */
export function explain(scheme: Scheme, results: Results, nodeId: string): Explanation | null {
  return explainEvaluation(evaluate(scheme, results), nodeId)
}

/** The same for results that are evaluated already. */
export function explainEvaluation(evaluation: Evaluation, nodeId: string): Explanation | null {
  const { scheme, arrays, marks } = evaluation
  const node = scheme.index.get(nodeId)
  if (node === undefined || scheme.skill[node] === 1) return null
  const listed = scheme.list.subarray(scheme.listAt[node], scheme.listAt[node + 1])
  const requiredNodes = scheme.must.subarray(scheme.mustAt[node], scheme.mustAt[node + 1])
  const complete = arrays.complete[node] === 1
  const eligible = arrays.eligible[node] === 1
  const open =
    eligible || scheme.counts[node] === 0 ? [] : [...remaining(evaluation, node, new Map())].sort((a, b) => a - b)
  const id = (i: number) => scheme.ids[i] ?? ''
  return {
    complete,
    eligible,
    need: scheme.need[node] ?? 0,
    have: listed.reduce((sum, i) => sum + (arrays.complete[i] ?? 0), 0),
    revoked: (marks.grade[node] ?? 0) < 0 && eligible,
    awaitsPass: eligible && !complete,
    required: [...requiredNodes].filter((i) => arrays.complete[i] !== 1).map(id),
    missing: open.filter((i) => scheme.skill[i] === 1).map(id),
    passes: open.filter((i) => scheme.skill[i] === 0).map(id),
  }
}

/**
 * Indexes of the skills, and of the groups that need a coach's pass, that make `node` eligible once they are passed. It
 * takes all required nodes and then, greedily, the listed ones that add the fewest skills. `known` caches by node.
 */
function remaining(evaluation: Evaluation, node: number, known: Map<number, Set<number>>): Set<number> {
  const { scheme, arrays } = evaluation
  const cached = known.get(node)
  if (cached) return cached
  const found = new Set<number>()
  known.set(node, found)
  const open = (from: Int32Array, low: number | undefined, high: number | undefined) =>
    [...from.subarray(low, high)].filter((i) => arrays.complete[i] !== 1)
  const toPass = (i: number): Set<number> => {
    if (scheme.skill[i] === 1) return new Set([i])
    const below = arrays.eligible[i] === 1 ? new Set<number>() : remaining(evaluation, i, known)
    const needsCoach = scheme.manual[i] === 1 || (evaluation.marks.grade[i] ?? 0) < 0
    return needsCoach ? new Set(below).add(i) : below
  }
  const required = open(scheme.must, scheme.mustAt[node], scheme.mustAt[node + 1])
  for (const i of required) for (const s of toPass(i)) found.add(s)
  const listed = open(scheme.list, scheme.listAt[node], scheme.listAt[node + 1])
  const all = (scheme.listAt[node + 1] ?? 0) - (scheme.listAt[node] ?? 0)
  let left = (scheme.need[node] ?? 0) - (all - listed.length) - listed.filter((i) => required.includes(i)).length
  const choices = listed.filter((i) => !required.includes(i)).map((i) => ({ i, skills: toPass(i) }))
  while (left > 0 && choices.length > 0) {
    let best = 0
    let bestCost = Number.POSITIVE_INFINITY
    choices.forEach((choice, k) => {
      const extra = [...choice.skills].filter((s) => !found.has(s)).length
      if (extra < bestCost) {
        best = k
        bestCost = extra
      }
    })
    const [taken] = choices.splice(best, 1)
    for (const s of taken?.skills ?? []) found.add(s)
    left--
  }
  return found
}
