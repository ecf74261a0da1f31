import type { SchemeNode } from '#contract/curriculum/schemes.ts'
import type { Results } from '#domain/assessment/engine.ts'
import { isHidden, evaluationOf, type CompiledCurriculum } from '#web/portals/coach/groups/group-data.ts'
import { levelView, type LevelView } from '#web/portals/coach/assess/level/level-view.ts'

/** How many of the last sessions are shown for a member. */
export const SESSIONS_SHOWN = 6

/** A level in progress, and what the page shows of it. */
interface LevelInProgress {
  level: SchemeNode
  view: LevelView
}

/** The levels that a member has begun but not passed, in tree order. */
export function levelsInProgress(compiled: CompiledCurriculum, results: Results): LevelInProgress[] {
  const evaluation = evaluationOf(compiled, results)
  return (compiled.scheme.nodes as readonly SchemeNode[]).flatMap((level) => {
    if (level.t !== 'l' || isHidden(compiled, level)) return []
    const view = levelView(compiled, evaluation, results, level.id)
    return view !== null && (view.state === 'started' || view.state === 'completed') ? [{ level, view }] : []
  })
}
