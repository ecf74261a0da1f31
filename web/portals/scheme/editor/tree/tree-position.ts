import { anchorOf } from '#domain/curriculum/edits/edit-structure.ts'
import type { NodeKind } from '#domain/curriculum/scheme.ts'
import { parentOf, type AuthorNode, type Edit, type RefusalCode, type Tree } from '#domain/curriculum/tree.ts'

/** A position in the tree: the parent (null: the top) and the sibling that follows (null: the end). */
export interface TreePosition {
  parentId: string | null
  before: string | null
}

function siblingsOf(tree: Tree, node: AuthorNode): readonly string[] {
  return tree.children.get(node.parentId) ?? []
}

/** The sibling `offset` positions further on; null beyond the first and the last. */
function siblingAt(tree: Tree, node: AuthorNode, offset: number): AuthorNode | null {
  const siblings = siblingsOf(tree, node)
  return tree.nodes.get(siblings[siblings.indexOf(node.id) + offset] ?? '') ?? null
}

export function positionAfter(tree: Tree, node: AuthorNode): TreePosition {
  return { parentId: node.parentId, before: siblingAt(tree, node, 1)?.id ?? null }
}

/** A node's ancestors, from the top down to its parent. */
export function ancestorsOf(tree: Tree, id: string): AuthorNode[] {
  const ancestors: AuthorNode[] = []
  const node = tree.nodes.get(id)
  for (let above = node && parentOf(tree, node); above; above = parentOf(tree, above)) ancestors.unshift(above)
  return ancestors
}

/** The node that gets the focus when a node was removed: the next sibling that still exists, else the previous one, else an ancestor. */
export function focusAfterRemoval(formerTree: Tree, id: string, exists: (id: string) => boolean): string | null {
  const node = formerTree.nodes.get(id)
  if (!node) return null
  const siblings = siblingsOf(formerTree, node)
  const index = siblings.indexOf(id)
  const sibling = siblings.slice(index + 1).find(exists) ?? siblings.slice(0, index).findLast(exists)
  if (sibling !== undefined || node.parentId === null) return sibling ?? null
  return exists(node.parentId) ? node.parentId : focusAfterRemoval(formerTree, node.parentId, exists)
}

/** The node itself or its nearest ancestor of a kind. */
function nearest(tree: Tree, node: AuthorNode, kind: NodeKind): AuthorNode | null {
  for (let candidate: AuthorNode | null = node; candidate; candidate = parentOf(tree, candidate))
    if (candidate.t === kind) return candidate
  return null
}

/**
 * The position of a new node, by its kind and the focused node. A skill goes after the focused skill, or to the end of
 * the focused group or level. A group goes after the focused group or the one around the focused skill, or else into the
 * focused level. A level goes after the focused level or the one around the focused node.
 */
export function positionForNew(tree: Tree, focused: AuthorNode | null, kind: NodeKind): TreePosition {
  if (!focused) return { parentId: null, before: null }
  if (kind === 's') return focused.t === 's' ? positionAfter(tree, focused) : { parentId: focused.id, before: null }
  const nearestOfKind = nearest(tree, focused, kind)
  if (nearestOfKind) return positionAfter(tree, nearestOfKind)
  // a level without a level around it goes to the end of the scheme
  if (kind === 'l') return { parentId: null, before: null }
  // a group with no group around the focus: after the focused skill, or at the end of the focused level
  const parent = focused.t === 's' ? parentOf(tree, focused) : focused
  return { parentId: parent?.id ?? null, before: focused.t === 's' ? positionAfter(tree, focused).before : null }
}

/** The kind of a new child by default: the kind of the last child, else a skill. */
export function defaultChildKind(tree: Tree, node: AuthorNode): NodeKind {
  const last = tree.children.get(node.id)?.at(-1)
  return tree.nodes.get(last ?? '')?.t ?? 's'
}

