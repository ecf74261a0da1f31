import { sectionEdits, wordChanges } from '#domain/curriculum/content.ts'
import { compared, longestOrder, same } from '#domain/curriculum/tree-diff.ts'
import { inOrder, type AuthorNode, type Edit, type NodeFields, type Tree } from '#domain/curriculum/tree.ts'

/**
 * Edits that make one tree the other, touching only what differs: what others do meanwhile to the rest stays. Deleted
 * nodes of `to` come back, which needs that `comesBack` holds for them.
 */
export function editsBetween(from: Tree, to: Tree): Edit[] {
  const nodes = inOrder(to)
  const fresh = nodes.filter((node) => !from.nodes.has(node.id))
  const back = new Set(fresh.flatMap((node) => (from.gone.has(node.id) ? [node.id] : [])))
  const added = fresh.filter((node) => !back.has(node.id))
  const places = parentsFirst(from, back).map((id) => ({ id, before: null }))
  const removed = [...from.nodes.values()].filter((node) => !to.nodes.has(node.id))
  const roots = removed.filter((node) => node.parentId === null || to.nodes.has(node.parentId))
  return [
    ...(places.length > 0 ? [{ do: 'restore' as const, places }] : []),
    ...(added.length > 0 ? [{ do: 'add' as const, nodes: added, before: null }] : []),
    ...moves(from, to, places, added),
    ...nodes.flatMap((node) => changes(from.nodes.get(node.id) ?? from.gone.get(node.id), node)),
    // last: what named them names them no more
    ...(roots.length > 0 ? [{ do: 'remove' as const, ids: roots.map((node) => node.id) }] : []),
  ]
}

/** Whether a deleted node can come back together with others: where it stood and what its rule names are there. */
export function comesBack(tree: Tree, id: string, back: ReadonlySet<string>): boolean {
  const node = tree.gone.get(id)
  const there = (one: string) => tree.nodes.has(one) || back.has(one)
  if (!node || ![...(node.completion?.ids ?? []), ...node.required].every(there)) return false
  for (let up = node.parentId; up !== null && !tree.nodes.has(up); up = tree.gone.get(up)?.parentId ?? null)
    if (!back.has(up)) return false
  return true
}

function parentsFirst(tree: Tree, back: ReadonlySet<string>): string[] {
  const placed = new Set<string>()
  for (const id of back) {
    const path: string[] = []
    for (let up: string | null = id; up !== null && back.has(up) && !placed.has(up);) {
      path.unshift(up)
      up = tree.gone.get(up)?.parentId ?? null
    }
    for (const one of path) placed.add(one)
  }
  return [...placed]
}

/** Parents before what moves under them, so that nothing is ever moved under itself. */
function moves(from: Tree, to: Tree, back: readonly { id: string }[], added: readonly AuthorNode[]): Edit[] {
  const lists = new Map([...from.children].map(([parentId, ids]) => [parentId, [...ids]]))
  const put = (id: string, parentId: string | null) => {
    const list = lists.get(parentId)
    if (list) list.push(id)
    else lists.set(parentId, [id])
  }
  for (const { id } of back) put(id, from.gone.get(id)?.parentId ?? null)
  for (const { id, parentId } of added) put(id, parentId)
  const edits: Edit[] = []
  for (const parentId of [null, ...inOrder(to).map((node) => node.id)]) {
    const wanted = to.children.get(parentId) ?? []
    if (wanted.length === 0) continue
    const positions = new Map((lists.get(parentId) ?? []).map((id, at) => [id, at]))
    const here = wanted.flatMap((id) => {
      const at = positions.get(id)
      return at === undefined ? [] : [{ id, at }]
    })
    const stays = new Set(longestOrder(here))
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

function changes(was: AuthorNode | undefined, node: AuthorNode): Edit[] {
  if (!was || was === node) return []
  const fields = compared.filter((key) => key !== 'title' && key !== 'content' && !same(was[key], node[key]))
  const title = wordChanges(was.title, node.title)
  const set: NodeFields = { ...Object.fromEntries(fields.map((key) => [key, node[key]])), ...(title ? { title } : {}) }
  return [
    ...(Object.keys(set).length > 0 ? [{ do: 'set' as const, id: node.id, set }] : []),
    ...(was.content === node.content ? [] : sectionEdits(node.id, was.content, node.content)),
  ]
}
