import { canonicalJson } from '#domain/platform/canonical.ts'
import { inTreeOrder, treeOf, type AuthorNode, type Tree } from './tree.ts'

/** The fields of a node that a diff compares, besides its position. Origin and pins do not count as changes. */
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
 * Nodes that count as not moved: of the children of each node that it had before, the largest set in the same order.
 */
function unmovedNodes(before: Tree, after: Tree): Set<string> {
  const found = new Set<string>()
  for (const [parentId, ids] of after.children) {
    const positions = new Map((before.children.get(parentId) ?? []).map((id, at) => [id, at]))
    const common = ids.flatMap((id) => {
      const at = positions.get(id)
      return at === undefined ? [] : [{ id, at }]
    })
    for (const id of longestIncreasingSubsequence(common)) found.add(id)
  }
  return found
}

/** The ids of a longest increasing subsequence by `at`, found by patience sorting. */
export function longestIncreasingSubsequence(items: readonly { id: string; at: number }[]): string[] {
  const tails: number[] = []
  const previous: (number | undefined)[] = []
  items.forEach(({ at }, i) => {
    let [low, high] = [0, tails.length]
    while (low < high) {
      const mid = (low + high) >> 1
      if ((items[tails[mid] ?? 0]?.at ?? 0) < at) low = mid + 1
      else high = mid
    }
    previous[i] = tails[low - 1]
    tails[low] = i
  })
  const ids: string[] = []
  for (let i = tails.at(-1); i !== undefined; i = previous[i]) ids.push(items[i]?.id ?? '')
  return ids
}

/** Applies a diff: `applyDiff(a, diffTrees(a, b))` has the nodes of `b` in their order. */
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
      const now = nodes.get(node.id)
      const set = Object.fromEntries(change.fields.map((key) => [key, node[key]]))
      if (now) nodes.set(node.id, { ...now, ...set })
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