/** The selected nodes that exist, in tree order, without those that have a selected ancestor. */
export function rootsOf(tree: Tree, selectedIds: Iterable<string>): string[] {
  const existing = new Set([...selectedIds].filter((id) => tree.nodes.has(id)))
  const roots = [...existing].filter((id) => !ancestorsOf(tree, id).some((node) => existing.has(node.id)))
  // the position of each ancestor and of the node among its siblings, from the top down
  const positionPath = (id: string) =>
    [...ancestorsOf(tree, id).map((node) => node.id), id].map((nodeId) => siblingIndex(tree, nodeId))
  return roots
    .map((id) => ({ id, path: positionPath(id) }))
    .sort((a, b) => comparePaths(a.path, b.path))
    .map(({ id }) => id)
}

function siblingIndex(tree: Tree, id: string): number {
  const node = tree.nodes.get(id)
  return node ? siblingsOf(tree, node).indexOf(id) : 0
}

/** Compares position paths by tree order; a node comes before its descendants. */
function comparePaths(a: readonly number[], b: readonly number[]): number {
  for (let depth = 0; depth < Math.max(a.length, b.length); depth++) {
    // the shorter path is that of an ancestor; -1 puts it first
    const [positionA = -1, positionB = -1] = [a[depth], b[depth]]
    if (positionA !== positionB) return positionA - positionB
  }
  return 0
}

/** Whether nodes are already at a position, side by side and in this order. `before` may be one of the nodes. */
export function isAtPosition(tree: Tree, ids: readonly string[], { parentId, before }: TreePosition): boolean {
  const siblings = tree.children.get(parentId) ?? []
  const start = siblings.indexOf(ids[0] ?? '')
  const together = start >= 0 && ids.every((id, offset) => siblings[start + offset] === id)
  return together && (siblings[start + ids.length] ?? null) === anchorOf(siblings, new Set(ids), before)
}

/**
 * Why nodes cannot be dropped into a parent; null when they can. Whether rules allow it is checked only when the edit is
 * applied.
 */
export function dropRefusal(
  tree: Tree,
  ids: ReadonlySet<string>,
  parentId: string | null,
): Extract<RefusalCode, 'UNDER_SKILL' | 'UNDER_ITSELF'> | null {
  if (parentId === null) return null
  if (tree.nodes.get(parentId)?.t === 's') return 'UNDER_SKILL'
  if (ids.has(parentId) || ancestorsOf(tree, parentId).some((node) => ids.has(node.id))) return 'UNDER_ITSELF'
  return null
}

export type Direction = 'up' | 'down' | 'in' | 'out'

/**
 * The edit that moves nodes by one: up or down among their siblings, into the previous sibling, or out of their parent
 * to the position after it. Null when that is not possible, or when the nodes have different parents.
 */
export function moveByOne(tree: Tree, selectedIds: Iterable<string>, direction: Direction): Edit | null {
  const ids = rootsOf(tree, selectedIds)
  const [first, last] = [tree.nodes.get(ids[0] ?? ''), tree.nodes.get(ids.at(-1) ?? '')]
  if (!first || !last || ids.some((id) => tree.nodes.get(id)?.parentId !== first.parentId)) return null
  const moveTo = (position: TreePosition | null): Edit | null => position && { do: 'move', ids, ...position }
  switch (direction) {
    case 'up': {
      const previous = siblingAt(tree, first, -1)
      return moveTo(previous && { parentId: first.parentId, before: previous.id })
    }
    case 'down': {
      const next = siblingAt(tree, last, 1)
      return moveTo(next && positionAfter(tree, next))
    }
    case 'in': {
      const previous = siblingAt(tree, first, -1)
      return moveTo(previous && previous.t !== 's' ? { parentId: previous.id, before: null } : null)
    }
    case 'out': {
      const parent = parentOf(tree, first)
      return moveTo(parent && positionAfter(tree, parent))
    }
  }
}
