import { createHash } from 'node:crypto'
import type { Mirror } from '#contract/curriculum/sharing.ts'
import { canonicalJson } from '#domain/platform/canonical.ts'
import { linkedNodes, ownerLanguages, withoutOrigin, treeFromSubtree } from '#domain/curriculum/relink.ts'
import { diffTrees, type Change } from '#domain/curriculum/tree-diff.ts'
import { subtree, type AuthorNode, type Tree } from '#domain/curriculum/tree.ts'
import type { Trees } from '#server/curriculum/schemes/trees.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { describeChanges, readScheme, wordsIn, type OwnScheme, type SectionRow, type VideoRow } from './content.ts'

/** A linked node and its origin, as stored. */
export interface MirrorRow {
  scheme_id: string
  node_id: string
  origin_scheme_id: string
  origin_node_id: string
  frozen: boolean
  /** Hash of the update that an author has declined (`keep`). */
  kept: string | null
}

export const MIRROR_COLUMNS = 'm.scheme_id, m.node_id, m.origin_scheme_id, m.origin_node_id, m.frozen, m.kept'

/**
 * Videos have numbers within their scheme. This maps the numbers of used videos in the source to those of the same
 * videos in the target; `missing` are the videos that the target does not have yet, with new numbers.
 */
function videosIn(target: readonly VideoRow[], source: readonly VideoRow[], used: Iterable<number>) {
  const numbers = new Map<number, number>()
  const missing: VideoRow[] = []
  let last = Math.max(0, ...target.map((video) => video.id))
  for (const id of new Set(used)) {
    const video = source.find((candidate) => candidate.id === id)
    if (!video) continue
    const same = target.filter((candidate) => candidate.url === video.url)
    // a video that was renamed in one of the schemes is still the same
    const existing = same.find((candidate) => candidate.name === video.name) ?? same[0]
    if (!existing) missing.push({ ...video, id: ++last })
    numbers.set(id, existing?.id ?? last)
  }
  return { numbers, missing }
}

/**
 * The content of a node refers by number to a section of its scheme, which has the name and says who may read it. This
 * maps the numbers of the source's sections to those of equal sections in the target; `missing` are new ones for the
 * others.
 */
function sectionsIn(
  target: { scheme: OwnScheme; tree: Tree },
  source: readonly SectionRow[],
  nodes: readonly AuthorNode[],
) {
  const { sections } = target.scheme
  const usedBy = ({ content }: AuthorNode) => content.flatMap(({ of }) => of ?? [])
  const numbers = new Map<number, number>()
  const missing: SectionRow[] = []
  // numbers are never reused, so those of deleted nodes count too
  const used = [...target.tree.nodes.values(), ...target.tree.gone.values()].flatMap(usedBy)
  let last = used.reduce((a, b) => Math.max(a, b), Math.max(0, ...sections.map(({ id }) => id)))
  let ordering = Math.max(0, ...sections.map((section) => section.ordering))
  const keyOf = ({ name, type, visibility }: SectionRow) => canonicalJson({ name, type, visibility })
  for (const id of new Set(nodes.flatMap(usedBy))) {
    const section = source.find((candidate) => candidate.id === id)
    if (!section) continue
    const existing = sections.find((candidate) => keyOf(candidate) === keyOf(section))
    if (!existing) missing.push({ ...section, id: ++last, ordering: ++ordering })
    numbers.set(id, existing?.id ?? last)
  }
  return { numbers, missing }
}

/** A cache of schemes and trees for one transaction, so that each is read once for many linked nodes. */
export class SourceCache {
  readonly #tx: Tx
  readonly #trees: Trees
  readonly #clientId: string
  readonly #schemes = new Map<string, Promise<OwnScheme | null>>()
  readonly #live = new Map<string, Promise<Tree>>()

  constructor(tx: Tx, trees: Trees, clientId: string) {
    this.#tx = tx
    this.#trees = trees
    this.#clientId = clientId
  }

  scheme(id: string): Promise<OwnScheme | null> {
    const scheme = this.#schemes.get(id) ?? readScheme(this.#tx, { id })
    this.#schemes.set(id, scheme)
    return scheme
  }

  tree(id: string): Promise<Tree> {
    const live = this.#live.get(id) ?? this.#trees.live(this.#tx, this.#clientId, id).then(({ tree }) => tree)
    this.#live.set(id, live)
    return live
  }
}

/** What a linked node becomes by following its origin. */
export interface Update {
  nodes: AuthorNode[]
  /** Videos that the scheme does not have yet. */
  missing: VideoRow[]
  /** Sections that the scheme does not have yet. */
  sections: SectionRow[]
}

