import { sectionEdits, wordChanges } from '#domain/curriculum/content.ts'
import { COMPARED_FIELDS, longestIncreasingSubsequence, isEqual } from '#domain/curriculum/tree-diff.ts'
import { inTreeOrder, type AuthorNode, type Edit, type NodeFields, type Tree } from '#domain/curriculum/tree.ts'

/**
 * The edits that turn one tree into another. They touch only what differs, so that they keep what others do to the rest
 * meanwhile. A node of `to` that `from` has deleted is restored, if need be together with nodes that are deleted again.
 */
export function editsBetween(from: Tree, to: Tree): Edit[] {
  const nodes = inTreeOrder(to)
  const missing = nodes.filter((node) => !from.nodes.has(node.id))
  const restored = withNeeded(
    from,
    missing.map(({ id }) => id),
  )
  const added = missing.filter((node) => !from.gone.has(node.id))
  const places = [...restored].map((id) => ({ id, before: null }))
  const present = [...from.nodes.values(), ...[...restored].flatMap((id) => from.gone.get(id) ?? [])]
  const removed = present.filter((node) => !to.nodes.has(node.id))
  const roots = removed.filter((node) => node.parentId === null || to.nodes.has(node.parentId))
  return [
    ...(places.length > 0 ? [{ do: 'restore' as const, places }] : []),
    ...(added.length > 0 ? [{ do: 'add' as const, nodes: added, before: null }] : []),
    ...moveEdits(from, to, places, added),
    ...nodes.flatMap((node) => nodeEdits(from.nodes.get(node.id) ?? from.gone.get(node.id), node)),
    // last, when no rule names the removed nodes any more
    ...(roots.length > 0 ? [{ do: 'remove' as const, ids: roots.map((node) => node.id) }] : []),
  ]
}

/**
 * Whether a deleted node can be restored together with the nodes `restored`: its ancestors and what its rule names must
 * exist then.
 */
export function canRestore(tree: Tree, id: string, restored: ReadonlySet<string>): boolean {
  const node = tree.gone.get(id)
  const exists = (other: string) => tree.nodes.has(other) || restored.has(other)
  if (!node || !namedInRules(node).every(exists)) return false
  for (let up = node.parentId; up !== null && !tree.nodes.has(up); up = tree.gone.get(up)?.parentId ?? null)
    if (!restored.has(up)) return false
  return true
}

/**
 * Deleted nodes with those without which they cannot be there, what was above them and what their rules name, in an order
 * in which they can be restored.
 */
export function withNeeded(tree: Tree, ids: Iterable<string>): ReadonlySet<string> {
  const needed = new Set<string>()
  const need = (id: string) => {
    const path: string[] = []
    for (let up: string | null = id; up !== null && tree.gone.has(up) && !needed.has(up);) {
      path.unshift(up)
      up = tree.gone.get(up)?.parentId ?? null
    }
    for (const up of path) needed.add(up)
  }
  for (const id of ids) need(id)
  // a set that grows while it is read
  for (const id of needed) for (const named of namedInRules(tree.gone.get(id))) need(named)
  return needed
}

/** Nodes of a tree with those that they need and that `isMissing` names: what is above them, what their rules name. */
export function withMissing(tree: Tree, ids: Iterable<string>, isMissing: (id: string) => boolean): Set<string> {
  const needed = new Set(ids)
  // a set that grows while it is read
  for (const id of needed) {
    const node = tree.nodes.get(id)
    for (const other of [node?.parentId, ...namedInRules(node)]) if (other && isMissing(other)) needed.add(other)
  }
  return needed
}

/** The ids of the nodes that the rules of a node name. */
function namedInRules(node: AuthorNode | undefined): readonly string[] {
  return node ? [...(node.completion?.ids ?? []), ...node.required] : []
}

/** The moves, ordered from the top of `to` down, so that no edit moves a node under itself. */
function moveEdits(from: Tree, to: Tree, restored: readonly { id: string }[], added: readonly AuthorNode[]): Edit[] {
  /** The children of each node after the edits that restore and add nodes. */
  const lists = new Map([...from.children].map(([parentId, ids]) => [parentId, [...ids]]))
  const put = (id: string, parentId: string | null) => {
    const list = lists.get(parentId)
    if (list) list.push(id)
    else lists.set(parentId, [id])
  }
  for (const { id } of restored) put(id, from.gone.get(id)?.parentId ?? null)
  for (const { id, parentId } of added) put(id, parentId)
  const edits: Edit[] = []
  for (const parentId of [null, ...inTreeOrder(to).map((node) => node.id)]) {
    const wanted = to.children.get(parentId) ?? []
    if (wanted.length === 0) continue
    const positions = new Map((lists.get(parentId) ?? []).map((id, position) => [id, position]))
    const present = wanted.flatMap((id) => {
      const position = positions.get(id)
      return position === undefined ? [] : [{ id, position }]
    })
    const stays = new Set(longestIncreasingSubsequence(present))
    // consecutive nodes that move are one edit; null, the end of the list, closes the last run
    let run: string[] = []
    for (const id of [...wanted, null]) {
      if (id !== null && !stays.has(id)) run.push(id)
      else if (run.length > 0) {
        edits.push({ do: 'move', ids: run, parentId, before: id })
        run = []
      }
    }
  }
  return edits
}

/** The edits of one node's fields and sections; none for a node that is added with them. */
export function nodeEdits(was: AuthorNode | undefined, node: AuthorNode): Edit[] {
  if (!was || was === node) return []
  const fields = COMPARED_FIELDS.filter((key) => key !== 'title' && key !== 'content' && !isEqual(was[key], node[key]))
  const title = wordChanges(was.title, node.title)
  const set: NodeFields = { ...Object.fromEntries(fields.map((key) => [key, node[key]])), ...(title ? { title } : {}) }
  return [
    ...(Object.keys(set).length > 0 ? [{ do: 'set' as const, id: node.id, set }] : []),
    ...(was.content === node.content ? [] : sectionEdits(node.id, was.content, node.content)),
  ]
}
