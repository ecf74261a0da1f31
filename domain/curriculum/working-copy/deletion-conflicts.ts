import { applyWordChanges, editSections, isSectionEdit } from '#domain/curriculum/content.ts'
import { isBelowLinkRoot } from '#domain/curriculum/linked.ts'
import { COMPARED_FIELDS, isEqual } from '#domain/curriculum/tree-diff.ts'
import { nodeEdits, withMissing, withNeeded } from '#domain/curriculum/edits/edits-between.ts'
import { inTreeOrder, subtree, type AuthorNode, type Edit, type Tree } from '#domain/curriculum/tree.ts'
import type { CopyBatch, LiveBatch } from './batches.ts'
import { keyOf, type Conflict } from './replaced-values.ts'

/** The batch of the copy that deleted each of the nodes that it deletes. */
type Deletions = ReadonlyMap<string, CopyBatch>

/** The nodes that these batches of a copy delete and do not restore, each with the last batch that did. */
export function deletedInCopy(batches: readonly CopyBatch[]): Deletions {
  const deleted = new Map<string, CopyBatch>()
  for (const batch of batches) {
    for (const edit of batch.edits) if (edit.do === 'restore') for (const { id } of edit.places) deleted.delete(id)
    for (const edit of batch.undo) if (edit.do === 'restore') for (const { id } of edit.places) deleted.set(id, batch)
  }
  return deleted
}

/**
 * Nodes that were put live below what the copy deletes, and nodes that the copy deletes and that were moved away or
 * changed live since. `tree` is the live tree with the copy's batches.
 */
export function findDeletionConflicts(
  live: Tree,
  tree: Tree,
  deletions: Deletions,
  liveBatches: readonly LiveBatch[],
): Conflict[] {
  const value = (id: string) => ({ id, field: 'exists', copy: null })
  const gone = [...live.nodes.keys()].filter((id) => !tree.nodes.has(id))
  const moved = [...deletions.keys()].filter((id) => live.nodes.has(id) && tree.nodes.has(id))
  const belowMoved = moved.flatMap((id) => subtree(tree, id).map((node) => node.id)).filter((id) => live.nodes.has(id))
  const added = [...new Set([...gone, ...belowMoved])].filter((id) => !deletions.has(id))
  const changes = changedSinceDeleted(live, deletions, liveBatches)
  return askedAsLinks(live, [
    ...added.map((id) => ({ ...value(id), live: 'added' })),
    ...moved.map((id) => ({ ...value(id), live: 'moved' })),
    ...gone.flatMap((id) => {
      const changed = changes.get(id) ?? []
      return changed.length > 0 ? [{ ...value(id), live: 'changed', changed }] : []
    }),
  ])
}

/**
 * The conflicts with one for each link whose nodes were updated, because a link is deleted or kept as a whole: what is
 * below its top node is the owner's.
 */
function askedAsLinks(live: Tree, conflicts: readonly Conflict[]): Conflict[] {
  const isBelow = ({ id }: Conflict) => isBelowLinkRoot(live.nodes.get(id))
  const asked = new Map(conflicts.filter((conflict) => !isBelow(conflict)).map((conflict) => [conflict.id, conflict]))
  for (const conflict of conflicts.filter(isBelow)) {
    const id = live.nodes.get(conflict.id)?.origin?.root ?? ''
    // a link that was made live since is new as a whole
    if (asked.get(id)?.live !== 'added') asked.set(id, { id, field: 'exists', copy: null, live: 'updated' })
  }
  return [...asked.values()]
}

/** The names of the fields of each deleted node that are not live what they were when the copy deleted it. */
function changedSinceDeleted(
  live: Tree,
  deletions: Deletions,
  liveBatches: readonly LiveBatch[],
): ReadonlyMap<string, string[]> {
  /** The nodes as they were before the batches that were read so far, the newest first. */
  const before = new Map<string, AuthorNode>()
  for (const { revision, undo } of liveBatches.toReversed())
    for (const edit of undo) {
      const id = 'id' in edit ? edit.id : ''
      const node = before.get(id) ?? live.nodes.get(id)
      if (node && revision > (deletions.get(id)?.liveRevision ?? Infinity)) before.set(id, withEdit(node, edit))
    }
  return new Map(
    [...before].map(([id, was]) => {
      const node = live.nodes.get(id)
      return [id, COMPARED_FIELDS.filter((field) => !isEqual(was[field] ?? null, node?.[field] ?? null))]
    }),
  )
}

