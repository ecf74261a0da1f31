import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultFields, applySeeds, editSeeds } from '#domain/testing/author.ts'
import { applyDiff, diffTrees } from './tree-diff.ts'
import { applyEdits } from './edits/apply-edits.ts'
import { inTreeOrder, treeOf, type Edit } from './tree.ts'
import { withoutOrigin } from './relink.ts'

describe('the difference of two trees', () => {
  it('applied to the first tree gives the second, for any edits in between', () => {
    fc.assert(
      fc.property(editSeeds, editSeeds, (first, second) => {
        const before = applySeeds(treeOf([]), first).tree
        const after = applySeeds(before, second).tree
        expect(inTreeOrder(applyDiff(before, diffTrees(before, after))).map(withoutOrigin)).toEqual(
          inTreeOrder(after).map(withoutOrigin),
        )
      }),
      { numRuns: 600 },
    )
  })

  it('is empty when all edits in between were undone', () => {
    fc.assert(
      fc.property(editSeeds, editSeeds, (first, second) => {
        const before = applySeeds(treeOf([]), first).tree
        const { tree, undo } = applySeeds(before, second)
        let undone = tree
        for (const edits of undo.toReversed()) {
          const applied = applyEdits(undone, edits)
          if (applied.ok) undone = applied.tree
        }
        expect(diffTrees(before, undone)).toEqual([])
      }),
      { numRuns: 200 },
    )
  })

  it('names only the node that was moved, however many siblings it passed', () => {
    const ids = Array.from({ length: 20 }, (_, index) => `/n${index}`)
    const tree = treeOf(ids.map((id) => ({ ...defaultFields, id, parentId: null, t: 'l', title: { en: id } })))
    const edit: Edit = { do: 'move', ids: ['/n17'], parentId: null, before: '/n2' }
    const moved = applyEdits(tree, [edit])
    const changes = moved.ok ? diffTrees(tree, moved.tree) : []
    expect(changes).toMatchObject([{ what: 'moved', node: { id: '/n17' }, after: '/n1' }])
  })
})
