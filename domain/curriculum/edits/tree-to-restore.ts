import { inTreeOrder, subtree, type Edit, type Tree } from '#domain/curriculum/tree.ts'
import { applyEdits } from './apply-edits.ts'
import { withMissing } from './edits-between.ts'

/** The edits that take back a batch, or the update of linked nodes from their owner (`linked`). */
export interface Undo {
  undo: readonly Edit[]
  linked: boolean
}

/**
 * A tree as it was before some batches, of which these are the undos, the newest first. Null when the tree was also
 * changed otherwise in between, so that they do not apply.
 */
export function treeBefore(tree: Tree, undos: readonly Undo[]): Tree | null {
  let current = tree
  for (const { undo, linked } of undos) {
    // the settings of the scheme are not in the tree and stay as they are
    const applied = applyEdits(
      current,
      undo.filter((edit) => edit.do !== 'set-settings'),
      { byOwner: linked },
    )
    if (!applied.ok) return null
    current = applied.tree
  }
  return current
}

/**
 * What a tree becomes when it is restored to `old`: all of it, or only these nodes and what is or was below them, with
 * what these need. Marks on nodes that come back are there again, because ids are never given twice.
 */
export function treeToRestore(tree: Tree, old: Tree, ids: readonly string[] | null): Tree {
  return ids === null ? old : withNodesOf(tree, old, ids)
}

/** The tree with these nodes, and what is or was below them, as they were in `old`. */
function withNodesOf(tree: Tree, old: Tree, ids: readonly string[]): Tree {
  const now = new Set(ids.flatMap((id) => subtree(tree, id)).map((node) => node.id))
  const isMissing = (id: string) => !tree.nodes.has(id)
  const before = ids.flatMap((id) => subtree(old, id)).map((node) => node.id)
  const restored = withMissing(old, before, isMissing)
  for (const id of now) if (old.nodes.has(id)) restored.add(id)
  for (;;) {
    const mixed = mix(tree, old, withMissing(old, restored, isMissing), now)
    const lost = [...mixed.nodes.keys()].filter((id) => !restored.has(id) && old.nodes.has(id))
    const reached = new Set(inTreeOrder(mixed).map((node) => node.id))
    const circle = lost.filter((id) => !reached.has(id))
    if (circle.length === 0) return mixed
    // a restored node would be below itself, because what is above it was put below it since: that goes back too
    for (const id of circle) restored.add(id)
  }
}

/** The tree with the nodes `restored` as and where they were in `old`, and without the other ones of `now`. */
function mix(tree: Tree, old: Tree, restored: ReadonlySet<string>, now: ReadonlySet<string>): Tree {
  const nodes = new Map([...tree.nodes].filter(([id]) => !now.has(id)))
  const children = new Map<string | null, string[]>()
  for (const [parentId, siblings] of tree.children)
    children.set(
      parentId,
      siblings.filter((id) => !now.has(id) && !restored.has(id)),
    )
  for (const [parentId, siblings] of old.children) {
    const list = children.get(parentId) ?? []
    // the last one first, so that each finds the sibling before which it stood
    siblings.forEach((_, index) => {
      const at = siblings.length - 1 - index
      const id = siblings[at] ?? ''
      const node = old.nodes.get(id)
      if (!node || !restored.has(id)) return
      nodes.set(id, node)
      const next = siblings.slice(at + 1).find((sibling) => list.includes(sibling))
      list.splice(next === undefined ? list.length : list.indexOf(next), 0, id)
    })
    children.set(parentId, list)
  }
  return { ...tree, nodes, children }
}
