import { canonicalJson } from '#domain/platform/canonical.ts'
import { isLinkRoot, mergeOwnersContent, mergeOwnersWords, type Origin } from './linked.ts'
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

/**
 * Those of the owner's languages in which the texts of a node are the owner's. A language that this scheme has translated
 * the node into, before it became one of the owner's, is left out until the owner has words of the node in it.
 */
function languagesOfNode(
  localNode: AuthorNode | undefined,
  ownersNode: AuthorNode,
  languages: readonly string[],
): string[] {
  const hasWords = ({ title, content }: AuthorNode, language: string) =>
    [title, ...content.flatMap((section) => [section.title, section.value])].some(
      (words) => (words[language] ?? '') !== '',
    )
  return languages.filter(
    (language) =>
      !localNode?.origin ||
      localNode.origin.languages.includes(language) ||
      hasWords(ownersNode, language) ||
      !hasWords(localNode, language),
  )
}

/** The owner's node with the translations that this scheme has made, which its present node `localNode` has. */
function withTranslations(
  localNode: AuthorNode | undefined,
  ownersNode: AuthorNode,
  origin: Origin,
  sourceLanguage: string,
): AuthorNode {
  const languages = languagesOfNode(localNode, ownersNode, origin.languages)
  const node: AuthorNode = {
    ...withoutOrigin(ownersNode),
    title: mergeOwnersWords(localNode?.title, ownersNode.title, languages),
    content: mergeOwnersContent(localNode?.content, ownersNode.content, languages),
    origin: { ...origin, languages },
  }
  const pins = localNode ? updatePins(localNode, node, sourceLanguage) : {}
  return Object.keys(pins).length === 0 ? node : { ...node, pins }
}

/** An existing link, by its top node; the nodes of the links `held` stay as they are. */
interface ExistingLink {
  root: string
  held?: ReadonlySet<string>
}

/**
 * Nodes of this scheme, by their id in the source, that came by another link and that the source has moved to the nodes
 * of the link `root`. A node stays with a link whose nodes overlap in the source, because there it is linked twice.
 */
function movedFromOtherLinks(tree: Tree, from: Source, { root, held }: ExistingLink): Map<string, AuthorNode> {
  const sourceIds = new Set(from.nodes.map((node) => node.id))
  const [top] = from.nodes
  const overlapping = new Set<string>()
  for (const { id, origin } of tree.nodes.values()) {
    if (origin?.scheme !== from.scheme) continue
    if (origin.id === top?.id || (origin.root === id && sourceIds.has(origin.id))) overlapping.add(origin.root)
  }
  const moved = new Map<string, AuthorNode>()
  for (const node of [...tree.gone.values(), ...tree.nodes.values()]) {
    const { origin } = node
    if (origin?.scheme !== from.scheme || !sourceIds.has(origin.id) || isLinkRoot(node)) continue
    if (held?.has(origin.root) && tree.nodes.has(node.id)) continue
    if (origin.root !== root && !overlapping.has(origin.root) && tree.nodes.has(origin.root)) moved.set(origin.id, node)
  }
  return moved
}

/**
 * The nodes of a link as they are now in the source, with ids of this scheme. `link` is the top node (`root`) of an
 * existing link, or the parent of a new one. A node that was linked before, by this or another link, keeps its id, so
 * that its marks stay attached. The top node keeps its position and whether it is hidden, skipped, starred and grouped
 * [R5.13]. Rules lose ids outside the source.
 */
export function linkedNodes(tree: Tree, from: Source, link: ExistingLink | { parentId: string | null }): AuthorNode[] {
  /** The nodes of the existing link, by their id in the source. */
  const linkedBefore = 'root' in link ? movedFromOtherLinks(tree, from, link) : new Map<string, AuthorNode>()
  if ('root' in link)
    for (const node of [...tree.nodes.values(), ...tree.gone.values()])
      if (node.origin?.root === link.root) linkedBefore.set(node.origin.id, node)
  /** All nodes that have an id already, for finding new ids. */
  const taken = { nodes: new Map(tree.nodes), gone: tree.gone }
  /** The id of each node in this scheme, by its id in the source. */
  const ids = new Map<string, string>()
  let root = 'root' in link ? link.root : ''
  const [top] = from.nodes
  for (const node of from.nodes) {
    const parentId = ids.get(node.parentId ?? '') ?? ('parentId' in link ? link.parentId : null)
    const keptId = node === top && root !== '' ? root : linkedBefore.get(node.id)?.id
    const id = keptId ?? newNodeId(taken, parentId, titleOf(node, tree.source))
    taken.nodes.set(id, node)
    ids.set(node.id, id)
    if (root === '') root = id
  }
  const localIds = (sourceIds: readonly string[]) => sourceIds.flatMap((id) => ids.get(id) ?? [])
  return from.nodes.map((ownersNode) => {
    const id = ids.get(ownersNode.id) ?? ''
    const localNode = tree.nodes.get(id) ?? tree.gone.get(id)
    const origin = { scheme: from.scheme, id: ownersNode.id, root, languages: from.languages }
    const node = withTranslations(localNode, ownersNode, origin, tree.source)
    const listed = localIds(ownersNode.completion?.ids ?? [])
    const count = Math.min(ownersNode.completion?.count ?? 0, listed.length)
    const rules = {
      completion: listed.length === 0 ? null : { ids: listed, count },
      required: localIds(ownersNode.required),
    }
    if (ownersNode !== top) return { ...node, ...rules, id, parentId: ids.get(ownersNode.parentId ?? '') ?? null }
    // what this scheme's authors have set at the top node stays
    const { parentId = 'parentId' in link ? link.parentId : null, hidden = false, skipped = false } = localNode ?? {}
    const { starred = false, group = null } = localNode ?? {}
    return { ...node, ...rules, id, parentId, hidden, skipped, starred, group }
  })
}

