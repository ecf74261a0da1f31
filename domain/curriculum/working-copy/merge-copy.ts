import { applyEdits } from '#domain/curriculum/edits/apply-edits.ts'
import type { Move } from '#domain/curriculum/edits/steps.ts'
import { isEqual } from '#domain/curriculum/tree-diff.ts'
import type { Edit, Refused, Tree } from '#domain/curriculum/tree.ts'
import { editsForValue, isSame, keyOf, replacedValues, valueIn, type NodeValue } from './replaced-values.ts'

/** A batch of a working copy, with the edits that took it back when it was made. */
export interface CopyBatch extends Move {
  edits: readonly Edit[]
  undo: readonly Edit[]
}

/**
 * A value that was changed live and in the copy. The field `exists` says that only one side has the node: the copy
 * deleted what is above it (`added` live since), or deleted the node itself (`moved` live since).
 */
export interface Conflict extends NodeValue {
  live: unknown
  copy: unknown
}

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
 * that the copy only changed and changed back is the live one.
 */
export function mergeCopy<B extends CopyBatch>(
  live: Tree,
  batches: readonly B[],
  keepLive: ReadonlySet<string>,
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
  const deletions = deletionConflicts(live, tree, applied)
  const kept = conflicts.filter((conflict) => keepLive.has(keyOf(conflict)))
  const { places, removed } = deletionEdits(
    tree,
    deletions.filter((conflict) => keepLive.has(keyOf(conflict)) === (conflict.live === 'added')),
  )
  // nodes that come back first, because others may go below them
  const answered = [...places, ...kept.flatMap((value) => editsForValue(tree, live, value)), ...removed]
  const restoredValues = untouched.flatMap((value) => editsForValue(tree, live, value))
  const all = { conflicts: [...conflicts, ...deletions], leftOut }
  // what the copy did not change in sum comes from the live tree where that is possible
  const whole = applyEdits(tree, [...restoredValues, ...answered])
  const merged = whole.ok ? whole : applyEdits(tree, answered)
  return merged.ok ? { ...all, tree: merged.tree, refused: null } : { ...all, tree, refused: merged }
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

/** Nodes that were put live below what the copy deletes, and nodes that the copy deletes and that were moved away live. */
function deletionConflicts(live: Tree, tree: Tree, batches: readonly CopyBatch[]): Conflict[] {
  const deleted = new Set<string>()
  for (const { edits, undo } of batches) {
    for (const edit of edits) if (edit.do === 'restore') for (const { id } of edit.places) deleted.delete(id)
    for (const edit of undo) if (edit.do === 'restore') for (const { id } of edit.places) deleted.add(id)
  }
  const value = (id: string) => ({ id, field: 'exists' })
  const added = [...live.nodes.keys()].filter((id) => !tree.nodes.has(id) && !deleted.has(id))
  const moved = [...deleted].filter((id) => live.nodes.has(id) && tree.nodes.has(id))
  return [
    ...added.map((id) => ({ ...value(id), live: 'added', copy: null })),
    ...moved.map((id) => ({ ...value(id), live: 'moved', copy: null })),
  ]
}

/** Restores the nodes that were added live, with what is above them, and deletes those that were moved away. */
function deletionEdits(tree: Tree, conflicts: readonly Conflict[]): { places: Edit[]; removed: Edit[] } {
  const restored = new Set<string>()
  for (const { id, live } of conflicts) {
    if (live !== 'added') continue
    const path: string[] = []
    for (let up: string | null = id; up !== null && !tree.nodes.has(up); up = tree.gone.get(up)?.parentId ?? null)
      path.unshift(up)
    for (const ancestor of path) restored.add(ancestor)
  }
  const removed = conflicts.filter(({ live }) => live === 'moved').map(({ id }) => id)
  return {
    places: restored.size === 0 ? [] : [{ do: 'restore', places: [...restored].map((id) => ({ id, before: null })) }],
    removed: removed.length === 0 ? [] : [{ do: 'remove', ids: removed }],
  }
}
