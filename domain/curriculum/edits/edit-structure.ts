import type { CopyOnce } from './copy-on-write.ts'
import {
  nodesDependingOn,
  isNodeId,
  parentOf,
  refuse,
  subtree,
  type AuthorNode,
  type Edit,
  type Edited,
  type Refused,
  type Tree,
} from '#domain/curriculum/tree.ts'
import { refuseWrongFields } from './refuse-wrong-fields.ts'

/** The siblings with `ids` before the sibling `before`, or at the end; ids that are among them already move there. */
function insertAmong(siblings: readonly string[], ids: readonly string[], before: string | null): string[] {
  const others = siblings.filter((id) => !ids.includes(id))
  const index = before === null ? -1 : others.indexOf(before)
  return index < 0 ? [...others, ...ids] : [...others.slice(0, index), ...ids, ...others.slice(index)]
}

/** The sibling before which moved nodes go: `before`, or the next one that does not move itself; null is the end. */
export function anchorOf(
  siblings: readonly string[],
  moved: ReadonlySet<string>,
  before: string | null,
): string | null {
  const index = before === null ? -1 : siblings.indexOf(before)
  return index < 0 ? null : (siblings.slice(index).find((id) => !moved.has(id)) ?? null)
}

/** The sibling after a node, before which an undo puts the node back; null for the last one. */
function nextSibling(tree: Tree, node: AuthorNode): string | null {
  const siblings = tree.children.get(node.parentId) ?? []
  return siblings[siblings.indexOf(node.id) + 1] ?? null
}

/** Adds nodes, given parents first. The first goes before its sibling `before`, all others to the end of theirs. */
export function addNodes(
  tree: Tree,
  copyOnce: CopyOnce,
  added: readonly AuthorNode[],
  before: string | null,
): Edited | Refused {
  const nodes = copyOnce(tree.nodes)
  const children = copyOnce(tree.children)
  const [first] = added
  const ids = new Set(added.map((node) => node.id))
  const roots: string[] = []
  for (const node of added) {
    if (!isNodeId(node.id)) return refuse('INVALID_ID', node.id)
    if (nodes.has(node.id) || tree.gone.has(node.id)) return refuse('ID_TAKEN', node.id)
    const parent = node.parentId === null ? null : nodes.get(node.parentId)
    if (parent === undefined) return refuse('PARENT_NOT_FOUND', node.id)
    if (parent?.t === 's') return refuse('UNDER_SKILL', node.id)
    nodes.set(node.id, node)
    const isFirst = node === first
    children.set(node.parentId, insertAmong(children.get(node.parentId) ?? [], [node.id], isFirst ? before : null))
    if (node.parentId === null || !ids.has(node.parentId)) roots.push(node.id)
  }
  const refused = added.map((node) => refuseWrongFields(nodes, node)).find((refusal) => refusal !== null)
  if (refused) return refused
  return { ok: true, tree: { ...tree, nodes, children }, undo: [{ do: 'remove', ids: roots }] }
}

/** Moves nodes under a parent, in the order in which they are named, before a sibling or to the end [R5.7]. */
export function moveNodes(
  tree: Tree,
  copyOnce: CopyOnce,
  named: readonly string[],
  parentId: string | null,
  before: string | null,
): Edited | Refused {
  const moved = new Set(named)
  // a node that is named twice has one place
  const ids = [...moved]
  const found = ids.flatMap((id) => tree.nodes.get(id) ?? [])
  const missing = ids.find((id) => !tree.nodes.has(id))
  if (missing !== undefined) return refuse('NODE_NOT_FOUND', missing)
  if (parentId !== null) {
    const parent = tree.nodes.get(parentId)
    if (!parent) return refuse('PARENT_NOT_FOUND', parentId)
    if (parent.t === 's') return refuse('UNDER_SKILL', parentId)
    for (let up: AuthorNode | null = parent; up; up = parentOf(tree, up))
      if (moved.has(up.id)) return refuse('UNDER_ITSELF', up.id)
  }
  const anchor = anchorOf(tree.children.get(parentId) ?? [], moved, before)
  // the undo puts the last sibling back first, so that each node finds the sibling that it stood before
  const indexOf = (node: AuthorNode) => tree.children.get(node.parentId)?.indexOf(node.id) ?? 0
  const undo = found
    .toSorted((a, b) => indexOf(b) - indexOf(a))
    .map((node): Edit => ({ do: 'move', ids: [node.id], parentId: node.parentId, before: nextSibling(tree, node) }))
  const nodes = copyOnce(tree.nodes)
  const children = copyOnce(tree.children)
  for (const node of found) {
    const siblings = children.get(node.parentId) ?? []
    children.set(
      node.parentId,
      siblings.filter((id) => id !== node.id),
    )
    nodes.set(node.id, { ...node, parentId })
  }
  children.set(parentId, insertAmong(children.get(parentId) ?? [], ids, anchor))
  return { ok: true, tree: { ...tree, nodes, children }, undo }
}

