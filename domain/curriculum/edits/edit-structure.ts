import type { CopyOnce } from './copy-on-write.ts'
import {
  dependants,
  isNodeId,
  refuse,
  subtree,
  type AuthorNode,
  type Edit,
  type Edited,
  type Refused,
  type Tree,
} from '#domain/curriculum/tree.ts'
import { wrongFields } from './wrong-fields.ts'

/** Makes room among siblings. Copies only the lists it touches. */
function insertAmong(siblings: readonly string[], ids: readonly string[], before: string | null): string[] {
  const others = siblings.filter((id) => !ids.includes(id))
  const at = before === null ? -1 : others.indexOf(before)
  return at < 0 ? [...others, ...ids] : [...others.slice(0, at), ...ids, ...others.slice(at)]
}

/** The sibling that moved nodes stand before: where that is one of them, the next that stays. */
export function anchorOf(
  siblings: readonly string[],
  moved: ReadonlySet<string>,
  before: string | null,
): string | null {
  const at = before === null ? -1 : siblings.indexOf(before)
  return at < 0 ? null : (siblings.slice(at).find((id) => !moved.has(id)) ?? null)
}

/** The sibling after a node: where an undo puts it back. */
function nextOf(tree: Tree, node: AuthorNode): string | null {
  const siblings = tree.children.get(node.parentId) ?? []
  return siblings[siblings.indexOf(node.id) + 1] ?? null
}

/** Adds nodes, parents first; the first of them stands before a sibling, or last. */
export function add(tree: Tree, own: CopyOnce, added: readonly AuthorNode[], before: string | null): Edited | Refused {
  const nodes = own(tree.nodes)
  const children = own(tree.children)
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
  const bad = added.map((node) => wrongFields(nodes, node)).find((refused) => refused !== null)
  if (bad) return bad
  return { ok: true, tree: { ...tree, nodes, children }, undo: [{ do: 'remove', ids: roots }] }
}

/** Moves nodes under a parent, in the order named, before a sibling or to the end; never under themselves or a skill. */
export function move(
  tree: Tree,
  own: CopyOnce,
  ids: readonly string[],
  parentId: string | null,
  before: string | null,
): Edited | Refused {
  const moved = new Set(ids)
  const found = ids.flatMap((id) => tree.nodes.get(id) ?? [])
  const missing = ids.find((id) => !tree.nodes.has(id))
  if (missing !== undefined) return refuse('NODE_NOT_FOUND', missing)
  if (parentId !== null) {
    const parent = tree.nodes.get(parentId)
    if (!parent) return refuse('PARENT_NOT_FOUND', parentId)
    if (parent.t === 's') return refuse('UNDER_SKILL', parentId)
    for (
      let up: AuthorNode | undefined = parent;
      up;
      up = up.parentId === null ? undefined : tree.nodes.get(up.parentId)
    )
      if (moved.has(up.id)) return refuse('UNDER_ITSELF', up.id)
  }
  const anchor = anchorOf(tree.children.get(parentId) ?? [], moved, before)
  // the last sibling first, so that each finds the one it stood before
  const indexOf = ({ id, parentId: at }: AuthorNode) => tree.children.get(at)?.indexOf(id) ?? 0
  const undo = found
    .toSorted((a, b) => indexOf(b) - indexOf(a))
    .map((node): Edit => ({ do: 'move', ids: [node.id], parentId: node.parentId, before: nextOf(tree, node) }))
  const nodes = own(tree.nodes)
  const children = own(tree.children)
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

/** Takes nodes out with all below them, unless what stays depends on one of them. */
export function remove(tree: Tree, own: CopyOnce, ids: readonly string[]): Edited | Refused {
  const missing = ids.find((id) => !tree.nodes.has(id))
  if (missing !== undefined) return refuse('NODE_NOT_FOUND', missing)
  const within = new Set(ids.flatMap((id) => subtree(tree, id)).map((node) => node.id))
  // what stands under another of them goes with it, and comes back after it
  const roots = [...new Set(ids)].filter((id) => !within.has(tree.nodes.get(id)?.parentId ?? ''))
  const all = roots.flatMap((id) => subtree(tree, id))
  const named = dependants(tree, within)
  if (named.length > 0) return refuse('DEPENDED_ON', ids[0] ?? '', named)
  // parents first; of siblings the last first, so that each finds the one it stood before
  const places = [...new Set(all.map((node) => node.parentId))].flatMap((parentId) => {
    const siblings = tree.children.get(parentId) ?? []
    return siblings.flatMap((id, at) => (within.has(id) ? [{ id, before: siblings[at + 1] ?? null }] : [])).toReversed()
  })
  const nodes = own(tree.nodes)
  const children = own(tree.children)
  const gone = own(tree.gone)
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
        siblings.filter((id) => !within.has(id)),
      )
  }
  return {
    ok: true,
    tree: { ...tree, nodes, children, gone },
    undo: [{ do: 'restore', places }],
  }
}

/** Brings back what was taken out, parents first, each to its place. */
export function restore(
  tree: Tree,
  own: CopyOnce,
  places: readonly { id: string; before: string | null }[],
): Edited | Refused {
  const nodes = own(tree.nodes)
  const children = own(tree.children)
  const gone = own(tree.gone)
  const back = new Set(places.map((place) => place.id))
  for (const { id, before } of places) {
    const node = gone.get(id)
    if (!node) return refuse(nodes.has(id) ? 'ID_TAKEN' : 'NODE_NOT_FOUND', id)
    const parent = node.parentId === null ? null : nodes.get(node.parentId)
    if (parent === undefined) return refuse('PARENT_NOT_FOUND', id)
    gone.delete(id)
    nodes.set(id, node)
    children.set(node.parentId, insertAmong(children.get(node.parentId) ?? [], [id], before))
  }
  for (const id of back) {
    const bad = wrongFields(nodes, nodes.get(id) as AuthorNode)
    if (bad) return bad
  }
  const roots = places.map((place) => place.id).filter((id) => !back.has(nodes.get(id)?.parentId ?? ''))
  return { ok: true, tree: { ...tree, nodes, children, gone }, undo: [{ do: 'remove', ids: roots }] }
}
