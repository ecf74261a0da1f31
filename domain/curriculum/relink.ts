import { mergeOwnersContent, mergeOwnersWords, type Origin } from './linked.ts'
import { requirementCycle } from './scheme.ts'
import { updatePins } from './translation.ts'
import {
  nodesDependingOn,
  engineRoots,
  MAX_NODES,
  newNodeId,
  refuse,
  subtree,
  treeOf,
  type AuthorNode,
  type Refused,
  type Tree,
} from './tree.ts'

/** What a link is made from: a node of another scheme with all below it, or a whole published revision. */
export interface Source {
  /** The id of the other scheme. */
  scheme: string
  /** Parents before children, siblings in their order. */
  nodes: readonly AuthorNode[]
  /** Languages whose texts are the owner's. */
  languages: readonly string[]
}

/** The two-letter languages of the owner: those of the scheme's locales and of the nodes' titles. */
export function ownerLanguages(nodes: readonly AuthorNode[], locales: readonly string[]): string[] {
  const ofTitles = nodes.flatMap((node) => Object.keys(node.title))
  return [...new Set([...locales.map((locale) => locale.split('-')[0] ?? locale), ...ofTitles])]
}

/** A node as subscribers get it, without its origin and its translation pins. */
export function withoutOrigin(node: AuthorNode): AuthorNode {
  const { origin: _, pins: __, ...rest } = node
  return rest
}

/** The owner's node with this scheme's own translations, which `local` has. */
function withTranslations(
  local: AuthorNode | undefined,
  owners: AuthorNode,
  origin: Origin,
  source: string,
): AuthorNode {
  const { languages } = origin
  const node: AuthorNode = {
    ...withoutOrigin(owners),
    title: mergeOwnersWords(local?.title, owners.title, languages),
    content: mergeOwnersContent(local?.content, owners.content, languages),
    origin,
  }
  const pins = local ? updatePins(local, node, source) : {}
  return Object.keys(pins).length === 0 ? node : { ...node, pins }
}

/**
 * The nodes of a link as they are now in the source, with ids of this scheme. `at` is the top node of an existing link,
 * or the parent of a new one. A node that was linked before keeps its id, so that its marks stay attached. The top node
 * keeps its position and whether it is hidden, skipped, starred and grouped [R5.13]. Rules lose ids outside the source.
 */
export function linkedNodes(
  tree: Tree,
  from: Source,
  at: { root: string } | { parentId: string | null },
): AuthorNode[] {
  /** The nodes of the existing link, by their id in the source. */
  const linkedBefore = new Map<string, AuthorNode>()
  if ('root' in at)
    for (const node of [...tree.nodes.values(), ...tree.gone.values()])
      if (node.origin?.root === at.root) linkedBefore.set(node.origin.id, node)
  const taken = { nodes: new Map(tree.nodes), gone: tree.gone }
  /** The id in this scheme, by the id in the source. */
  const ids = new Map<string, string>()
  let root = 'root' in at ? at.root : ''
  const [top] = from.nodes
  for (const node of from.nodes) {
    const parentId = ids.get(node.parentId ?? '') ?? ('parentId' in at ? at.parentId : null)
    const keptId = node === top && root !== '' ? root : linkedBefore.get(node.id)?.id
    const id = keptId ?? newNodeId(taken, parentId, titleOf(node, tree.source))
    taken.nodes.set(id, node)
    ids.set(node.id, id)
    if (root === '') root = id
  }
  const localIds = (sourceIds: readonly string[]) => sourceIds.flatMap((id) => ids.get(id) ?? [])
  return from.nodes.map((owners) => {
    const id = ids.get(owners.id) ?? ''
    const local = tree.nodes.get(id) ?? tree.gone.get(id)
    const origin = { scheme: from.scheme, id: owners.id, root, languages: from.languages }
    const node = withTranslations(local, owners, origin, tree.source)
    const listed = localIds(owners.completion?.ids ?? [])
    const count = Math.min(owners.completion?.count ?? 0, listed.length)
    const rules = {
      completion: listed.length === 0 ? null : { ids: listed, count },
      required: localIds(owners.required),
    }
    if (owners !== top) return { ...node, ...rules, id, parentId: ids.get(owners.parentId ?? '') ?? null }
    // what this scheme's authors have set at the top node stays
    const { parentId = 'parentId' in at ? at.parentId : null, hidden = false, skipped = false } = local ?? {}
    const { starred = false, group = null } = local ?? {}
    return { ...node, ...rules, id, parentId, hidden, skipped, starred, group }
  })
}

function titleOf({ title }: AuthorNode, source: string): string {
  return title[source] ?? Object.values(title)[0] ?? ''
}

/**
 * The tree with the nodes of a link, given parents first: where their top node is already, or as a new node before the
 * sibling `before`. Nodes that were below the top node and are not among them any more are deleted.
 */
export function replaceLinkedNodes(
  tree: Tree,
  linked: readonly AuthorNode[],
  before: string | null,
): { ok: true; tree: Tree } | Refused {
  const [top] = linked
  if (!top) return { ok: true, tree }
  const nodes = new Map(tree.nodes)
  const gone = new Map(tree.gone)
  const children = new Map(tree.children)
  const kept = new Set(linked.map((node) => node.id))
  const former = tree.nodes.has(top.id) ? subtree(tree, top.id) : []
  for (const node of former) {
    children.delete(node.id)
    if (kept.has(node.id)) continue
    nodes.delete(node.id)
    gone.set(node.id, node)
  }
  for (const node of linked) {
    gone.delete(node.id)
    nodes.set(node.id, node)
    if (node !== top) children.set(node.parentId, [...(children.get(node.parentId) ?? []), node.id])
  }
  if (former.length === 0) {
    const siblings = children.get(top.parentId) ?? []
    const index = before === null ? -1 : siblings.indexOf(before)
    children.set(top.parentId, index < 0 ? [...siblings, top.id] : siblings.toSpliced(index, 0, top.id))
  }
  return checkTree({ ...tree, nodes, children, gone }, top.id)
}

/** Refuses a tree that is too large, whose rules name deleted nodes or form a circle; `id` is the node to report. */
function checkTree(tree: Tree, id: string): { ok: true; tree: Tree } | Refused {
  if (tree.nodes.size > MAX_NODES) return refuse('TOO_MANY_NODES', id)
  const dependent = nodesDependingOn(tree, new Set(tree.gone.keys()))
  if (dependent.length > 0) return refuse('DEPENDED_ON', id, dependent)
  const cycle = requirementCycle(engineRoots(tree))
  return cycle ? refuse('CYCLE', cycle[0] ?? '', cycle) : { ok: true, tree }
}

/**
 * A subscribed scheme at a new revision of its source, with the same ids. Nodes that the owner deleted can come back.
 */
export function followRevision(tree: Tree, from: Source): Tree {
  const known = new Map([...tree.gone, ...tree.nodes])
  const nodes = from.nodes.map((owners) => {
    const origin = { scheme: from.scheme, id: owners.id, root: '', languages: from.languages }
    return withTranslations(known.get(owners.id), owners, origin, tree.source)
  })
  const living = new Set(nodes.map((node) => node.id))
  return treeOf(
    nodes,
    [...known.values()].filter((node) => !living.has(node.id)),
    tree.source,
  )
}

/** The tree of a node and all below it, given parents first, with the node as its root. */
export function treeFromSubtree([top, ...below]: readonly AuthorNode[]): Tree {
  return treeOf(top ? [{ ...top, parentId: null }, ...below] : [])
}