/** The title from which a node's id is made: in this scheme's source language, else in any. */
function titleOf({ title }: AuthorNode, sourceLanguage: string): string {
  return title[sourceLanguage] ?? Object.values(title)[0] ?? ''
}

/**
 * The tree with the nodes of a link, given parents first. When the tree has their top node already, they replace it and
 * all below it, and nodes that are no longer among them are deleted. Otherwise they are added below the parent of their
 * top node, before its sibling `before`; null is the end.
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
  const formerIds = new Set(former.map((node) => node.id))
  // nodes that come from other links leave their parents there, with all below them
  const moved = linked.flatMap((node) => (formerIds.has(node.id) ? [] : (tree.nodes.get(node.id) ?? [])))
  for (const { id, parentId } of moved)
    children.set(
      parentId,
      (children.get(parentId) ?? []).filter((child) => child !== id),
    )
  for (const node of [...former, ...moved.flatMap(({ id }) => subtree(tree, id))]) {
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

/**
 * Refuses a tree that is too large, or whose rules name deleted nodes or form a cycle. A cycle is reported at its first
 * node, everything else at the node `id`.
 */
function checkTree(tree: Tree, id: string): { ok: true; tree: Tree } | Refused {
  if (tree.nodes.size > MAX_NODES) return refuse('TOO_MANY_NODES', id)
  const dependent = nodesDependingOn(tree, new Set(tree.gone.keys()))
  if (dependent.length > 0) return refuse('DEPENDED_ON', id, dependent)
  const cycle = requirementCycle(engineRoots(tree))
  return cycle ? refuse('CYCLE', cycle[0] ?? '', cycle) : { ok: true, tree }
}

/**
 * A subscribed scheme (`tree`) after its owner has published a new revision (`from`). Its nodes have the owner's ids. A
 * node that the owner had deleted and has added again gets back its translations.
 */
export function followRevision(tree: Tree, from: Source): Tree {
  const nodesSoFar = new Map([...tree.gone, ...tree.nodes])
  const nodes = from.nodes.map((ownersNode) => followNode(nodesSoFar.get(ownersNode.id), ownersNode, from, tree.source))
  const present = new Set(nodes.map((node) => node.id))
  return treeOf(
    nodes,
    [...nodesSoFar.values()].filter((node) => !present.has(node.id)),
    tree.source,
  )
}

/** The owner's node as it is in a subscriber's copy, which had it as `localNode`, deleted or not. */
export function followNode(
  localNode: AuthorNode | undefined,
  ownersNode: AuthorNode,
  { scheme, languages }: Pick<Source, 'scheme' | 'languages'>,
  sourceLanguage: string,
): AuthorNode {
  const origin = { scheme, id: ownersNode.id, root: '', languages }
  return withTranslations(localNode, ownersNode, origin, sourceLanguage)
}

/** A node and its position among its siblings. */
export interface PlacedNode {
  node: AuthorNode
  position: number
}

/** Nodes with their positions, by their ids. */
function placed(nodes: readonly AuthorNode[]): Map<string, PlacedNode> {
  const siblings = new Map<string | null, number>()
  return new Map(
    nodes.map((node) => {
      const position = siblings.get(node.parentId) ?? 0
      siblings.set(node.parentId, position + 1)
      return [node.id, { node, position }]
    }),
  )
}

/**
 * What differs between two revisions of a scheme: nodes that are new, have other fields or are at another position, and
 * the ids of those that are gone. With these alone a copy of the first becomes a copy of the second, if the languages of
 * both are the same.
 */
export function changesBetween(
  before: readonly AuthorNode[],
  after: readonly AuthorNode[],
): { changed: PlacedNode[]; deleted: string[] } {
  const [placedBefore, placedAfter] = [placed(before), placed(after)]
  return {
    changed: [...placedAfter.values()].filter(
      (placedNode) => canonicalJson(placedBefore.get(placedNode.node.id)) !== canonicalJson(placedNode),
    ),
    deleted: [...placedBefore.keys()].filter((id) => !placedAfter.has(id)),
  }
}

/** The tree of a node and all below it, given parents first, with the node as its root. */
export function treeFromSubtree([top, ...below]: readonly AuthorNode[]): Tree {
  return treeOf(top ? [{ ...top, parentId: null }, ...below] : [])
}
