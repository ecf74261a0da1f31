import { indexOfManualPass, type Scheme } from '#domain/curriculum/scheme.ts'

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

/** Results by the id of a skill, or by `{id}/manual` for the manual pass of a group or level. */
export type Results = ReadonlyMap<string, Result>

/**
 * The state of a node [R7.6]. `available`: no mark above 0 at or below it. `started`: some such mark. `completed`: a
 * group or level whose rule is met, while a coach's pass is missing or revoked. `passed`: complete.
 */
export type ProgressState = 'available' | 'started' | 'completed' | 'passed'

interface NodeState {
  state: ProgressState
  /** 0–100, whole. */
  percent: number
  /** Passed: a skill by its mark [R7.2], a group or level by its rule or a manual pass [R7.5]. */
  complete: boolean
  /** The rule of a group or level is met [R7.4]; for a skill the same as `complete`. */
  eligible: boolean
  /** Passed by a manual pass, although the rule is not met. */
  forced: boolean
  /** Unix seconds, null when not complete. */
  completedTs: number | null
}

/**
 * The credit of a passed skill. Credit is counted in sixtieths of a skill, because 60 is divisible by every pass grade
 * (1 to 5), so that sums are whole and exact.
 */
const FULL_CREDIT = 60

/**
 * One member's winning marks by node index. At the index of a group or level stands its override, the result of
 * `{id}/manual` [R7.5]. Grade and pass are 0 where there is no mark.
 */
export interface MarkArrays {
  grade: Int8Array
  pass: Uint8Array
  /** `Result.since`, or else `Result.ts`; 0 where there is no mark. */
  since: Float64Array
}

/** Everything the engine derives, by node index. */
export interface ProgressArrays {
  /** The sum of the credit of all counting skills at or below the node, in sixtieths. */
  credit: Int32Array
  /** How many marks above 0 are below the node, manual passes of groups and levels included. */
  begun: Int32Array
  /** 1 = the rule of a group or level is met; always 0 for a skill. */
  eligible: Uint8Array
  complete: Uint8Array
  /** Unix seconds; 0 when not complete. */
  completedTs: Float64Array
}

/** The arrays of a member without marks. */
export function newMarks(scheme: Scheme): MarkArrays {
  const n = scheme.ids.length
  return { grade: new Int8Array(n), pass: new Uint8Array(n), since: new Float64Array(n) }
}

/** Arrays of the size of the scheme, for `evaluateInto` to fill. */
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

/** The index at which a result of `nodeId` belongs; undefined when the scheme has no such skill or manual pass. */
function markIndex(scheme: Scheme, nodeId: string): number | undefined {
  const index = scheme.index.get(nodeId)
  if (index !== undefined) return scheme.skill[index] === 1 ? index : undefined
  return indexOfManualPass(scheme, nodeId)
}

/**
 * The credit of a mark in sixtieths, at index `pass * 8 + grade`; both are at most 5, so three bits each are enough. A
 * table, because a division for every skill of every member would be most of a recalculation's time.
 */
const CREDIT = Uint8Array.from({ length: 64 }, (_, index) => {
  const pass = index >> 3
  const grade = index & 7
  return pass === 0 || pass > 6 ? 0 : (FULL_CREDIT / pass) * Math.min(grade, pass)
})

/** The credit of the mark of one skill; 0 when the skill does not count. */
function skillCredit(scheme: Scheme, marks: MarkArrays, i: number): number {
  const grade = marks.grade[i] ?? 0
  return grade <= 0 || scheme.counts[i] === 0 ? 0 : (CREDIT[((marks.pass[i] ?? 0) << 3) | grade] ?? 0)
}

/** Derives whether one skill is complete [R7.2], and since when [R7.8]. */
function judgeSkill(marks: MarkArrays, progress: ProgressArrays, i: number): void {
  const pass = marks.pass[i] ?? 0
  const complete = pass > 0 && (marks.grade[i] ?? 0) >= pass
  progress.complete[i] = complete ? 1 : 0
  progress.completedTs[i] = complete ? (marks.since[i] ?? 0) : 0
}

/** A list with more nodes than this is sorted by the general algorithm. */
const LONGEST_INSERTION_SORT = 64

/** Where times are sorted: one array for all lists instead of a new one for each; it grows to the longest list. */
let scratch = new Float64Array(LONGEST_INSERTION_SORT)

