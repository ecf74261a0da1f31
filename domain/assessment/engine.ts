import { overriddenNode, type Scheme } from '#domain/curriculum/scheme.ts'

/** The winning assessment of one node. */
export interface Result {
  grade: number
  /** The pass grade stored with the mark. The mark is judged by it, not by the scheme's present one [R7.2]. */
  pass: number
  /** Performed time, unix seconds. */
  ts: number
  /** Earliest performed time in the unbroken run of passing marks that ends here, or null [R7.8]. */
  since: number | null
}

/** Node id (a skill's, or a group's or level's with /manual) → result. */
export type Results = ReadonlyMap<string, Result>

export type ProgressState = 'available' | 'started' | 'completed' | 'passed'

interface NodeState {
  state: ProgressState
  /** 0–100, whole. */
  percent: number
  complete: boolean
  eligible: boolean
  /** Passed and not eligible now. */
  forced: boolean
  /** Unix seconds, null when not complete. */
  completedTs: number | null
}

/** Credit is counted in sixtieths of a skill: every pass grade from 1 to 6 divides 60, so sums are whole and exact. */
const WHOLE = 60

/** One member's marks by node index. At a group or level stands its override, the result of `{id}/manual`. */
export interface MarkArrays {
  grade: Int8Array
  pass: Uint8Array
  since: Float64Array
}

/** Everything the engine derives, by node index. */
export interface ProgressArrays {
  /** Sum over all counting skills at or below the node, in sixtieths. */
  credit: Int32Array
  /** How many marks above 0 are below the node. */
  begun: Int32Array
  eligible: Uint8Array
  complete: Uint8Array
  /** Unix seconds; 0 when not complete. */
  completedTs: Float64Array
}

/** Empty marks for a member of the scheme. */
export function newMarks(scheme: Scheme): MarkArrays {
  const n = scheme.ids.length
  return { grade: new Int8Array(n), pass: new Uint8Array(n), since: new Float64Array(n) }
}

/** Arrays of the right size for `evaluateInto`, which fills them. */
export function newProgress(scheme: Scheme): ProgressArrays {
  const n = scheme.ids.length
  return {
    credit: new Int32Array(n),
    begun: new Int32Array(n),
    eligible: new Uint8Array(n),
    complete: new Uint8Array(n),
    completedTs: new Float64Array(n),
  }
}

/** The index at which a result of `nodeId` belongs; undefined when the scheme has no such node (any more). */
function markIndex(scheme: Scheme, nodeId: string): number | undefined {
  const index = scheme.index.get(nodeId)
  if (index !== undefined) return scheme.skill[index] === 1 ? index : undefined
  return overriddenNode(scheme, nodeId)
}

/**
 * Credit in sixtieths, at index `pass * 8 + grade`. A table, because a division for every skill of every member would
 * be most of a recalculation's time.
 */
const CREDIT = Uint8Array.from({ length: 64 }, (_, index) => {
  const pass = index >> 3
  const grade = index & 7
  return pass === 0 || pass > 6 ? 0 : (WHOLE / pass) * Math.min(grade, pass)
})

function skillCredit(scheme: Scheme, marks: MarkArrays, i: number): number {
  const grade = marks.grade[i] ?? 0
  return grade <= 0 || scheme.counts[i] === 0 ? 0 : (CREDIT[((marks.pass[i] ?? 0) << 3) | grade] ?? 0)
}

function judgeSkill(marks: MarkArrays, out: ProgressArrays, i: number): void {
  const pass = marks.pass[i] ?? 0
  const complete = pass > 0 && (marks.grade[i] ?? 0) >= pass
  out.complete[i] = complete ? 1 : 0
  out.completedTs[i] = complete ? (marks.since[i] ?? 0) : 0
}

/** Reused by `nthSmallest` and `nthOfMany`, so that an evaluation allocates nothing; it grows to the longest list. */
let scratch = new Float64Array(64)

/**
 * The `need`-th smallest completed time among the complete listed nodes of node `i` [R7.8]. Lists are short and their
 * times mostly in order, so an insertion sort is several times faster than the general one.
 */
function nthSmallest(scheme: Scheme, out: ProgressArrays, i: number): number {
  const from = scheme.listAt[i] ?? 0
  const to = scheme.listAt[i + 1] ?? 0
  if (scratch.length < to - from) scratch = new Float64Array(to - from)
  if (to - from > 64) return nthOfMany(scheme, out, i)
  let count = 0
  for (let k = from; k < to; k++) {
    const node = scheme.list[k] ?? 0
    if (out.complete[node] === 0) continue
    const time = out.completedTs[node] ?? 0
    let slot = count++
    for (; slot > 0 && (scratch[slot - 1] ?? 0) > time; slot--) scratch[slot] = scratch[slot - 1] ?? 0
    scratch[slot] = time
  }
  return scratch[(scheme.need[i] ?? 0) - 1] ?? 0
}

