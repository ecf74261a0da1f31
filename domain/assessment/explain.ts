import { evaluate, type Evaluation, type Results } from './engine.ts'
import type { Scheme } from '#domain/curriculum/scheme.ts'

interface Explanation {
  complete: boolean
  eligible: boolean
  /** How many listed nodes are needed, and how many are complete. */
  need: number
  have: number
  /** A pass was taken back although the node is eligible. */
  revoked: boolean
  /** The rules hold and only a coach's pass is missing. */
  awaitsPass: boolean
  /** Required nodes still open. */
  required: string[]
  /** Skills whose passing makes the node eligible, in tree order: small, not always smallest (an upper bound). */
  missing: string[]
  /** Groups and levels among what is listed that besides need a coach's pass: manual or revoked ones. */
  passes: string[]
}

/** Why a group or level is or is not passed [R7.11]; null for a skill or an unknown id. */
export function explain(scheme: Scheme, results: Results, nodeId: string): Explanation | null {
  return explainEvaluation(evaluate(scheme, results), nodeId)
}

export function explainEvaluation(evaluation: Evaluation, nodeId: string): Explanation | null {
  const { scheme, arrays, marks } = evaluation
  const at = scheme.index.get(nodeId)
  if (at === undefined || scheme.skill[at] === 1) return null
  const listed = scheme.list.subarray(scheme.listAt[at], scheme.listAt[at + 1])
  const must = scheme.must.subarray(scheme.mustAt[at], scheme.mustAt[at + 1])
  const complete = arrays.complete[at] === 1
  const eligible = arrays.eligible[at] === 1
  const open =
    eligible || scheme.counts[at] === 0 ? [] : [...remaining(evaluation, at, new Map())].sort((a, b) => a - b)
  const id = (i: number) => scheme.ids[i] ?? ''
  return {
    complete,
    eligible,
    need: scheme.need[at] ?? 0,
    have: listed.reduce((sum, i) => sum + (arrays.complete[i] ?? 0), 0),
    revoked: (marks.grade[at] ?? 0) < 0 && eligible,
    awaitsPass: eligible && !complete,
    required: [...must].filter((i) => arrays.complete[i] !== 1).map(id),
    missing: open.filter((i) => scheme.skill[i] === 1).map(id),
    passes: open.filter((i) => scheme.skill[i] === 0).map(id),
  }
}

/** Skills (and groups that wait for a coach) to pass so that node `at` becomes eligible: required ones first, then the cheapest of the list, shared ones once. */
function remaining(evaluation: Evaluation, at: number, known: Map<number, Set<number>>): Set<number> {
  const { scheme, arrays } = evaluation
  const before = known.get(at)
  if (before) return before
  const found = new Set<number>()
  known.set(at, found)
  const open = (from: Int32Array, low: number | undefined, high: number | undefined) =>
    [...from.subarray(low, high)].filter((i) => arrays.complete[i] !== 1)
  const cost = (i: number): Set<number> => {
    if (scheme.skill[i] === 1) return new Set([i])
    const below = arrays.eligible[i] === 1 ? new Set<number>() : remaining(evaluation, i, known)
    const coach = scheme.manual[i] === 1 || (evaluation.marks.grade[i] ?? 0) < 0
    return coach ? new Set(below).add(i) : below
  }
  const must = open(scheme.must, scheme.mustAt[at], scheme.mustAt[at + 1])
  for (const i of must) for (const s of cost(i)) found.add(s)
  const listed = open(scheme.list, scheme.listAt[at], scheme.listAt[at + 1])
  const all = (scheme.listAt[at + 1] ?? 0) - (scheme.listAt[at] ?? 0)
  let left = (scheme.need[at] ?? 0) - (all - listed.length) - listed.filter((i) => must.includes(i)).length
  const choices = listed.filter((i) => !must.includes(i)).map((i) => ({ i, skills: cost(i) }))
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
