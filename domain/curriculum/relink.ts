import { mergedContent, mergedWords, type Origin } from './linked.ts'
import { requirementCycle } from './scheme.ts'
import { repinned } from './translation.ts'
import {
  dependants,
  engineRoots,
  MOST_NODES,
  newNodeId,
  refuse,
  subtree,
  treeOf,
  type AuthorNode,
  type Refused,
  type Tree,
} from './tree.ts'

/** What a linked node is made from: a node of another scheme with all below it, or a whole published revision. */
export interface Source {
  scheme: string
  /** Parents before children, siblings in their order. */
  nodes: readonly AuthorNode[]
  /** Languages whose words are the owner's. */
  languages: readonly string[]
}

/** Languages that words of these nodes are in, and those of their scheme. */
export function ownerLanguages(nodes: readonly AuthorNode[], locales: readonly string[]): string[] {
  const said = nodes.flatMap((node) => Object.keys(node.title))
  return [...new Set([...locales.map((locale) => locale.split('-')[0] ?? locale), ...said])]
}

/** A node as others may have it: nothing of where it came from, or of who translated it when. */
export function published(node: AuthorNode): AuthorNode {
  const { origin: _, pins: __, ...rest } = node
  return rest
}

/** A node's words as its owner has them, with this scheme's own translations beside them. */
function merged(local: AuthorNode | undefined, owners: AuthorNode, origin: Origin, source: string): AuthorNode {
  const { languages } = origin
  const node: AuthorNode = {
    ...published(owners),
    title: mergedWords(local?.title, owners.title, languages),
    content: mergedContent(local?.content, owners.content, languages),
    origin,
  }
  const pins = local ? repinned(local, node, source) : {}
  return Object.keys(pins).length === 0 ? node : { ...node, pins }
}

/**
 * What a linked node and all below it come to when they follow their source: the source's nodes under ids of this
 * scheme. One that was here before keeps its id, so marks stay attached; the linked node itself keeps its place, and
 * whether it is hidden, skipped, starred and grouped. What a rule names outside the copy leaves the rule.
 */
export function linkedNodes(
  tree: Tree,
  from: Source,
  at: { root: string } | { parentId: string | null },
): AuthorNode[] {
  const known = new Map<string, AuthorNode>()
  if ('root' in at)
    for (const node of [...tree.nodes.values(), ...tree.gone.values()])
      if (node.origin?.root === at.root) known.set(node.origin.id, node)
  const taken = { nodes: new Map(tree.nodes), gone: tree.gone }
  const ids = new Map<string, string>()
  let root = 'root' in at ? at.root : ''
  const [top] = from.nodes
  for (const node of from.nodes) {
    const parentId = ids.get(node.parentId ?? '') ?? ('parentId' in at ? at.parentId : null)
    const kept = node === top && root !== '' ? root : known.get(node.id)?.id
    const id = kept ?? newNodeId(taken, parentId, titleOf(node, tree.source))
    taken.nodes.set(id, node)
    ids.set(node.id, id)
    if (root === '') root = id
  }
  const mapped = (named: readonly string[]) => named.flatMap((id) => ids.get(id) ?? [])
  return from.nodes.map((owners) => {
    const id = ids.get(owners.id) ?? ''
    const local = tree.nodes.get(id) ?? tree.gone.get(id)
    const origin = { scheme: from.scheme, id: owners.id, root, languages: from.languages }
    const node = merged(local, owners, origin, tree.source)
    const listed = mapped(owners.completion?.ids ?? [])
    const rules = {
      completion:
        listed.length === 0 ? null : { ids: listed, count: Math.min(owners.completion?.count ?? 0, listed.length) },
      required: mapped(owners.required),
    }
    if (owners !== top) return { ...node, ...rules, id, parentId: ids.get(owners.parentId ?? '') ?? null }
    const { parentId = 'parentId' in at ? at.parentId : null, hidden = false, skipped = false } = local ?? {}
    const { starred = false, group = null } = local ?? {}
    return { ...node, ...rules, id, parentId, hidden, skipped, starred, group }
  })
}

function titleOf({ title }: AuthorNode, source: string): string {
  return title[source] ?? Object.values(title)[0] ?? ''
}

/** Puts linked nodes in, at the place where their first one is, or before a sibling. What is no longer among them is gone. */
export function withLinked(
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
  const left = tree.nodes.has(top.id) ? subtree(tree, top.id) : []
  for (const node of left) {
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
  if (left.length === 0) {
    const siblings = children.get(top.parentId) ?? []
    const at = before === null ? -1 : siblings.indexOf(before)
    children.set(top.parentId, at < 0 ? [...siblings, top.id] : siblings.toSpliced(at, 0, top.id))
  }
  return checked({ ...tree, nodes, children, gone }, top.id)
}

function checked(tree: Tree, about: string): { ok: true; tree: Tree } | Refused {
  if (tree.nodes.size > MOST_NODES) return refuse('TOO_MANY_NODES', about)
  const named = dependants(tree, new Set(tree.gone.keys()))
  if (named.length > 0) return refuse('DEPENDED_ON', about, named)
  const cycle = requirementCycle(engineRoots(tree))
  return cycle ? refuse('CYCLE', cycle[0] ?? '', cycle) : { ok: true, tree }
}

/** A subscribed scheme as its newest revision has it: the same ids. What the owner deleted is gone, and may come back. */
export function followed(tree: Tree, from: Source): Tree {
  const known = new Map([...tree.gone, ...tree.nodes])
  const nodes = from.nodes.map((owners) => {
    const origin = { scheme: from.scheme, id: owners.id, root: '', languages: from.languages }
    return merged(known.get(owners.id), owners, origin, tree.source)
  })
  const living = new Set(nodes.map((node) => node.id))
  return treeOf(
    nodes,
    [...known.values()].filter((node) => !living.has(node.id)),
    tree.source,
  )
}

/** A node and what is below it as a tree of its own. */
export function rooted([top, ...below]: readonly AuthorNode[]): Tree {
  return treeOf(top ? [{ ...top, parentId: null }, ...below] : [])
}
