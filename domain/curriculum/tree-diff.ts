import { canonicalJson } from '#domain/platform/canonical.ts'
import { inTreeOrder, treeOf, type AuthorNode, type Tree } from './tree.ts'

/** The fields of a node that a diff compares, besides its position. Origin and pins are not compared. */
export const COMPARED_FIELDS = [
  't',
  'title',
  'grade',
  'group',
  'completion',
  'completionType',
  'required',
  'hidden',
  'skipped',
  'starred',
  'content',
  'videos',
  'externalId',
] as const
type ComparedField = (typeof COMPARED_FIELDS)[number]

/** A position in a tree: `parentId` null is the top, `after` null is the first child. */
interface NodePosition {
  parentId: string | null
  after: string | null
}

/** One difference between two trees; `from` is the former parent of a moved node. */
export type Change =
  | ({ what: 'added'; node: AuthorNode } & NodePosition)
  | { what: 'removed'; node: AuthorNode }
  | ({ what: 'moved'; node: AuthorNode; from: string | null } & NodePosition)
  | { what: 'changed'; node: AuthorNode; was: AuthorNode; fields: ComparedField[] }

/**
 * The differences between two trees, in the order of `after`, removals last. One node may be both moved and changed.
 */
export function diffTrees(before: Tree, after: Tree): Change[] {
  const changes: Change[] = []
  const unmoved = unmovedNodes(before, after)
  for (const node of inTreeOrder(after)) {
    const { parentId } = node
    const siblings = after.children.get(parentId) ?? []
    const position = { parentId, after: siblings[siblings.indexOf(node.id) - 1] ?? null }
    const was = before.nodes.get(node.id)
    if (!was) {
      changes.push({ what: 'added', node, ...position })
      continue
    }
    if (!unmoved.has(node.id)) changes.push({ what: 'moved', node, from: was.parentId, ...position })
    const fields = COMPARED_FIELDS.filter((key) => !isEqual(was[key], node[key]))
    if (fields.length > 0) changes.push({ what: 'changed', node, was, fields })
  }
  for (const node of inTreeOrder(before)) if (!after.nodes.has(node.id)) changes.push({ what: 'removed', node })
  return changes
}

/** Whether two values are equal as JSON. */
export function isEqual(a: unknown, b: unknown): boolean {
  return a === b || canonicalJson(a) === canonicalJson(b)
}

/**
 * The nodes that count as not moved: of the children that a parent had before and still has, a largest set whose order
 * has not changed. All others count as moved.
 */
function unmovedNodes(before: Tree, after: Tree): Set<string> {
  const found = new Set<string>()
  for (const [parentId, ids] of after.children) {
    const positions = new Map((before.children.get(parentId) ?? []).map((id, position) => [id, position]))
    const common = ids.flatMap((id) => {
      const position = positions.get(id)
      return position === undefined ? [] : [{ id, position }]
    })
    for (const id of longestIncreasingSubsequence(common)) found.add(id)
  }
  return found
}

/** The ids of a longest subsequence of rising positions, its last item first, found by patience sorting. */
export function longestIncreasingSubsequence(items: readonly { id: string; position: number }[]): string[] {
  /** At index k: the index of the item with the smallest position that ends a subsequence of k + 1 items. */
  const tails: number[] = []
  /** For each item the index of the one before it in its subsequence. */
  const previous: (number | undefined)[] = []
  items.forEach(({ position }, i) => {
    let [low, high] = [0, tails.length]
    while (low < high) {
      const mid = (low + high) >> 1
      if ((items[tails[mid] ?? 0]?.position ?? 0) < position) low = mid + 1
      else high = mid
    }
    previous[i] = tails[low - 1]
    tails[low] = i
  })
  const ids: string[] = []
  for (let i = tails.at(-1); i !== undefined; i = previous[i]) ids.push(items[i]?.id ?? '')
  return ids
}

/**
 * Applies a diff: `applyDiff(a, diffTrees(a, b))` has the nodes of `b` in their order. Removed nodes are not added to
 * `gone`.
 */
export function applyDiff(tree: Tree, changes: readonly Change[]): Tree {
  const nodes = new Map(tree.nodes)
  const lists = new Map([...tree.children].map(([parentId, ids]) => [parentId, [...ids]]))
  const detach = (id: string, parentId: string | null) =>
    lists.set(
      parentId,
      (lists.get(parentId) ?? []).filter((child) => child !== id),
    )
  for (const change of changes) {
    if (change.what === 'removed') nodes.delete(change.node.id)
    if (change.what === 'removed' || change.what === 'moved')
      detach(change.node.id, tree.nodes.get(change.node.id)?.parentId ?? null)
  }
  for (const change of changes) {
    const { node } = change
    if (change.what === 'changed') {
      const current = nodes.get(node.id)
      const set = Object.fromEntries(change.fields.map((key) => [key, node[key]]))
      if (current) nodes.set(node.id, { ...current, ...set })
    } else if (change.what !== 'removed') {
      const { parentId, after } = change
      const list = lists.get(parentId) ?? []
      list.splice(after === null ? 0 : list.indexOf(after) + 1, 0, node.id)
      lists.set(parentId, list)
      nodes.set(node.id, change.what === 'added' ? node : { ...(nodes.get(node.id) ?? node), parentId })
    }
  }
  const ordered = [...lists].flatMap(([, ids]) => ids.flatMap((id) => nodes.get(id) ?? []))
  return treeOf(ordered, [...tree.gone.values()], tree.source)
}
