import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyEdits } from './apply-edits.ts'
import { applySeeds, editSeeds } from '#domain/testing/author.ts'
import { editsBetween } from './edits-between.ts'
import { inTreeOrder, treeOf, type AuthorNode, type Tree } from '#domain/curriculum/tree.ts'

/** All nodes in tree order, without translation pins, which follow from the texts. */
const nodesOf = (tree: Tree) => inTreeOrder(tree).map(({ pins: _, ...node }): AuthorNode => node)

/** Applies the edits between two trees to the first. */
function applyBetween(oldTree: Tree, newTree: Tree) {
  const applied = applyEdits(oldTree, editsBetween(oldTree, newTree))
  if (!applied.ok) throw new Error(`${applied.code} ${applied.id} ${applied.ids.join()}`)
  return applied
}

describe('the edits between two trees', () => {
  it('turn the first into the second, also by restoring deleted nodes, and their undo turns it back', () => {
    let restored = 0
    fc.assert(
      fc.property(editSeeds, editSeeds, fc.boolean(), (first, second, isForward) => {
        const start = applySeeds(treeOf([]), first).tree
        const later = applySeeds(start, second).tree
        // the edits back from `later` restore the nodes that the second seeds have deleted
        const [oldTree, newTree] = isForward ? [start, later] : [later, start]
        restored += [...newTree.nodes.keys()].filter((id) => oldTree.gone.has(id)).length
        const applied = applyBetween(oldTree, newTree)
        expect(nodesOf(applied.tree)).toEqual(nodesOf(newTree))
        const undone = applyEdits(applied.tree, applied.undo)
        expect(undone.ok && inTreeOrder(undone.tree)).toEqual(inTreeOrder(oldTree))
      }),
      { numRuns: 600 },
    )
    // proves that the runs have restored nodes
    expect(restored).toBeGreaterThan(20)
  })

  it('are none when the trees are equal', () => {
    fc.assert(
      fc.property(editSeeds, (seeds) => {
        const { tree } = applySeeds(treeOf([]), seeds)
        const equalTree = treeOf(inTreeOrder(tree), [...tree.gone.values()])
        expect(editsBetween(tree, equalTree)).toEqual([])
      }),
    )
  })
})
