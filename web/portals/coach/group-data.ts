import type { Group } from '#contract/groups.ts'
import type { Curriculum, SchemeNode } from '#contract/schemes.ts'
import type { CoachMember } from '#contract/sync.ts'
import { currentLevel } from '#domain/current-level.ts'
import { evaluate, type Evaluation, type Results } from '#domain/engine.ts'
import { explainEvaluation } from '#domain/explain.ts'
import { compileScheme, type Scheme } from '#domain/scheme.ts'
import { resultsKey, type CoachSnapshot } from '#web/offline/coach-store.ts'
import { markOf, type SkillMark } from '#web/ui/mark.ts'

/** A curriculum ready for marking. */
export interface Course {
  curriculum: Curriculum
  scheme: Scheme
}

const courses = new WeakMap<Curriculum, Course>()

/** Compiled once per document, however many pages use it. */
export function courseOf(curriculum: Curriculum): Course {
  const known = courses.get(curriculum)
  if (known) return known
  const course = { curriculum, scheme: compileScheme(curriculum.tree, curriculum.grades) }
  courses.set(curriculum, course)
  return course
}

const NONE: Results = new Map()
const evaluations = new WeakMap<Results, WeakMap<Scheme, Evaluation>>()

/** A member's standing; computed again only when that member's results changed. */
export function standingOf(snapshot: CoachSnapshot, course: Course, memberUuid: string): Evaluation {
  const results = snapshot.results.get(resultsKey(memberUuid, course.curriculum.slug)) ?? NONE
  const of = evaluations.get(results) ?? new WeakMap<Scheme, Evaluation>()
  evaluations.set(results, of)
  const known = of.get(course.scheme)
  if (known) return known
  const evaluation = evaluate(course.scheme, results)
  of.set(course.scheme, evaluation)
  return evaluation
}

export function resultsOf(snapshot: CoachSnapshot, course: Course, memberUuid: string): Results {
  return snapshot.results.get(resultsKey(memberUuid, course.curriculum.slug)) ?? NONE
}

/** Active members of a group on a date, by first name. */
export function membersOf(snapshot: CoachSnapshot, groupId: string, date: string): CoachMember[] {
  return snapshot.groupMembers
    .filter((gm) => gm.groupId === groupId && gm.from <= date && (gm.to === null || date <= gm.to))
    .flatMap((gm) => snapshot.members.get(gm.memberUuid) ?? [])
    .filter((member) => member.status === 'active')
    .sort((a, b) => a.firstname.localeCompare(b.firstname) || a.lastname.localeCompare(b.lastname))
}

export function nodeOf(course: Course, id: string): SchemeNode | undefined {
  const at = course.scheme.index.get(id)
  // the compiled nodes are the document's own
  return at === undefined ? undefined : (course.scheme.nodes[at] as SchemeNode | undefined)
}

/** The skills below a level that can be marked here: assessable, neither skipped nor hidden, in tree order. */
export function skillsOf(course: Course, levelId: string): SchemeNode[] {
  const walk = (node: SchemeNode): SchemeNode[] =>
    node.hidden === true ? [] : node.t === 's' ? [node] : node.children.flatMap(walk)
  const level = nodeOf(course, levelId)
  return level
    ? level.children.flatMap(walk).filter((s) => course.scheme.counts[course.scheme.index.get(s.id) ?? -1] === 1)
    : []
}

/** The levels that may be marked in a group and still exist, in tree order. */
export function levelsOf(course: Course, group: Group): SchemeNode[] {
  return course.scheme.nodes.filter(
    (node) => node.t === 'l' && group.assessment_levels.includes(node.id),
  ) as SchemeNode[]
}

export function levelOf(evaluation: Evaluation, group: Group, member: CoachMember): string | null {
  return currentLevel(evaluation, group.assessment_levels, member.current_remote_node_id)
}

export interface LevelView {
  marks: SkillMark[]
  /** Skills needed, when the rule is "any so many of these"; undefined when all are. */
  need: number | undefined
  done: number
  toGo: number
  state: 'available' | 'started' | 'completed' | 'passed'
  eligible: boolean
  forced: boolean
  manual: boolean
}

/** What a level's bar says of one member. */
export function levelView(course: Course, evaluation: Evaluation, results: Results, levelId: string): LevelView | null {
  const node = evaluation.node(levelId)
  const told = explainEvaluation(evaluation, levelId)
  const at = course.scheme.index.get(levelId)
  if (!node || !told || at === undefined) return null
  const skills = skillsOf(course, levelId)
  const marks = skills.map((s) => {
    const result = results.get(s.id)
    return markOf(result?.grade ?? 0, result?.pass ?? 0)
  })
  const plain = course.scheme.list
    .subarray(course.scheme.listAt[at], course.scheme.listAt[at + 1])
    .every((i) => course.scheme.skill[i] === 1)
  return {
    marks,
    need: plain && told.need < marks.length ? told.need : undefined,
    done: marks.filter((m) => m === 'd').length,
    toGo: told.missing.length,
    state: node.state,
    eligible: node.eligible,
    forced: node.forced,
    manual: course.scheme.manual[at] === 1,
  }
}
