import { anchorOf } from '#domain/curriculum/edits/edit-structure.ts'
import type { NodeKind } from '#domain/curriculum/scheme.ts'
import { parentOf, type AuthorNode, type Edit, type RefusalCode, type Tree } from '#domain/curriculum/tree.ts'

/** Where a node goes: under a parent, before a sibling; null is the end. */
export interface TreePosition {
  parentId: string | null
  before: string | null
}

function siblingsOf(tree: Tree, node: AuthorNode): readonly string[] {
  return tree.children.get(node.parentId) ?? []
}

/** The sibling that stands `by` positions further on; null at the ends. */
function sibling(tree: Tree, node: AuthorNode, by: number): AuthorNode | null {
  const siblings = siblingsOf(tree, node)
  return tree.nodes.get(siblings[siblings.indexOf(node.id) + by] ?? '') ?? null
}

export function positionAfter(tree: Tree, node: AuthorNode): TreePosition {
  return { parentId: node.parentId, before: sibling(tree, node, 1)?.id ?? null }
}

/** From the top down to the parent. */
export function ancestorsOf(tree: Tree, id: string): AuthorNode[] {
  const found: AuthorNode[] = []
  const start = tree.nodes.get(id)
  for (let at = start && parentOf(tree, start); at; at = parentOf(tree, at)) found.unshift(at)
  return found
}

/** Where the focus goes when a node is no longer there: the next that stood beside it, the one before, or the one above. */
export function focusAfterRemoval(before: Tree, id: string, isThere: (id: string) => boolean): string | null {
  const node = before.nodes.get(id)
  if (!node) return null
  const siblings = siblingsOf(before, node)
  const index = siblings.indexOf(id)
  const near = siblings.slice(index + 1).find(isThere) ?? siblings.slice(0, index).findLast(isThere)
  if (near !== undefined || node.parentId === null) return near ?? null
  return isThere(node.parentId) ? node.parentId : focusAfterRemoval(before, node.parentId, isThere)
}

function nearest(tree: Tree, node: AuthorNode, kind: NodeKind): AuthorNode | null {
  for (let at: AuthorNode | null = node; at; at = parentOf(tree, at)) if (at.t === kind) return at
  return null
}

/**
 * Where a new node of a kind belongs, as seen from the node where the author is: a skill into its group or after the
 * skill, a group into its level or after the group, a level after the level.
 */
export function positionForNew(tree: Tree, at: AuthorNode | null, kind: NodeKind): TreePosition {
  if (!at) return { parentId: null, before: null }
  if (kind === 's') return at.t === 's' ? positionAfter(tree, at) : { parentId: at.id, before: null }
  const same = nearest(tree, at, kind)
  if (same) return positionAfter(tree, same)
  if (kind === 'l') return { parentId: null, before: null }
  const home = at.t === 's' ? parentOf(tree, at) : at
  return { parentId: home?.id ?? null, before: at.t === 's' ? positionAfter(tree, at).before : null }
}

/** What one would put into a node first: what is in it already, else a skill. */
export function usualChildKind(tree: Tree, node: AuthorNode): NodeKind {
  const last = tree.children.get(node.id)?.at(-1)
  return tree.nodes.get(last ?? '')?.t ?? 's'
}

/** The chosen nodes without those that lie under another chosen one, in tree order. */
export function rootsOf(tree: Tree, ids: Iterable<string>): string[] {
  const chosen = new Set([...ids].filter((id) => tree.nodes.has(id)))
  const roots = [...chosen].filter((id) => !ancestorsOf(tree, id).some((node) => chosen.has(node.id)))
  const positionPath = (id: string) =>
    [...ancestorsOf(tree, id).map((node) => node.id), id].map((one) => indexOf(tree, one))
  return roots
    .map((id) => ({ id, way: positionPath(id) }))
    .sort((a, b) => comparePaths(a.way, b.way))
    .map(({ id }) => id)
}

function indexOf(tree: Tree, id: string): number {
  const node = tree.nodes.get(id)
  return node ? siblingsOf(tree, node).indexOf(id) : 0
}

function comparePaths(a: readonly number[], b: readonly number[]): number {
  for (let k = 0; k < Math.max(a.length, b.length); k++) {
    const [x = -1, y = -1] = [a[k], b[k]]
    if (x !== y) return x - y
  }
  return 0
}

/** Whether nodes stand at a position already. */
export function isAtPosition(tree: Tree, ids: readonly string[], { parentId, before }: TreePosition): boolean {
  const siblings = tree.children.get(parentId) ?? []
  const at = siblings.indexOf(ids[0] ?? '')
  const together = at >= 0 && ids.every((id, k) => siblings[at + k] === id)
  return together && (siblings[at + ids.length] ?? null) === anchorOf(siblings, new Set(ids), before)
}

/** Why nodes cannot be dropped there; null when they can. What rules forbid is told by the edit itself. */
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

/** Moves nodes by one: among their siblings, into the one before them, or out behind their parent. Null where that is not possible. */
export function moveByOne(tree: Tree, chosen: Iterable<string>, direction: Direction): Edit | null {
  const ids = rootsOf(tree, chosen)
  const [first, last] = [tree.nodes.get(ids[0] ?? ''), tree.nodes.get(ids.at(-1) ?? '')]
  if (!first || !last || ids.some((id) => tree.nodes.get(id)?.parentId !== first.parentId)) return null
  const to = (position: TreePosition | null): Edit | null => position && { do: 'move', ids, ...position }
  switch (direction) {
    case 'up': {
      const previous = sibling(tree, first, -1)
      return to(previous && { parentId: first.parentId, before: previous.id })
    }
    case 'down': {
      const next = sibling(tree, last, 1)
      return to(next && positionAfter(tree, next))
    }
    case 'in': {
      const previous = sibling(tree, first, -1)
      return to(previous && previous.t !== 's' ? { parentId: previous.id, before: null } : null)
    }
    case 'out': {
      const parent = parentOf(tree, first)
      return to(parent && positionAfter(tree, parent))
    }
  }
}
