import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applySeeds, editSeeds } from '#domain/testing/author.ts'
import { inTreeOrder, subtree, treeOf, type AuthorNode, type Tree } from '#domain/curriculum/tree.ts'
import { applyEdits } from './apply-edits.ts'
import { editsBetween } from './edits-between.ts'
import { treeBefore, treeToRestore } from './tree-to-restore.ts'

/** All nodes in tree order, without translation pins, which follow from the texts. */
const nodesOf = (tree: Tree) => inTreeOrder(tree).map(({ pins: _, ...node }): AuthorNode => node)

/** A node as it is to be in a tree, whose pins follow from its texts. */
const nodeIn = (tree: Tree, { pins: _, ...node }: AuthorNode): AuthorNode => {
  const pins = tree.nodes.get(node.id)?.pins
  return pins ? { ...node, pins } : node
}

/** A tree that was edited, what it was at some point of its history, and the edits that lead back. */
const histories = fc.tuple(editSeeds, editSeeds, editSeeds).map(([first, second, third]) => {
  const old = applySeeds(treeOf([]), first).tree
  const { tree, undo } = applySeeds(old, [...second, ...third])
  return { old, tree, undos: undo.toReversed().map((edits) => ({ undo: edits, linked: false })) }
})

describe('a point of the history', () => {
  it('is what the tree was, and restored the tree is that again, and undone it is what it was before', () => {
    fc.assert(
      fc.property(histories, ({ old, tree, undos }) => {
        const before = treeBefore(tree, undos)
        expect(before && nodesOf(before)).toEqual(nodesOf(old))
        const restored = applyEdits(tree, editsBetween(tree, treeToRestore(tree, before ?? old, null)))
        expect(restored.ok && nodesOf(restored.tree)).toEqual(nodesOf(old))
        const undone = restored.ok && applyEdits(restored.tree, restored.undo)
        expect(undone && undone.ok && nodesOf(undone.tree)).toEqual(nodesOf(tree))
      }),
      { numRuns: 400 },
    )
  })

  it('of one node makes it and what was below it what they were, brings what these need, and leaves the rest', () => {
    const counts = { restored: 0, refused: 0 }
    fc.assert(
      fc.property(histories, fc.nat(), ({ old, tree }, choice) => {
        const ids = [...old.nodes.keys()]
        const id = ids[choice % ids.length]
        if (id === undefined) return
        const restored = applyEdits(tree, editsBetween(tree, treeToRestore(tree, old, [id])))
        if (!restored.ok) {
          counts.refused++
          // only rules that were written since stand in the way
          expect(['DEPENDED_ON', 'CYCLE']).toContain(restored.code)
          return
        }
        counts.restored++
        const was = subtree(old, id)
        const { nodes } = restored.tree
        for (const node of was) expect(nodes.get(node.id)).toEqual(nodeIn(restored.tree, node))
        const within = new Set([...was, ...subtree(tree, id)].map((node) => node.id))
        // what came below it since is not there any more
        for (const other of within) if (!old.nodes.has(other)) expect(nodes.has(other)).toBe(false)
        // nothing else is gone
        for (const other of tree.nodes.keys()) if (!within.has(other)) expect(nodes.has(other)).toBe(true)
      }),
      { numRuns: 1000 },
    )
    expect(counts.restored).toBeGreaterThan(500)
    expect(counts.refused).toBeLessThan(100)
  })
})
