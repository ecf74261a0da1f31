import { evaluate, type Result } from '#domain/assessment/engine.ts'
import type { PassValue } from '#domain/curriculum/scheme.ts'
import { subtree, type Tree } from '#domain/curriculum/tree.ts'
import { levelProgress, type LevelProgress } from '#domain/assessment/level-progress.ts'
import { compileTree } from '../progress-effect.ts'

/** The invented member of the preview has passed six of ten skills and started two. */
const PASSED_SHARE = 0.6
const STARTED_SHARE = 0.2

/** The progress of an invented member in a level, computed by the engine. */
export function sampleProgress(tree: Tree, id: string, grades: readonly PassValue[]): LevelProgress | null {
  const scheme = compileTree(tree, grades)
  const node = tree.nodes.get(id)
  // the rule of the level may name nodes outside it
  const rootIds = [id, ...(node?.completion?.ids ?? []), ...(node?.required ?? [])]
  const nodeIds = new Set(rootIds.flatMap((rootId) => subtree(tree, rootId).map((descendant) => descendant.id)))
  const skillIds = [...nodeIds].filter((nodeId) => {
    const index = scheme.index.get(nodeId) ?? -1
    return scheme.skill[index] === 1 && scheme.counts[index] === 1
  })
  const passedCount = Math.floor(skillIds.length * PASSED_SHARE)
  const startedCount = Math.ceil(skillIds.length * STARTED_SHARE)
  // the times of the marks, `ts` and `since`, do not matter here
  const results = new Map<string, Result>()
  skillIds.forEach((skillId, index) => {
    const pass = scheme.pass[scheme.index.get(skillId) ?? -1] ?? 0
    // a skill that is passed at grade 1 has no lower grade
    const isStarted = index < passedCount + startedCount && pass > 1
    if (index < passedCount) results.set(skillId, { grade: pass, pass, ts: 1, since: 1 })
    else if (isStarted) results.set(skillId, { grade: 1, pass, ts: 1, since: null })
  })
  return levelProgress(evaluate(scheme, results), id)
}
