import { subtree, type Edit, type Tree } from '#domain/curriculum/tree.ts'
import { applyEdits } from './apply-edits.ts'
import { editsBetween } from './edits-between.ts'

/**
 * A tree as it was before some batches: `undos` are the edits that take each of them back, the newest first. Null when
 * the tree was also changed otherwise in between, so that they do not apply.
 */
export function treeBefore(tree: Tree, undos: readonly (readonly Edit[])[]): Tree | null {
  let current = tree
  for (const undo of undos) {
    // the settings of the scheme are not in the tree and stay as they are
    const applied = applyEdits(
      current,
      undo.filter((edit) => edit.do !== 'set-settings'),
    )
    if (!applied.ok) return null
    current = applied.tree
  }
  return current
}

/**
 * The edits that make a tree what it was in `old`: all of it, or only these nodes and what is or was below them. Marks
 * on nodes that come back are there again, because ids are never given twice.
 */
export function editsToRestore(tree: Tree, old: Tree, ids: readonly string[] | null): Edit[] {
  const edits = editsBetween(tree, old)
  if (ids === null) return edits
  const within = new Set(ids.flatMap((id) => [...subtree(old, id), ...subtree(tree, id)].map((node) => node.id)))
  return edits.flatMap((edit): Edit[] => {
    switch (edit.do) {
      case 'restore':
        return some(
          edit,
          'places',
          edit.places.filter(({ id }) => within.has(id)),
        )
      case 'add':
        return some(
          edit,
          'nodes',
          edit.nodes.filter(({ id }) => within.has(id)),
        )
      case 'move':
      case 'remove':
        return some(
          edit,
          'ids',
          edit.ids.filter((id) => within.has(id)),
        )
      case 'set-settings':
        return []
      default:
        return within.has(edit.id) ? [edit] : []
    }
  })
}

/** The edit with only some of its nodes, or nothing when it has none left. */
function some<E extends Edit, K extends keyof E>(edit: E, key: K, rest: readonly unknown[]): Edit[] {
  return rest.length > 0 ? [{ ...edit, [key]: rest }] : []
}
