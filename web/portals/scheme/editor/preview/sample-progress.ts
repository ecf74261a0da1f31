import { evaluate, type Result } from '#domain/assessment/engine.ts'
import type { PassValue } from '#domain/curriculum/scheme.ts'
import { subtree, type Tree } from '#domain/curriculum/tree.ts'
import { levelProgress, type LevelProgress } from '#domain/assessment/level-progress.ts'
import { compiled } from '../progress-effect.ts'

/** A child on the way: six of ten skills done, two begun. */
const DONE = 0.6
const BEGUN = 0.2

/** What a parent would see of a level with such a child, by the engine itself. */
export function sampleProgress(tree: Tree, id: string, grades: readonly PassValue[]): LevelProgress | null {
  const scheme = compiled(tree, grades)
  const node = tree.nodes.get(id)
  const named = [id, ...(node?.completion?.ids ?? []), ...(node?.required ?? [])]
  const skills = [...new Set(named.flatMap((one) => subtree(tree, one)).map((one) => one.id))].filter((one) => {
    const at = scheme.index.get(one) ?? -1
    return scheme.skill[at] === 1 && scheme.counts[at] === 1
  })
  const done = Math.floor(skills.length * DONE)
  const begun = Math.ceil(skills.length * BEGUN)
  const results = new Map<string, Result>()
  skills.forEach((skill, at) => {
    const pass = scheme.pass[scheme.index.get(skill) ?? -1] ?? 0
    if (at < done) results.set(skill, { grade: pass, pass, ts: 1, since: 1 })
    else if (at < done + begun && pass > 1) results.set(skill, { grade: 1, pass, ts: 1, since: null })
  })
  return levelProgress(evaluate(scheme, results), id)
}