/** Deletes nodes with all below them. Refused when a rule of a node that stays names one of them [R5.7]. */
export function removeNodes(tree: Tree, copyOnce: CopyOnce, ids: readonly string[]): Edited | Refused {
  const missing = ids.find((id) => !tree.nodes.has(id))
  if (missing !== undefined) return refuse('NODE_NOT_FOUND', missing)
  const removed = new Set(ids.flatMap((id) => subtree(tree, id)).map((node) => node.id))
  // without nodes below another one of `ids`, which are deleted and restored together with that one
  const roots = [...new Set(ids)].filter((id) => !removed.has(tree.nodes.get(id)?.parentId ?? ''))
  const all = roots.flatMap((id) => subtree(tree, id))
  const dependent = nodesDependingOn(tree, removed)
  if (dependent.length > 0) return refuse('DEPENDED_ON', ids[0] ?? '', dependent)
  // for the undo: parents first, and the last sibling first, so that each node finds the sibling that it stood before
  const places = [...new Set(all.map((node) => node.parentId))].flatMap((parentId) => {
    const siblings = tree.children.get(parentId) ?? []
    return siblings.flatMap((id, i) => (removed.has(id) ? [{ id, before: siblings[i + 1] ?? null }] : [])).toReversed()
  })
  const nodes = copyOnce(tree.nodes)
  const children = copyOnce(tree.children)
  const gone = copyOnce(tree.gone)
  for (const node of all) {
    nodes.delete(node.id)
    children.delete(node.id)
    gone.set(node.id, node)
  }
  for (const { parentId } of all) {
    const siblings = children.get(parentId)
    if (siblings)
      children.set(
        parentId,
        siblings.filter((id) => !removed.has(id)),
      )
  }
  return {
    ok: true,
    tree: { ...tree, nodes, children, gone },
    undo: [{ do: 'restore', places }],
  }
}

/** Restores deleted nodes, given parents first, each under its former parent and before the sibling `before`. */
export function restoreNodes(
  tree: Tree,
  copyOnce: CopyOnce,
  places: readonly { id: string; before: string | null }[],
): Edited | Refused {
  const nodes = copyOnce(tree.nodes)
  const children = copyOnce(tree.children)
  const gone = copyOnce(tree.gone)
  const restored = new Set(places.map((place) => place.id))
  for (const { id, before } of places) {
    const node = gone.get(id)
    if (!node) return refuse(nodes.has(id) ? 'ID_TAKEN' : 'NODE_NOT_FOUND', id)
    const parent = node.parentId === null ? null : nodes.get(node.parentId)
    if (parent === undefined) return refuse('PARENT_NOT_FOUND', id)
    gone.delete(id)
    nodes.set(id, node)
    children.set(node.parentId, insertAmong(children.get(node.parentId) ?? [], [id], before))
  }
  for (const id of restored) {
    const refused = refuseWrongFields(nodes, nodes.get(id) as AuthorNode)
    if (refused) return refused
  }
  const roots = places.map((place) => place.id).filter((id) => !restored.has(nodes.get(id)?.parentId ?? ''))
  return { ok: true, tree: { ...tree, nodes, children, gone }, undo: [{ do: 'remove', ids: roots }] }
}
