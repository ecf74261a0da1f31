import { compileScheme, listedNodes, requiredNodes, type PassValue, type Scheme } from '#domain/curriculum/scheme.ts'
import { engineRoots, type Edit, type Tree } from '#domain/curriculum/tree.ts'

const compiledTrees = new WeakMap<Tree, { grades: readonly PassValue[]; scheme: Scheme }>()

/** Compiles a tree for the engine. Cached, because the preview and the impact check compile the same tree. */
export function compileTree(tree: Tree, grades: readonly PassValue[]): Scheme {
  const cached = compiledTrees.get(tree)
  if (cached?.grades === grades) return cached.scheme
  const scheme = compileScheme(engineRoots(tree), grades)
  compiledTrees.set(tree, { grades, scheme })
  return scheme
}

/** The pass rule of each level and skill group as a string. Two trees with equal rules give every member the same levels. */
function passRules(scheme: Scheme): Map<string, string> {
  const sortedIds = (nodeIndexes: Int32Array) => [...nodeIndexes].map((index) => scheme.ids[index] ?? '').sort()
  const rules = new Map<string, string>()
  for (const index of scheme.order) {
    const node = scheme.nodes[index]
    const countsForProgress = scheme.counts[index] === 1
    if (!node || !countsForProgress) continue
    const listed = sortedIds(listedNodes(scheme, index))
    const required = sortedIds(requiredNodes(scheme, index))
    rules.set(node.id, JSON.stringify([node.t, scheme.manual[index], scheme.need[index], listed, required]))
  }
  return rules
}

/** Whether edits change a grade scale. A scale decides at which grade a skill is passed and whether it is assessable. */
export function changesGrades(edits: readonly Edit[]): boolean {
  return edits.some((edit) => edit.do === 'set-settings' && edit.settings.some(({ what }) => what === 'grade'))
}

/** Whether members could gain or lose a level by the change; only the server knows whether any do. */
export function changesProgress(before: Tree, after: Tree, grades: readonly PassValue[]): boolean {
  if (before === after) return false
  const rulesBefore = passRules(compileTree(before, grades))
  const rulesAfter = passRules(compileTree(after, grades))
  if (rulesBefore.size !== rulesAfter.size) return true
  for (const [id, rule] of rulesBefore) if (rulesAfter.get(id) !== rule) return true
  return false
}
