import { evaluate, type Result } from '#domain/assessment/engine.ts'
import type { PassValue } from '#domain/curriculum/scheme.ts'
import { subtree, type Tree } from '#domain/curriculum/tree.ts'
import { levelProgress, type LevelProgress } from '#domain/assessment/level-progress.ts'
import { compileTree } from '../progress-effect.ts'

/** The invented member of the preview has passed six of ten skills and started two. */
const DONE = 0.6
const BEGUN = 0.2

/** The progress of an invented member in a level, computed by the engine. */
export function sampleProgress(tree: Tree, id: string, grades: readonly PassValue[]): LevelProgress | null {
  const scheme = compileTree(tree, grades)
  const node = tree.nodes.get(id)
  const nodeIds = [id, ...(node?.completion?.ids ?? []), ...(node?.required ?? [])]
  const skills = [...new Set(nodeIds.flatMap((nodeId) => subtree(tree, nodeId)).map((below) => below.id))].filter(
    (nodeId) => {
      const index = scheme.index.get(nodeId) ?? -1
      return scheme.skill[index] === 1 && scheme.counts[index] === 1
    },
  )
  const done = Math.floor(skills.length * DONE)
  const begun = Math.ceil(skills.length * BEGUN)
  const results = new Map<string, Result>()
  skills.forEach((skill, index) => {
    const pass = scheme.pass[scheme.index.get(skill) ?? -1] ?? 0
    if (index < done) results.set(skill, { grade: pass, pass, ts: 1, since: 1 })
    else if (index < done + begun && pass > 1) results.set(skill, { grade: 1, pass, ts: 1, since: null })
  })
  return levelProgress(evaluate(scheme, results), id)
}
