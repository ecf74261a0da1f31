import { applyEdits } from '#domain/curriculum/edits/apply-edits.ts'
import { isEqual } from '#domain/curriculum/tree-diff.ts'
import type { Edit, Refused, Tree } from '#domain/curriculum/tree.ts'
import { deletedInCopy, deletionEdits, findDeletionConflicts } from './deletion-conflicts.ts'
import type { CopyBatch, LiveBatch } from './batches.ts'
import {
  editsForValue,
  isSame,
  keyOf,
  replacedValues,
  valueIn,
  type Conflict,
  type NodeValue,
} from './replaced-values.ts'

export interface MergedCopy<B extends CopyBatch = CopyBatch> {
  /** The live tree with the copy's batches. */
  tree: Tree
  conflicts: Conflict[]
  /** The batches that the live tree does not allow any more; each is left out as a whole. */
  leftOut: { batch: B; reason: Refused }[]
  /** Why what is live cannot be kept as it was answered; null when it can. */
  refused: Refused | null
}

/**
 * Merges a working copy into the live tree. The copy wins a conflict, unless `keepLive` has its key (`keyOf`). A value
 * that the copy only changed and changed back is the live one. `liveBatches` are those saved since the copy was begun,
 * oldest first: they tell which nodes that it deletes have changed since.
 */
export function mergeCopy<B extends CopyBatch>(
  live: Tree,
  batches: readonly B[],
  keepLive: ReadonlySet<string>,
  liveBatches: readonly LiveBatch[],
): MergedCopy<B> {
  const { tree, applied, leftOut } = applyBatches(live, withoutTakenBack(batches))
  const untouched: NodeValue[] = []
  const conflicts: Conflict[] = []
  for (const { id, field, was } of firstReplaced(applied)) {
    const value = { id, field }
    if (!live.nodes.has(id) || !tree.nodes.has(id)) continue
    if (isEqual(valueIn(live, value), was) || isSame(live, tree, value)) continue
    if (isEqual(valueIn(tree, value), was)) untouched.push(value)
    else conflicts.push({ ...value, live: valueIn(live, value), copy: valueIn(tree, value) })
  }
  const deletions = deletedInCopy(applied)
  const kept = conflicts.filter((conflict) => keepLive.has(keyOf(conflict)))
  const restoredValues = untouched.flatMap((value) => editsForValue(tree, live, value))
  /** Merges what is live into a tree, after these edits of it. */
  const settle = (from: Tree, first: readonly Edit[]) => {
    const deletionConflicts = findDeletionConflicts(live, from, deletions, liveBatches)
    const { places, removed } = deletionEdits({ live, tree: from, deletions }, deletionConflicts, keepLive)
    // nodes that come back first, because others may go below them
    const answered = [...places, ...kept.flatMap((value) => editsForValue(from, live, value)), ...removed]
    return { conflicts: [...conflicts, ...deletionConflicts], merged: applyEdits(from, [...first, ...answered]) }
  }
  // What the copy did not change in sum comes from the live tree where that is possible. It comes first: a node that it
  // puts below one that the copy deletes is asked about.
  const restored = applyEdits(tree, restoredValues)
  const whole = restored.ok ? settle(restored.tree, []) : settle(tree, restoredValues)
  const { merged, conflicts: all } = whole.merged.ok ? whole : settle(tree, [])
  const refused = merged.ok ? null : merged
  return { tree: merged.ok ? merged.tree : tree, conflicts: all, leftOut, refused }
}

/** The batches without those that the next one took back, so that a step that was taken back is no change. */
function withoutTakenBack<B extends CopyBatch>(batches: readonly B[]): B[] {
  const left: B[] = []
  for (const batch of batches) {
    const last = left.at(-1)
    if (last?.step === batch.step && last.forward !== batch.forward) left.pop()
    else left.push(batch)
  }
  return left
}

/**
 * Applies batches one on the other; one that is refused is left out, all of it. Many are tried at once and, when that is
 * refused, each half of them, because one by one the checks of a large tree would take seconds.
 */
function applyBatches<B extends CopyBatch>(live: Tree, batches: readonly B[]) {
  let tree = live
  const applied: B[] = []
  const leftOut: MergedCopy<B>['leftOut'] = []
  const apply = (some: readonly B[]) => {
    const next = applyEdits(
      tree,
      some.flatMap(({ edits }) => withoutDeleted(tree, edits)),
    )
    const [only, second] = some
    if (next.ok) {
      tree = next.tree
      applied.push(...some)
    } else if (only && !second) leftOut.push({ batch: only, reason: next })
    else {
      const half = Math.ceil(some.length / 2)
      apply(some.slice(0, half))
      apply(some.slice(half))
    }
  }
  apply(batches)
  return { tree, applied, leftOut }
}

/** The edits without the deletion of nodes that are deleted already, as by somebody who deleted them live. */
function withoutDeleted(tree: Tree, edits: readonly Edit[]): Edit[] {
  return edits.flatMap((edit): Edit[] => {
    if (edit.do !== 'remove') return [edit]
    const ids = edit.ids.filter((id) => !tree.gone.has(id))
    return ids.length === 0 ? [] : [{ ...edit, ids }]
  })
}

/** The values of live nodes that the batches replaced, each with what it was before the first of them. */
function firstReplaced(batches: readonly CopyBatch[]): (NodeValue & { was: unknown })[] {
  const added = new Set(batches.flatMap(({ edits }) => edits.flatMap(addedIds)))
  const found = new Map<string, NodeValue & { was: unknown }>()
  for (const { undo } of batches)
    // an undo takes back the last change first, so of one batch the last value is what was there before it
    for (const value of replacedValues(undo).toReversed())
      if (!added.has(value.id) && !found.has(keyOf(value))) found.set(keyOf(value), value)
  return [...found.values()]
}

const addedIds = (edit: Edit) => (edit.do === 'add' ? edit.nodes.map(({ id }) => id) : [])