/** The update of a linked node; null when its origin no longer exists. */
export async function readUpdate(
  sources: SourceCache,
  target: { scheme: OwnScheme; tree: Tree },
  origin: { scheme: OwnScheme | null; nodeId: string },
  position: { root: string } | { parentId: string | null },
): Promise<Update | null> {
  const { scheme: source, nodeId } = origin
  if (!source) return null
  const tree = await sources.tree(source.id)
  const originNodes = subtree(tree, nodeId).map(withoutOrigin)
  if (originNodes.length === 0) return null
  const { numbers, missing } = videosIn(
    target.scheme.videos,
    source.videos,
    originNodes.flatMap((node) => [...node.videos]),
  )
  const mappedSections = sectionsIn(target, source.sections, originNodes)
  const nodes = originNodes.map((node) => ({
    ...node,
    content: node.content.map((section) => ({ ...section, of: mappedSections.numbers.get(section.of ?? 0) ?? null })),
    videos: node.videos.flatMap((id) => numbers.get(id) ?? []),
  }))
  const languages = ownerLanguages(nodes, source.languages)
  return {
    nodes: linkedNodes(target.tree, { scheme: source.id, nodes, languages }, position),
    missing,
    sections: mappedSections.missing,
  }
}

/** Identifies an update, so that an author's answer applies only to the update that the author has seen. */
function hashOf(changes: readonly Change[]): string {
  return createHash('sha256').update(canonicalJson(changes)).digest('base64url').slice(0, 22)
}

interface ReadMirror {
  row: MirrorRow
  target: { scheme: OwnScheme; tree: Tree }
  source: OwnScheme | null
  update: Update | null
  changes: Change[]
  /** Null when the linked node is the same as its origin. */
  updateHash: string | null
}

/** Compares a linked node with its origin; null when the node, or its scheme, was deleted. */
export async function readMirror(sources: SourceCache, row: MirrorRow): Promise<ReadMirror | null> {
  const scheme = await sources.scheme(row.scheme_id)
  if (!scheme) return null
  const tree = await sources.tree(scheme.id)
  if (!tree.nodes.has(row.node_id)) return null
  const source = await sources.scheme(row.origin_scheme_id)
  const target = { scheme, tree }
  const origin = { scheme: source, nodeId: row.origin_node_id }
  const update = await readUpdate(sources, target, origin, { root: row.node_id })
  const changes = update ? diffTrees(treeFromSubtree(subtree(tree, row.node_id)), treeFromSubtree(update.nodes)) : []
  return { row, target, source, update, changes, updateHash: changes.length > 0 ? hashOf(changes) : null }
}

function stateOf({ row, update, updateHash }: ReadMirror): Mirror['state'] {
  if (row.frozen) return 'frozen'
  if (!update) return 'gone'
  if (updateHash === null) return 'same'
  return updateHash === row.kept ? 'kept' : 'update'
}

/** Lists the linked nodes of all of the client's schemes, those that wait for an author's answer first. */
export async function readMirrors(tx: Tx, trees: Trees, clientId: string, locale: string): Promise<Mirror[]> {
  const { rows } = await tx.query<MirrorRow & { origin_slug: string; origin_names: Record<string, string> }>(
    `SELECT ${MIRROR_COLUMNS}, o.slug AS origin_slug, o.name AS origin_names FROM mirrors m
     JOIN schemes o ON o.client_id = m.client_id AND o.id = m.origin_scheme_id ORDER BY m.scheme_id, m.node_id`,
  )
  const sources = new SourceCache(tx, trees, clientId)
  const found: Mirror[] = []
  for (const { origin_slug, origin_names, ...row } of rows) {
    const read = await readMirror(sources, row)
    if (!read) continue
    const { scheme, tree } = read.target
    const node = tree.nodes.get(row.node_id)
    found.push({
      scheme_uuid: scheme.id,
      scheme_slug: scheme.slug,
      scheme_name: wordsIn(scheme.name, locale),
      node_id: row.node_id,
      title: node ? wordsIn(node.title, locale, tree.source) : '',
      origin_slug,
      origin_name: wordsIn(origin_names, locale),
      origin_node_id: row.origin_node_id,
      state: stateOf(read),
      update: read.updateHash,
      changes: describeChanges(read.changes, treeFromSubtree(read.update?.nodes ?? []), tree, locale),
    })
  }
  const order = ['gone', 'update', 'kept', 'frozen', 'same']
  return found.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
}
