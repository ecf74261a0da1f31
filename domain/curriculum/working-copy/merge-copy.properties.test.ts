import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applySeeds, defaultFields, editFromSeed, editSeed, editSeeds, type EditSeed } from '#domain/testing/author.ts'
import { applyEdits } from '#domain/curriculum/edits/apply-edits.ts'
import { editsBetween } from '#domain/curriculum/edits/edits-between.ts'
import { isEqual } from '#domain/curriculum/tree-diff.ts'
import { inTreeOrder, treeOf, type AuthorNode, type Edit, type Tree } from '#domain/curriculum/tree.ts'
import type { CopyBatch, LiveBatch } from './batches.ts'
import { goesLive } from './goes-live.ts'
import { mergeCopy } from './merge-copy.ts'
import { isSame, keyOf } from './replaced-values.ts'

/** All nodes in tree order, without translation pins, which follow from the texts. */
const nodesOf = (tree: Tree) => inTreeOrder(tree).map(({ pins: _, ...node }): AuthorNode => node)
/** What an author writes of a node: not where it is, nor what follows from its texts. */
const contentOf = ({ parentId: _, pins: _pins, ...fields }: AuthorNode) => fields
const keepsNothing: ReadonlySet<string> = new Set()

/**
 * The batches that an author makes in a copy, and the copy's tree as that author sees it. Each seed in `undone` is taken
 * back by the batch after it.
 */
function makeCopy(live: Tree, seeds: readonly EditSeed[], undone: ReadonlySet<number> = new Set()) {
  return copyOf(
    live,
    seeds.map((seed) => (tree: Tree) => editFromSeed(tree, seed)),
    undone,
  )
}

/** The copy that these functions make, each of which makes an edit of the tree that it is given. */
function copyOf(live: Tree, makers: readonly ((tree: Tree) => Edit)[], undone: ReadonlySet<number> = new Set()) {
  let tree = live
  const batches: CopyBatch[] = []
  const save = (edits: readonly Edit[], step: number | null) => {
    const applied = applyEdits(tree, edits)
    if (!applied.ok) return
    tree = applied.tree
    const revision = batches.length + 1
    batches.push({
      revision,
      step: step ?? revision,
      forward: step === null,
      edits,
      undo: applied.undo,
      liveRevision: 0,
    })
  }
  makers.forEach((make, index) => {
    const count = batches.length
    const edits = [make(tree)]
    // such a batch is never in a copy
    if (goesLive(live, tree, edits)) return
    save(edits, null)
    const last = batches.at(-1)
    if (undone.has(index) && batches.length > count && last) save(last.undo, last.step)
  })
  return { tree, batches }
}

/** So many that edits often meet on one node. */
const manySeeds = fc.tuple(editSeeds, editSeeds, editSeeds).map((lists) => lists.flat())
/** Edits of which the first delete nodes of the tree that the copy began with. */
const deletingSeeds = fc
  .tuple(fc.array(editSeed, { minLength: 1, maxLength: 4 }), manySeeds)
  .map(([first, others]) => [...first.map((seed): EditSeed => ({ ...seed, kind: 'remove' })), ...others])
/** A tree of two levels with three skills each, and edits of them that often meet. */
const smallIds = ['/a', '/a/x', '/a/y', '/a/z', '/b', '/b/x', '/b/y', '/b/z']
const small = treeOf(
  smallIds.map((id): AuthorNode => {
    const parentId = id.length > 2 ? id.slice(0, 2) : null
    return { ...defaultFields, id, parentId, t: parentId === null ? 'l' : 's', title: { en: id } }
  }),
)
const crossing = fc.array(
  fc.oneof(
    fc
      .record({ id: fc.constantFrom(...smallIds), grade: fc.integer({ min: 1, max: 8 }), starred: fc.boolean() })
      .map(({ id, grade, starred }): Edit => ({
        do: 'set',
        id,
        set: id.length > 2 ? { grade, title: { en: `grade ${grade}` } } : { starred },
      })),
    fc
      .record({ id: fc.constantFrom(...smallIds), parentId: fc.constantFrom('/a', '/b', null) })
      .map(({ id, parentId }): Edit => ({ do: 'move', ids: [id], parentId, before: null })),
  ),
  { maxLength: 8 },
)
const starts = editSeeds.map((seeds) => applySeeds(treeOf([]), seeds).tree)

