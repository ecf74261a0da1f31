import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyEdits } from './apply-edits.ts'
import { applySeeds, editSeeds } from '#domain/testing/author.ts'
import { canRestore, editsBetween } from './edits-between.ts'
import { inTreeOrder, treeOf, type AuthorNode, type Tree } from '#domain/curriculum/tree.ts'

/** All nodes in tree order, without translation pins, which follow from the texts. */
const nodesOf = (tree: Tree) => inTreeOrder(tree).map(({ pins: _, ...node }): AuthorNode => node)

/** Applies the edits between two trees to the first. */
function applyBetween(from: Tree, to: Tree) {
  const done = applyEdits(from, editsBetween(from, to))
  if (!done.ok) throw new Error(`${done.code} ${done.id} ${done.ids.join()}`)
  return done
}

describe('the edits from one tree to another', () => {
  it('turn one into the other, also by restoring deleted nodes, and their undo turns it back', () => {
    let restored = 0
    fc.assert(
      fc.property(editSeeds, editSeeds, fc.boolean(), (first, second, isForward) => {
        const start = applySeeds(treeOf([]), first).tree
        const later = applySeeds(start, second).tree
        const [from, to] = isForward ? [start, later] : [later, start]
        const comingBack = new Set([...to.nodes.keys()].filter((id) => from.gone.has(id)))
        fc.pre([...comingBack].every((id) => canRestore(from, id, comingBack)))
        restored += comingBack.size
        const done = applyBetween(from, to)
        expect(nodesOf(done.tree)).toEqual(nodesOf(to))
        const undone = applyEdits(done.tree, done.undo)
        expect(undone.ok && inTreeOrder(undone.tree)).toEqual(inTreeOrder(from))
      }),
      { numRuns: 600 },
    )
    expect(restored).toBeGreaterThan(20)
  })

  it('are none between equal trees', () => {
    fc.assert(
      fc.property(editSeeds, (list) => {
        const { tree } = applySeeds(treeOf([]), list)
        expect(editsBetween(tree, treeOf(inTreeOrder(tree), [...tree.gone.values()]))).toEqual([])
      }),
    )
  })
})
