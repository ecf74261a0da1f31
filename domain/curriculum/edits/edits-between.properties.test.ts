import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyEdits } from './apply-edits.ts'
import { applySeeds, editSeeds } from '#domain/testing/author.ts'
import { canRestore, editsBetween } from './edits-between.ts'
import { inTreeOrder, treeOf, type AuthorNode, type Tree } from '#domain/curriculum/tree.ts'

/** Nodes in their order, without marks of what was translated when: those come with the words. */
const shape = (tree: Tree) => inTreeOrder(tree).map(({ pins: _, ...node }): AuthorNode => node)

function reached(from: Tree, to: Tree) {
  const done = applyEdits(from, editsBetween(from, to))
  if (!done.ok) throw new Error(`${done.code} ${done.id} ${done.ids.join()}`)
  return done
}

describe('the edits from one tree to another', () => {
  it('reach it, and undone they are the first again, also where deleted nodes come back', () => {
    let restored = 0
    fc.assert(
      fc.property(editSeeds, editSeeds, fc.boolean(), (first, second, forth) => {
        const start = applySeeds(treeOf([]), first).tree
        const later = applySeeds(start, second).tree
        const [from, to] = forth ? [start, later] : [later, start]
        const back = new Set([...to.nodes.keys()].filter((id) => from.gone.has(id)))
        fc.pre([...back].every((id) => canRestore(from, id, back)))
        restored += back.size
        const done = reached(from, to)
        expect(shape(done.tree)).toEqual(shape(to))
        const undone = applyEdits(done.tree, done.undo)
        expect(undone.ok && inTreeOrder(undone.tree)).toEqual(inTreeOrder(from))
      }),
      { numRuns: 600 },
    )
    expect(restored).toBeGreaterThan(20)
  })

  it('are none where nothing differs', () => {
    fc.assert(
      fc.property(editSeeds, (list) => {
        const { tree } = applySeeds(treeOf([]), list)
        expect(editsBetween(tree, treeOf(inTreeOrder(tree), [...tree.gone.values()]))).toEqual([])
      }),
    )
  })
})