describe('a working copy', () => {
  it('is released as its authors see it when nothing changed live, and as one batch of edits', () => {
    fc.assert(
      fc.property(starts, editSeeds, fc.uniqueArray(fc.nat(40)), (live, seeds, undone) => {
        const copy = makeCopy(live, seeds, new Set(undone))
        const merged = mergeCopy(live, copy.batches, keepsNothing, [])
        expect(merged).toMatchObject({ conflicts: [], leftOut: [], refused: null })
        expect(nodesOf(merged.tree)).toEqual(nodesOf(copy.tree))
        const released = applyEdits(live, editsBetween(live, merged.tree))
        expect(released.ok && nodesOf(released.tree)).toEqual(nodesOf(copy.tree))
      }),
      { numRuns: 400 },
    )
  })

  it('has what goes live meanwhile on nodes that it does not change', () => {
    let goneLive = 0
    fc.assert(
      fc.property(starts, manySeeds, manySeeds, (live, seeds, liveSeeds) => {
        const copy = makeCopy(live, seeds)
        let [liveNow, expected] = [live, copy.tree]
        for (const seed of liveSeeds) {
          const edits = [editFromSeed(liveNow, seed)]
          if (!goesLive(liveNow, expected, edits)) continue
          const [inLive, inCopy] = [applyEdits(liveNow, edits), applyEdits(expected, edits)]
          if (!inLive.ok || !inCopy.ok) continue
          ;[liveNow, expected] = [inLive.tree, inCopy.tree]
          goneLive++
        }
        const merged = mergeCopy(liveNow, copy.batches, keepsNothing, [])
        expect(merged).toMatchObject({ conflicts: [], leftOut: [], refused: null })
        expect(nodesOf(merged.tree)).toEqual(nodesOf(expected))
      }),
      { numRuns: 400 },
    )
    // proves that the runs have changed something live
    expect(goneLive).toBeGreaterThan(100)
  })

  it('has each of its batches as a whole or not at all, whatever changed live', () => {
    let leftOutCount = 0
    fc.assert(
      fc.property(starts, manySeeds, manySeeds, (start, seeds, liveSeeds) => {
        const { batches } = makeCopy(start, seeds)
        const live = applySeeds(start, liveSeeds).tree
        const { leftOut, tree, conflicts, refused } = mergeCopy(live, batches, keepsNothing, [])
        leftOutCount += leftOut.length
        const out = new Set(leftOut.map(({ batch }) => batch))
        let expected = live
        /** Edits that only a later batch makes possible: a circle of rules that it opens again. */
        let waiting: Edit[] = []
        for (const batch of batches) {
          if (out.has(batch)) continue
          // what a batch deletes may be deleted already
          const edits = batch.edits.filter(
            (edit) => edit.do !== 'remove' || !edit.ids.every((id) => expected.gone.has(id)),
          )
          const applied = applyEdits(expected, [...waiting, ...edits])
          waiting = applied.ok ? [] : [...waiting, ...edits]
          if (applied.ok) expected = applied.tree
        }
        expect(waiting).toEqual([])
        if (refused) return
        // a difference is only where the copy had nothing to say or the author is asked
        const asked = new Set(conflicts.map(({ id }) => id))
        for (const { id } of inTreeOrder(tree)) {
          if (asked.has(id) || !expected.nodes.has(id) || !live.nodes.has(id)) continue
          for (const field of ['grade', 'hidden', 'skipped', 'completion', 'title:en', 'parent'])
            expect(isSame(tree, expected, { id, field }) || isSame(tree, live, { id, field })).toBe(true)
        }
      }),
      { numRuns: 400 },
    )
    expect(leftOutCount).toBeGreaterThan(20)
  })

  it('has the live value of each conflict for which it is kept, and its own for the others', () => {
    let conflictCount = 0
    fc.assert(
      fc.property(crossing, crossing, fc.infiniteStream(fc.boolean()), (inCopy, inLive, coin) => {
        const { batches } = copyOf(
          small,
          inCopy.map((edit) => () => edit),
        )
        const live = inLive.reduce((tree, edit) => {
          const applied = applyEdits(tree, [edit])
          return applied.ok ? applied.tree : tree
        }, small)
        const { conflicts, tree: unanswered } = mergeCopy(live, batches, keepsNothing, [])
        const kept = new Set(conflicts.filter(() => coin.next().value ?? false).map(keyOf))
        const merged = mergeCopy(live, batches, kept, [])
        if (merged.refused) return
        conflictCount += conflicts.length
        for (const value of conflicts)
          expect(isSame(merged.tree, kept.has(keyOf(value)) ? live : unanswered, value)).toBe(true)
      }),
      { numRuns: 400 },
    )
    expect(conflictCount).toBeGreaterThan(50)
  })

  it('asks about each node that it deletes and that changed live since, and has the live one where it is kept', () => {
    const counts = { asked: 0, kept: 0 }
    fc.assert(
      fc.property(
        starts,
        deletingSeeds,
        manySeeds,
        fc.infiniteStream(fc.boolean()),
        (start, seeds, liveSeeds, coin) => {
          const { batches } = makeCopy(start, seeds)
          let live = start
          const liveBatches: LiveBatch[] = []
          for (const seed of liveSeeds) {
            const applied = applyEdits(live, [editFromSeed(live, seed)])
            if (!applied.ok) continue
            live = applied.tree
            liveBatches.push({ revision: liveBatches.length + 1, undo: applied.undo })
          }
          const { conflicts, tree } = mergeCopy(live, batches, keepsNothing, liveBatches)
          const deletions = conflicts.filter(({ field }) => field === 'exists')
          counts.asked += deletions.filter((conflict) => conflict.live === 'changed').length
          const asked = new Map(deletions.map((conflict) => [conflict.id, conflict.live]))
          for (const [id, node] of live.nodes) {
            const before = start.nodes.get(id)
            if (!before || tree.nodes.has(id)) continue
            // one that was moved is asked about anyway; of the others each that is not as it was, and no other one
            if (asked.has(id) && asked.get(id) !== 'changed') continue
            expect(asked.has(id)).toBe(!isEqual(contentOf(before), contentOf(node)))
          }
          const kept = new Set(deletions.filter(() => coin.next().value ?? false).map(keyOf))
          const merged = mergeCopy(live, batches, kept, liveBatches)
          if (merged.refused) return
          for (const conflict of deletions) {
            if (!kept.has(keyOf(conflict))) continue
            counts.kept++
            const [now, inLive] = [merged.tree.nodes.get(conflict.id), live.nodes.get(conflict.id)]
            // where it goes may be a question of its own
            if (!conflicts.some(({ id, field }) => id === conflict.id && field === 'parent'))
              expect(now?.parentId).toBe(inLive?.parentId)
            if (conflict.live === 'changed') expect(now && contentOf(now)).toEqual(inLive && contentOf(inLive))
          }
        },
      ),
      { numRuns: 400 },
    )
    expect(counts.asked).toBeGreaterThan(50)
    expect(counts.kept).toBeGreaterThan(50)
  })
})