/** The same for a long list. */
function nthOfMany(scheme: Scheme, out: ProgressArrays, i: number): number {
  let count = 0
  for (let k = scheme.listAt[i] ?? 0; k < (scheme.listAt[i + 1] ?? 0); k++) {
    const node = scheme.list[k] ?? 0
    if (out.complete[node] === 1) scratch[count++] = out.completedTs[node] ?? 0
  }
  return scratch.subarray(0, count).sort()[(scheme.need[i] ?? 0) - 1] ?? 0
}

/**
 * Derives whether one group or level is eligible [R7.4] and complete [R7.5], and since when [R7.8]. Everything that its
 * rule names must be evaluated already.
 */
function judgeGroup(scheme: Scheme, marks: MarkArrays, out: ProgressArrays, i: number): void {
  const { list } = scheme
  const { complete: done, completedTs: times } = out
  const to = scheme.listAt[i + 1] ?? 0
  const need = scheme.need[i] ?? 0
  let have = 0
  let latest = 0
  for (let k = scheme.listAt[i] ?? 0; k < to; k++) {
    const node = list[k] ?? 0
    if (done[node] === 0) continue
    have++
    const time = times[node] ?? 0
    if (time > latest) latest = time
  }
  let eligible = have >= need && scheme.counts[i] === 1
  let mustTs = 0
  for (let k = scheme.mustAt[i] ?? 0; eligible && k < (scheme.mustAt[i + 1] ?? 0); k++) {
    const node = scheme.must[k] ?? 0
    if (out.complete[node] === 0) eligible = false
    else if ((out.completedTs[node] ?? 0) > mustTs) mustTs = out.completedTs[node] ?? 0
  }
  const override = marks.grade[i] ?? 0
  const automatic = eligible && scheme.manual[i] === 0 && override >= 0
  const complete = override > 0 || automatic
  out.eligible[i] = eligible ? 1 : 0
  out.complete[i] = complete ? 1 : 0
  let ts = 0
  if (automatic) {
    // when exactly as many are complete as needed, the `need`-th smallest time is the latest one
    ts = Math.max(have === need ? latest : nthSmallest(scheme, out, i), mustTs)
    if (override > 0) ts = Math.min(ts, marks.since[i] ?? 0)
  } else if (complete) ts = marks.since[i] ?? 0
  out.completedTs[i] = ts
}

/**
 * Evaluates all nodes for one member and writes into `out`. It allocates nothing: a recalculation reuses its arrays.
 */
export function evaluateInto(scheme: Scheme, marks: MarkArrays, out: ProgressArrays): void {
  const { parent, skill, counts, order } = scheme
  const { credit, begun, complete, completedTs } = out
  const { grade: grades, pass: passes, since } = marks
  credit.fill(0)
  begun.fill(0)
  // judgeSkill and skillCredit are inlined here, because this loop is most of a recalculation's time
  for (let i = parent.length - 1; i >= 0; i--) {
    const up = parent[i] ?? -1
    const grade = grades[i] ?? 0
    if (skill[i] === 1) {
      // no branches on marks: the processor cannot predict them
      const pass = passes[i] ?? 0
      const done = Number(pass > 0) & Number(grade >= pass)
      complete[i] = done
      completedTs[i] = done * (since[i] ?? 0)
      const share = (counts[i] ?? 0) * (CREDIT[(pass << 3) | (grade & ~(grade >> 31))] ?? 0)
      credit[i] = share
      if (up < 0) continue
      credit[up] = (credit[up] ?? 0) + share
      begun[up] = (begun[up] ?? 0) + Number(grade > 0)
    } else if (up >= 0) {
      credit[up] = (credit[up] ?? 0) + (credit[i] ?? 0)
      begun[up] = (begun[up] ?? 0) + (begun[i] ?? 0) + (grade > 0 ? 1 : 0)
    }
  }
  for (let k = 0; k < order.length; k++) judgeGroup(scheme, marks, out, order[k] ?? 0)
}

/** One member's progress in one scheme. Immutable. */
export class Evaluation {
  readonly scheme: Scheme
  readonly marks: MarkArrays
  readonly arrays: ProgressArrays

  constructor(scheme: Scheme, marks: MarkArrays, arrays: ProgressArrays) {
    this.scheme = scheme
    this.marks = marks
    this.arrays = arrays
  }

