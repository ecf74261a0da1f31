import type { Evaluation, Results } from '#domain/assessment/engine.ts'
import { explainEvaluation } from '#domain/assessment/explain.ts'
import { markOf, type SkillMark } from '#web/ui/rungs/mark.ts'
import { skillsOf, type Course } from '#web/portals/coach/groups/group-data.ts'

export interface LevelView {
  marks: SkillMark[]
  /** Skills needed, when the rule is "any so many of these"; undefined when all are. */
  need: number | undefined
  /** Skills, and groups that wait for a coach's pass, until the level is complete. */
  toGo: number
  /** 0–100 [9.26]. */
  percent: number
  state: 'available' | 'started' | 'completed' | 'passed'
  eligible: boolean
  forced: boolean
  manual: boolean
}

const views = new WeakMap<Evaluation, Map<string, LevelView>>()

/** What a level's bar says of one member; computed once per standing and level. */
export function levelView(course: Course, evaluation: Evaluation, results: Results, levelId: string): LevelView | null {
  const of = views.get(evaluation) ?? new Map<string, LevelView>()
  views.set(evaluation, of)
  const known = of.get(levelId)
  if (known) return known
  const view = build(course, evaluation, results, levelId)
  if (view) of.set(levelId, view)
  return view
}

function build(course: Course, evaluation: Evaluation, results: Results, levelId: string): LevelView | null {
  const node = evaluation.node(levelId)
  const explanation = explainEvaluation(evaluation, levelId)
  const at = course.scheme.index.get(levelId)
  if (!node || !explanation || at === undefined) return null
  const marks = skillsOf(course, levelId).map((skill) => {
    const result = results.get(skill.id)
    return markOf(result?.grade ?? 0, result?.pass ?? 0)
  })
  // a rule over groups has no place for its line in a row of skills
  const plain = course.scheme.list
    .subarray(course.scheme.listAt[at], course.scheme.listAt[at + 1])
    .every((i) => course.scheme.skill[i] === 1)
  return {
    marks,
    need: plain && explanation.need < marks.length ? explanation.need : undefined,
    toGo: explanation.missing.length + explanation.passes.length,
    percent: node.percent,
    state: node.state,
    eligible: node.eligible,
    forced: node.forced,
    manual: course.scheme.manual[at] === 1,
  }
}

/** The override that passes a level [R7.5]: an automated one that is eligible was revoked, so clearing that is enough. */
export function passGrade(level: Pick<LevelView, 'eligible' | 'manual'>): 0 | 1 {
  return level.eligible && !level.manual ? 0 : 1
}

/** The override that takes a pass back: a forced one is cleared, an eligible level is revoked. */
export function revokeGrade(level: Pick<LevelView, 'forced'>): 0 | -1 {
  return level.forced ? 0 : -1
}