/**
 * The `need`-th smallest completed time among the complete listed nodes of node `i` [R7.8]. Lists are short and their
 * times mostly in order, so an insertion sort is several times faster than the general one.
 */
function neededTime(scheme: Scheme, progress: ProgressArrays, i: number): number {
  const from = scheme.listedAt[i] ?? 0
  const to = scheme.listedAt[i + 1] ?? 0
  if (scratch.length < to - from) scratch = new Float64Array(to - from)
  if (to - from > LONGEST_INSERTION_SORT) return neededTimeOfMany(scheme, progress, i)
  let count = 0
  for (let k = from; k < to; k++) {
    const node = scheme.listed[k] ?? 0
    if (progress.complete[node] === 0) continue
    const time = progress.completedTs[node] ?? 0
    let slot = count++
    for (; slot > 0 && (scratch[slot - 1] ?? 0) > time; slot--) scratch[slot] = scratch[slot - 1] ?? 0
    scratch[slot] = time
  }
  return scratch[(scheme.need[i] ?? 0) - 1] ?? 0
}

/** `neededTime` for a long list. */
function neededTimeOfMany(scheme: Scheme, progress: ProgressArrays, i: number): number {
  let count = 0
  for (let k = scheme.listedAt[i] ?? 0; k < (scheme.listedAt[i + 1] ?? 0); k++) {
    const node = scheme.listed[k] ?? 0
    if (progress.complete[node] === 1) scratch[count++] = progress.completedTs[node] ?? 0
  }
  return scratch.subarray(0, count).sort()[(scheme.need[i] ?? 0) - 1] ?? 0
}

/**
 * Derives whether one group or level is eligible [R7.4] and complete [R7.5], and since when [R7.8]. Everything that its
 * rule names must be evaluated already.
 */
function judgeGroup(scheme: Scheme, marks: MarkArrays, progress: ProgressArrays, i: number): void {
  const { listed, required } = scheme
  const { complete, completedTs } = progress
  const need = scheme.need[i] ?? 0
  let have = 0
  let latestListed = 0
  const listedEnd = scheme.listedAt[i + 1] ?? 0
  for (let k = scheme.listedAt[i] ?? 0; k < listedEnd; k++) {
    const node = listed[k] ?? 0
    if (complete[node] === 0) continue
    have++
    const time = completedTs[node] ?? 0
    if (time > latestListed) latestListed = time
  }
  let isEligible = have >= need && scheme.counts[i] === 1
  let latestRequired = 0
  const requiredEnd = scheme.requiredAt[i + 1] ?? 0
  for (let k = scheme.requiredAt[i] ?? 0; isEligible && k < requiredEnd; k++) {
    const node = required[k] ?? 0
    const time = completedTs[node] ?? 0
    if (complete[node] === 0) isEligible = false
    else if (time > latestRequired) latestRequired = time
  }
  const override = marks.grade[i] ?? 0
  const passesByRule = isEligible && scheme.manual[i] === 0 && override >= 0
  progress.eligible[i] = isEligible ? 1 : 0
  complete[i] = override > 0 || passesByRule ? 1 : 0
  const overrideTime = override > 0 ? (marks.since[i] ?? 0) : 0
  if (passesByRule) {
    // when exactly as many are complete as needed, the `need`-th smallest time is the latest one
    const listedTime = have === need ? latestListed : neededTime(scheme, progress, i)
    const ruleTime = Math.max(listedTime, latestRequired)
    completedTs[i] = override > 0 ? Math.min(ruleTime, overrideTime) : ruleTime
  } else completedTs[i] = overrideTime
}

