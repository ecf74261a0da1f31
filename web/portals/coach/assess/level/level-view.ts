import type { Evaluation, Results } from '#domain/assessment/engine.ts'
import { explainEvaluation } from '#domain/assessment/explain.ts'
import { listedNodes } from '#domain/curriculum/scheme.ts'
import { markOf, type SkillMark } from '#web/ui/rungs/mark.ts'
import { skillsOf, type CompiledCurriculum } from '#web/portals/coach/groups/group-data.ts'

/** What a page shows of one member's progress in one level or skill group. */
export interface LevelView {
  /** One per skill, in tree order. */
  marks: SkillMark[]
  /** How many of the skills are needed; undefined when all are, or when the rule does not count skills alone. */
  need: number | undefined
  /** How many skills, and skill groups that wait for a coach's pass, are missing until the level is complete. */
  toGo: number
  /** 0–100 [9.26]. */
  percent: number
  state: 'available' | 'started' | 'completed' | 'passed'
  /** The marks fulfil the level's rule. */
  eligible: boolean
  /** The level is passed by a coach although its marks do not fulfil the rule. */
  forced: boolean
  /** The level is passed by a coach only, never by its marks alone. */
  manual: boolean
}

const cachedViews = new WeakMap<Evaluation, Map<string, LevelView>>()

/** The view of a level for one member; cached per evaluation and level. */
export function levelView(
  compiled: CompiledCurriculum,
  evaluation: Evaluation,
  results: Results,
  levelId: string,
): LevelView | null {
  const byLevel = cachedViews.get(evaluation) ?? new Map<string, LevelView>()
  cachedViews.set(evaluation, byLevel)
  const cached = byLevel.get(levelId)
  if (cached) return cached
  const view = buildLevelView(compiled, evaluation, results, levelId)
  if (view) byLevel.set(levelId, view)
  return view
}

function buildLevelView(
  compiled: CompiledCurriculum,
  evaluation: Evaluation,
  results: Results,
  levelId: string,
): LevelView | null {
  const node = evaluation.node(levelId)
  const explanation = explainEvaluation(evaluation, levelId)
  const index = compiled.scheme.index.get(levelId)
  if (!node || !explanation || index === undefined) return null
  const marks = skillsOf(compiled, levelId).map(({ id }) => {
    const result = results.get(id)
    return markOf(result?.grade ?? 0, result?.pass ?? 0)
  })
  // the line "so many are needed" is drawn in the row of skills only if the rule is over skills, not over groups
  const { skill: skillFlags } = compiled.scheme
  const onlySkills = listedNodes(compiled.scheme, index).every((nodeIndex) => skillFlags[nodeIndex] === 1)
  return {
    marks,
    need: onlySkills && explanation.need < marks.length ? explanation.need : undefined,
    toGo: explanation.missing.length + explanation.passes.length,
    percent: node.percent,
    state: node.state,
    eligible: node.eligible,
    forced: node.forced,
    manual: compiled.scheme.manual[index] === 1,
  }
}

/**
 * The manual grade that passes a level [R7.5]: 1 forces the pass, 0 clears an override. If a level that passes by its
 * marks is eligible and not passed, its pass was revoked, so clearing the revocation is enough.
 */
export function passGrade(level: Pick<LevelView, 'eligible' | 'manual'>): 0 | 1 {
  return level.eligible && !level.manual ? 0 : 1
}

/** The manual grade that takes a pass back: 0 clears a forced pass, -1 revokes one that the marks give. */
export function revokeGrade(level: Pick<LevelView, 'forced'>): 0 | -1 {
  return level.forced ? 0 : -1
}