  /** The state of a node; undefined for an id that the scheme does not have. */
  node(id: string): NodeState | undefined {
    const index = this.scheme.index.get(id)
    return index === undefined ? undefined : nodeState(this.scheme, this.marks, this.arrays, index)
  }

  /** The evaluation after one node's result changed. Only what depends on that node is computed again [R7.12]. */
  with(nodeId: string, result: Result | undefined): Evaluation {
    const changed = markIndex(this.scheme, nodeId)
    if (changed === undefined) return this
    const { scheme } = this
    const marks = { grade: this.marks.grade.slice(), pass: this.marks.pass.slice(), since: this.marks.since.slice() }
    const out = {
      credit: this.arrays.credit.slice(),
      begun: this.arrays.begun.slice(),
      eligible: this.arrays.eligible.slice(),
      complete: this.arrays.complete.slice(),
      completedTs: this.arrays.completedTs.slice(),
    }
    const wasBegun = (marks.grade[changed] ?? 0) > 0 ? 1 : 0
    setMark(marks, changed, result)
    const isBegun = (marks.grade[changed] ?? 0) > 0 ? 1 : 0
    const waiting = new Set<number>()
    let creditAdded = 0
    if (scheme.skill[changed] === 1) {
      judgeSkill(marks, out, changed)
      creditAdded = skillCredit(scheme, marks, changed) - (out.credit[changed] ?? 0)
      out.credit[changed] = (out.credit[changed] ?? 0) + creditAdded
      addDependents(scheme, changed, waiting)
    } else waiting.add(changed)
    for (let up = scheme.parent[changed] ?? -1; up >= 0; up = scheme.parent[up] ?? -1) {
      out.credit[up] = (out.credit[up] ?? 0) + creditAdded
      out.begun[up] = (out.begun[up] ?? 0) + isBegun - wasBegun
    }
    // each node is judged once, after everything that its rule names
    while (waiting.size > 0) {
      let next = -1
      for (const i of waiting) if (next < 0 || (scheme.rank[i] ?? 0) < (scheme.rank[next] ?? 0)) next = i
      waiting.delete(next)
      const complete = out.complete[next]
      const ts = out.completedTs[next]
      judgeGroup(scheme, marks, out, next)
      if (out.complete[next] !== complete || out.completedTs[next] !== ts) addDependents(scheme, next, waiting)
    }
    return new Evaluation(scheme, marks, out)
  }
}

function addDependents(scheme: Scheme, i: number, into: Set<number>): void {
  for (let k = scheme.dependentsAt[i] ?? 0; k < (scheme.dependentsAt[i + 1] ?? 0); k++)
    into.add(scheme.dependents[k] ?? 0)
}

/** Puts one result into the arrays; undefined clears it. */
function setMark(marks: MarkArrays, i: number, result: Result | undefined): void {
  marks.grade[i] = result?.grade ?? 0
  marks.pass[i] = result?.pass ?? 0
  marks.since[i] = result ? (result.since ?? result.ts) : 0
}

/** The state [R7.6] and percent [R7.7] of one node, read from the arrays. */
function nodeState(scheme: Scheme, marks: MarkArrays, out: ProgressArrays, i: number): NodeState {
  const complete = out.complete[i] === 1
  const completedTs = complete ? (out.completedTs[i] ?? 0) : null
  if (scheme.skill[i] === 1) {
    const grade = marks.grade[i] ?? 0
    const pass = marks.pass[i] ?? 0
    const percent = pass === 0 ? 0 : Math.round((100 * Math.min(Math.max(grade, 0), pass)) / pass)
    const state = complete ? 'passed' : grade > 0 ? 'started' : 'available'
    return { state, percent, complete, eligible: complete, forced: false, completedTs }
  }
  const eligible = out.eligible[i] === 1
  const skills = scheme.skillsBelow[i] ?? 0
  const share = skills === 0 ? 0 : Math.round((100 * (out.credit[i] ?? 0)) / (WHOLE * skills))
  return {
    state: complete ? 'passed' : eligible ? 'completed' : (out.begun[i] ?? 0) > 0 ? 'started' : 'available',
    percent: complete ? 100 : eligible ? share : Math.min(share, 99),
    complete,
    eligible,
    forced: complete && !eligible,
    completedTs,
  }
}

/** Evaluates one member's results in one scheme. Results of nodes the scheme does not have are ignored. */
export function evaluate(scheme: Scheme, results: Results): Evaluation {
  const marks = newMarks(scheme)
  for (const [id, result] of results) {
    const index = markIndex(scheme, id)
    if (index !== undefined) setMark(marks, index, result)
  }
  const arrays = newProgress(scheme)
  evaluateInto(scheme, marks, arrays)
  return new Evaluation(scheme, marks, arrays)
}