/** A node with an edit of its fields or sections, whatever stands around it. */
function withEdit(node: AuthorNode, edit: Edit): AuthorNode {
  if (isSectionEdit(edit)) {
    const edited = editSections(node.content, edit)
    return typeof edited === 'string' ? node : { ...node, content: edited.content }
  }
  if (edit.do !== 'set') return node
  const { title, externalId = node.externalId, ...fields } = edit.set
  const { externalId: _, ...plain } = { ...node, ...fields, title: applyWordChanges(node.title, title) }
  return externalId ? { ...plain, externalId } : plain
}

/**
 * The edits that make nodes what they are live, because `keepLive` has their conflict, and that delete those which were
 * moved away and are not kept.
 */
export function deletionEdits(
  { live, tree, deletions }: { live: Tree; tree: Tree; deletions: Deletions },
  conflicts: readonly Conflict[],
  keepLive: ReadonlySet<string>,
): { places: Edit[]; removed: Edit[] } {
  const isKept = (conflict: Conflict) => keepLive.has(keyOf(conflict))
  const gone = conflicts.filter((conflict) => isKept(conflict) && conflict.live !== 'moved')
  const moved = conflicts.filter((conflict) => conflict.live === 'moved')
  // the copy had moved them away before it deleted them, by a batch that the live tree does not allow any more
  const elsewhere = new Set(
    moved
      .filter(
        (conflict) =>
          isKept(conflict) && live.nodes.get(conflict.id)?.parentId !== tree.nodes.get(conflict.id)?.parentId,
      )
      .map(({ id }) => id),
  )
  const restored = withAllNeeded(live, tree, [
    ...elsewhere,
    ...gone.flatMap(({ id }) => {
      // with a level comes back what was deleted with it
      const batch = deletions.get(id)
      return subtree(live, id).flatMap((node) => (deletions.get(node.id) === batch ? [node.id] : []))
    }),
  ])
  const places = [...restored].map((id) => ({ id, before: null }))
  const isBack = (id: string) => restored.has(id) || elsewhere.has(id)
  const back = restored.size + elsewhere.size === 0 ? [] : inTreeOrder(live).filter(({ id }) => isBack(id))
  const asLive = [
    ...back
      .filter((node) => !isBelowLinkRoot(node))
      .map(({ id, parentId }): Edit => ({ do: 'move', ids: [id], parentId, before: nextStaying(live, tree, id) })),
    // the copy may have changed a node before it deleted it
    ...back.flatMap((node) => (restored.has(node.id) ? nodeEdits(tree.gone.get(node.id), node) : [])),
  ]
  const staying = above([live, tree], [...restored, ...conflicts.filter(isKept).map(({ id }) => id)])
  const removed = [
    ...moved.filter((conflict) => !isKept(conflict) && !staying.has(conflict.id)).map(({ id }) => id),
    // nodes that only the copy had, without which those that it had put there could not come back
    ...[...restored].filter((id) => !live.nodes.has(id)),
  ]
  return {
    places: [...(places.length === 0 ? [] : [{ do: 'restore' as const, places }]), ...asLive],
    removed: removed.length === 0 ? [] : [{ do: 'remove', ids: removed }],
  }
}

/** What is above nodes in one of the trees, so that it has to stay with them. */
function above(trees: readonly Tree[], ids: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>()
  for (const tree of trees)
    for (const id of ids)
      for (let up = tree.nodes.get(id)?.parentId; up; up = tree.nodes.get(up)?.parentId) found.add(up)
  return found
}

/**
 * Deleted nodes with those without which they cannot be there, neither as the copy had them nor as they are live. A link
 * comes back as a whole, its nodes in their order.
 */
function withAllNeeded(live: Tree, tree: Tree, ids: readonly string[]): ReadonlySet<string> {
  const needed = withMissing(live, ids, (id) => tree.gone.has(id))
  return withNeeded(
    tree,
    [...needed].flatMap((id) => {
      const node = live.nodes.get(id)
      return node?.origin && node.origin.root !== '' ? subtree(live, node.origin.root).map((each) => each.id) : [id]
    }),
  )
}

/** The sibling before which a node stands live and that the copy has; null for the end. */
function nextStaying(live: Tree, tree: Tree, id: string): string | null {
  const siblings = live.children.get(live.nodes.get(id)?.parentId ?? null) ?? []
  return siblings.slice(siblings.indexOf(id) + 1).find((sibling) => tree.nodes.has(sibling)) ?? null
}
