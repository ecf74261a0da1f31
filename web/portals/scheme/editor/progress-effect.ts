import { compileScheme, type PassValue, type Scheme } from '#domain/curriculum/scheme.ts'
import { engineRoots, type Edit, type Tree } from '#domain/curriculum/tree.ts'

const compiledTrees = new WeakMap<Tree, { grades: readonly PassValue[]; scheme: Scheme }>()

/** A tree as the engine reads it; kept, because pictures and checks ask for the same one again. */
export function compiled(tree: Tree, grades: readonly PassValue[]): Scheme {
  const known = compiledTrees.get(tree)
  if (known?.grades === grades) return known.scheme
  const scheme = compileScheme(engineRoots(tree), grades)
  compiledTrees.set(tree, { grades, scheme })
  return scheme
}

/** What passes each level, group by group: two trees with the same rules give every member the same levels. */
function rules(scheme: Scheme): Map<string, string> {
  const found = new Map<string, string>()
  for (const i of scheme.order) {
    const node = scheme.nodes[i]
    if (!node || scheme.counts[i] !== 1) continue
    const list = scheme.list.subarray(scheme.listAt[i], scheme.listAt[i + 1])
    const must = scheme.must.subarray(scheme.mustAt[i], scheme.mustAt[i + 1])
    const ids = (of: Int32Array) => [...of].map((at) => scheme.ids[at] ?? '').sort()
    found.set(node.id, JSON.stringify([node.t, scheme.manual[i], scheme.need[i], ids(list), ids(must)]))
  }
  return found
}

/** Whether a batch changes grade scales: what skills are passed at, and which count. */
export function changesGrades(edits: readonly Edit[]): boolean {
  return edits.some((edit) => edit.do === 'set-settings' && edit.settings.some(({ what }) => what === 'grade'))
}

/** Whether members could gain or lose a level by the change; who does is for the server to say. */
export function changesProgress(before: Tree, after: Tree, grades: readonly PassValue[]): boolean {
  if (before === after) return false
  const [a, b] = [rules(compiled(before, grades)), rules(compiled(after, grades))]
  if (a.size !== b.size) return true
  for (const [id, rule] of a) if (b.get(id) !== rule) return true
  return false
}