/** Evaluates all nodes for one member into `progress`, so that a recalculation can reuse its arrays. */
export function evaluateInto(scheme: Scheme, marks: MarkArrays, progress: ProgressArrays): void {
  const { parent, skill, counts, order } = scheme
  const { credit, begun, complete, completedTs } = progress
  const { grade: grades, pass: passes, since } = marks
  credit.fill(0)
  begun.fill(0)
  // children before parents; `judgeSkill` and `skillCredit` are inlined, because this loop is most of the time of a
  // recalculation
  for (let i = parent.length - 1; i >= 0; i--) {
    const up = parent[i] ?? -1
    const grade = grades[i] ?? 0
    if (skill[i] === 1) {
      // no branches on marks: the processor cannot predict them
      const pass = passes[i] ?? 0
      const done = Number(pass > 0) & Number(grade >= pass)
      complete[i] = done
      completedTs[i] = done * (since[i] ?? 0)
      // `Math.max(grade, 0)`: the shift fills all bits with the sign
      const positiveGrade = grade & ~(grade >> 31)
      const added = (counts[i] ?? 0) * (CREDIT[(pass << 3) | positiveGrade] ?? 0)
      credit[i] = added
      if (up < 0) continue
      credit[up] = (credit[up] ?? 0) + added
      begun[up] = (begun[up] ?? 0) + Number(grade > 0)
    } else if (up >= 0) {
      credit[up] = (credit[up] ?? 0) + (credit[i] ?? 0)
      begun[up] = (begun[up] ?? 0) + (begun[i] ?? 0) + (grade > 0 ? 1 : 0)
    }
  }
  for (let k = 0; k < order.length; k++) judgeGroup(scheme, marks, progress, order[k] ?? 0)
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
    const progress = {
      credit: this.arrays.credit.slice(),
      begun: this.arrays.begun.slice(),
      eligible: this.arrays.eligible.slice(),
      complete: this.arrays.complete.slice(),
      completedTs: this.arrays.completedTs.slice(),
    }
    const wasBegun = (marks.grade[changed] ?? 0) > 0 ? 1 : 0
    setMark(marks, changed, result)
    const isBegun = (marks.grade[changed] ?? 0) > 0 ? 1 : 0
    /** Groups and levels that must be judged again. */
    const waiting = new Set<number>()
    let creditAdded = 0
    if (scheme.skill[changed] === 1) {
      judgeSkill(marks, progress, changed)
      creditAdded = skillCredit(scheme, marks, changed) - (progress.credit[changed] ?? 0)
      progress.credit[changed] = (progress.credit[changed] ?? 0) + creditAdded
      addDependents(scheme, changed, waiting)
    } else waiting.add(changed)
    for (let up = scheme.parent[changed] ?? -1; up >= 0; up = scheme.parent[up] ?? -1) {
      progress.credit[up] = (progress.credit[up] ?? 0) + creditAdded
      progress.begun[up] = (progress.begun[up] ?? 0) + isBegun - wasBegun
    }
    // each node is judged once, after everything that its rule names
    while (waiting.size > 0) {
      let next = -1
      // the one that stands first in `order`
      for (const i of waiting) if (next < 0 || (scheme.rank[i] ?? 0) < (scheme.rank[next] ?? 0)) next = i
      waiting.delete(next)
      const complete = progress.complete[next]
      const ts = progress.completedTs[next]
      judgeGroup(scheme, marks, progress, next)
      if (progress.complete[next] !== complete || progress.completedTs[next] !== ts)
        addDependents(scheme, next, waiting)
    }
    return new Evaluation(scheme, marks, progress)
  }
}

/** Adds the groups and levels whose rule names node `i`. */
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
function nodeState(scheme: Scheme, marks: MarkArrays, progress: ProgressArrays, i: number): NodeState {
  const complete = progress.complete[i] === 1
  const completedTs = complete ? (progress.completedTs[i] ?? 0) : null
  if (scheme.skill[i] === 1) {
    const grade = marks.grade[i] ?? 0
    const pass = marks.pass[i] ?? 0
    const percent = pass === 0 ? 0 : Math.round((100 * Math.min(Math.max(grade, 0), pass)) / pass)
    const state = complete ? 'passed' : grade > 0 ? 'started' : 'available'
    return { state, percent, complete, eligible: complete, forced: false, completedTs }
  }
  const eligible = progress.eligible[i] === 1
  const skills = scheme.skillsBelow[i] ?? 0
  const mean = skills === 0 ? 0 : Math.round((100 * (progress.credit[i] ?? 0)) / (FULL_CREDIT * skills))
  const percentOfOpen = eligible ? mean : Math.min(mean, 99)
  const stateOfOpen = (progress.begun[i] ?? 0) > 0 ? 'started' : 'available'
  return {
    state: complete ? 'passed' : eligible ? 'completed' : stateOfOpen,
    percent: complete ? 100 : percentOfOpen,
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
