import { evaluate, type Result } from '#domain/assessment/engine.ts'
import type { PassValue } from '#domain/curriculum/scheme.ts'
import { subtree, type AuthorNode, type Tree } from '#domain/curriculum/tree.ts'
import { levelProgress, type LevelProgress } from '#domain/assessment/level-progress.ts'
import { compileTree } from '../progress-effect.ts'
import { ancestorsOf } from '../tree/tree-position.ts'

/** How far the made children are: the share of the skills that they have passed, and that they have begun besides. */
const STAGES = [
  { firstname: 'Ava', lastname: 'Lane', passed: 0, begun: 0.2 },
  { firstname: 'Ben', lastname: 'Morris', passed: 0.6, begun: 0.2 },
  // all but one skill
  { firstname: 'Carys', lastname: 'Price', passed: 0.999, begun: 1 },
  { firstname: 'Dylan', lastname: 'Hughes', passed: 1, begun: 0 },
] as const

/** The ages of the made children, all the same. */
export const MADE_AGE = 8

/** An invented child of the preview. Nothing of it is stored. */
export interface MadeChild {
  firstname: string
  lastname: string
  /** The results of the level's skills, by their ids. */
  results: ReadonlyMap<string, Result>
  progress: LevelProgress
}

/** The level whose children the preview shows for a node: the node itself, or for a skill the level that it is in. */
export function levelOf(tree: Tree, node: AuthorNode): AuthorNode {
  if (node.t !== 's') return node
  const above = ancestorsOf(tree, node.id).toReversed()
  return above.find(({ t }) => t === 'l') ?? above[0] ?? node
}

/** Children at several stages of a level, computed by the engine over the tree that is shown; none for no skills. */
export function madeChildren(tree: Tree, level: AuthorNode, grades: readonly PassValue[], nowS: number): MadeChild[] {
  const scheme = compileTree(tree, grades)
  // the rule of the level may name nodes outside it
  const rootIds = [level.id, ...(level.completion?.ids ?? []), ...level.required]
  const nodeIds = new Set(rootIds.flatMap((rootId) => subtree(tree, rootId).map((descendant) => descendant.id)))
  const skillIds = [...nodeIds].filter((nodeId) => {
    const index = scheme.index.get(nodeId) ?? -1
    return scheme.skill[index] === 1 && scheme.counts[index] === 1
  })
  return STAGES.flatMap(({ firstname, lastname, passed, begun }): MadeChild[] => {
    const passedCount = Math.floor(skillIds.length * passed)
    const begunCount = Math.ceil(skillIds.length * begun)
    const results = new Map<string, Result>()
    skillIds.forEach((skillId, index) => {
      const pass = scheme.pass[scheme.index.get(skillId) ?? -1] ?? 0
      // a skill that is passed at grade 1 has no lower grade
      const isBegun = index < passedCount + begunCount && pass > 1
      if (index < passedCount) results.set(skillId, { grade: pass, pass, ts: nowS, since: nowS })
      else if (isBegun) results.set(skillId, { grade: 1, pass, ts: nowS, since: null })
    })
    const progress = levelProgress(evaluate(scheme, results), level.id)
    return progress && progress.rungs.length > 0 ? [{ firstname, lastname, results, progress }] : []
  })
}
