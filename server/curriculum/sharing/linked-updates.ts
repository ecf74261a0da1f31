import { createHash } from 'node:crypto'
import type { Mirror } from '#contract/curriculum/sharing.ts'
import { canonicalJson } from '#domain/platform/canonical.ts'
import { linkedNodes, ownerLanguages, withoutOrigin, treeFromSubtree } from '#domain/curriculum/relink.ts'
import { diffTrees, type Change } from '#domain/curriculum/tree-diff.ts'
import { subtree, type AuthorNode, type Tree } from '#domain/curriculum/tree.ts'
import { readLastNumbers, type LastNumbers } from '#server/curriculum/schemes/last-in-edits.ts'
import type { Trees } from '#server/curriculum/schemes/trees.ts'
import { queryRows, tenantStatement, type RowOf } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { StoredWords } from '#server/curriculum/schemes/stored-json.ts'
import { describeChanges, readScheme, wordsIn, type OwnScheme, type SectionRow, type VideoRow } from './content.ts'

/**
 * SQL of the columns of a `MirrorRow`, from the table `mirrors` under the alias `mirror`; `kept` is the hash of the
 * update that an author has declined (`keep`).
 */
export const MIRROR_COLUMNS = `mirror.scheme_id, mirror.node_id, mirror.origin_scheme_id, mirror.origin_node_id,
  mirror.frozen, mirror.kept`

export const MIRROR = tenantStatement(
  'curriculum/read-mirror',
  `SELECT ${MIRROR_COLUMNS} FROM mirrors mirror
   WHERE mirror.client_id = $1 AND mirror.scheme_id = $2 AND mirror.node_id = $3`,
)

/** A linked node and its origin, as stored. The specification calls linked nodes mirrors. */
export type MirrorRow = RowOf<typeof MIRROR>

/** Reads the highest numbers that edits of the target have; an undo may bring these back, so they are not given again. */
type ReadLast = () => Promise<LastNumbers>

/** All nodes of a tree with the deleted ones: the numbers that these still have are not given to anything else. */
const allNodesOf = ({ nodes, gone }: Tree): AuthorNode[] => [...nodes.values(), ...gone.values()]

/**
 * Videos have numbers within their scheme. `numbers` maps the number of each used video of the source to the number of
 * the same video in the target; `missing` are the videos that the target does not have yet, with new numbers.
 */
async function matchVideos(
  target: { scheme: OwnScheme; tree: Tree },
  source: readonly VideoRow[],
  used: Iterable<number>,
  readLast: ReadLast,
) {
  const { videos } = target.scheme
  const numbers = new Map<number, number>()
  const missing: VideoRow[] = []
  let lastId = Math.max(0, ...videos.map((video) => video.id))
  for (const id of allNodesOf(target.tree).flatMap((node) => node.videos)) lastId = Math.max(lastId, id)
  for (const id of new Set(used)) {
    const video = source.find((candidate) => candidate.id === id)
    if (!video) continue
    const hasAddress = (candidate: VideoRow) => candidate.url === video.url
    const isEqual = (candidate: VideoRow) => hasAddress(candidate) && candidate.name === video.name
    // a video that was renamed in one of the schemes is still the same; equal ones of the source become one
    const existing = videos.find(isEqual) ?? videos.find(hasAddress) ?? missing.find(isEqual)
    if (!existing) {
      lastId = Math.max(lastId, (await readLast()).video) + 1
      missing.push({ ...video, id: lastId })
    }
    numbers.set(id, existing?.id ?? lastId)
  }
  return { numbers, missing }
}

/** The section of the target, by that of the source, under which linked nodes have a text of the source's. */
function sectionsOfLinked(target: Tree, source: { scheme: OwnScheme; tree: Tree }): Map<number, number> {
  const numbers = new Map<number, number>()
  for (const { origin, content } of target.nodes.values()) {
    if (origin?.scheme !== source.scheme.id) continue
    for (const { key, of } of source.tree.nodes.get(origin.id)?.content ?? []) {
      const local = content.find((section) => section.key === key)?.of ?? null
      if (of !== null && local !== null && !numbers.has(of)) numbers.set(of, local)
    }
  }
  return numbers
}

/**
 * The content of a node refers by number to a section of its scheme, which has the name and says who may read it.
 * `numbers` maps the number of each used section of the source to that of the same section in the target, which is an
 * equal one or the one that linked nodes have for it, renamed or translated since. `missing` are the sections that the
 * target does not have yet, with new numbers.
 */
async function matchSections(
  target: { scheme: OwnScheme; tree: Tree },
  source: { scheme: OwnScheme; tree: Tree },
  nodes: readonly AuthorNode[],
  readLast: ReadLast,
) {
  const { sections } = target.scheme
  const sectionIdsOf = ({ content }: AuthorNode) => content.flatMap(({ of }) => of ?? [])
  const numbers = new Map<number, number>()
  const missing: SectionRow[] = []
  let lastId = Math.max(0, ...sections.map(({ id }) => id))
  for (const id of allNodesOf(target.tree).flatMap(sectionIdsOf)) lastId = Math.max(lastId, id)
  let lastOrdering = Math.max(0, ...sections.map((section) => section.ordering))
  const keyOf = ({ name, type, visibility }: SectionRow) => canonicalJson({ name, type, visibility })
  const linked = sectionsOfLinked(target.tree, source)
  const ofSource = new Set(source.scheme.sections.map(keyOf))
  for (const id of new Set(nodes.flatMap(sectionIdsOf))) {
    const section = source.scheme.sections.find((candidate) => candidate.id === id)
    if (!section) continue
    const { type, visibility } = section
    // one that equals another section of the source stands for that one: the text was moved, and nothing renamed
    const isRenamed = (candidate: SectionRow) =>
      linked.get(id) === candidate.id &&
      candidate.type === type &&
      candidate.visibility === visibility &&
      !ofSource.has(keyOf(candidate))
    // equal ones of the source become one, as which a later comparison finds them
    const existing =
      [...sections, ...missing].find((candidate) => keyOf(candidate) === keyOf(section)) ?? sections.find(isRenamed)
    if (!existing) {
      lastId = Math.max(lastId, (await readLast()).section) + 1
      missing.push({ ...section, id: lastId, ordering: ++lastOrdering })
    }
    numbers.set(id, existing?.id ?? lastId)
  }
  return { numbers, missing }
}

/** The linked nodes of a scheme of which an author has said that they stay as they are. */
const HELD_NODES = tenantStatement(
  'curriculum/list-held-mirrors',
  'SELECT node_id FROM mirrors WHERE client_id = $1 AND scheme_id = $2 AND (frozen OR kept IS NOT NULL)',
)

/** A cache of schemes and trees for one transaction, so that each is read once for many linked nodes. */
export class SourceCache {
  readonly #tx: Tx
  readonly #trees: Trees
  readonly #clientId: string
  readonly #schemes = new Map<string, Promise<OwnScheme | null>>()
  readonly #liveTrees = new Map<string, Promise<Tree>>()
  readonly #lastNumbers = new Map<string, Promise<LastNumbers>>()
  readonly #held = new Map<string, Promise<Set<string>>>()

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
    const tree = this.#liveTrees.get(id) ?? this.#trees.live(this.#tx, this.#clientId, id).then((live) => live.tree)
    this.#liveTrees.set(id, tree)
    return tree
  }

  held(id: string): Promise<Set<string>> {
    const readHeld = async () => new Set((await queryRows(this.#tx, HELD_NODES, [id])).map((row) => row.node_id))
    const held = this.#held.get(id) ?? readHeld()
    this.#held.set(id, held)
    return held
  }

  lastNumbers(id: string): Promise<LastNumbers> {
    const numbers = this.#lastNumbers.get(id) ?? readLastNumbers(this.#tx, id)
    this.#lastNumbers.set(id, numbers)
    return numbers
  }
}

/** What a linked node becomes when it takes over its origin's changes. */
export interface Update {
  nodes: AuthorNode[]
  /** The videos, and below the sections, that the scheme does not have yet. */
  missingVideos: VideoRow[]
  missingSections: SectionRow[]
}

/**
 * The update of a linked node; null when its origin no longer exists. `position` is the linked node that is there
 * already (`root`), or the parent below which a new one is linked.
 */
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
  const usedVideos = originNodes.flatMap((node) => [...node.videos])
  const readLast = () => sources.lastNumbers(target.scheme.id)
  const videos = await matchVideos(target, source.videos, usedVideos, readLast)
  const sections = await matchSections(target, { scheme: source, tree }, originNodes, readLast)
  const nodes = originNodes.map((node) => ({
    ...node,
    // without the scheme's section nobody knows who may read what was made from it
    content: node.content.flatMap((section) => {
      const of = section.of === null ? null : sections.numbers.get(section.of)
      return of === undefined ? [] : [{ ...section, of }]
    }),
    videos: node.videos.flatMap((id) => videos.numbers.get(id) ?? []),
  }))
  const languages = ownerLanguages(nodes, source.languages)
  const link = 'root' in position ? { ...position, held: await sources.held(target.scheme.id) } : position
  return {
    nodes: linkedNodes(target.tree, { scheme: source.id, nodes, languages }, link),
    missingVideos: videos.missing,
    missingSections: sections.missing,
  }
}

/** Identifies an update, so that an author's answer applies only to the update that the author has seen. */
function hashOf(changes: readonly Change[]): string {
  // 22 characters are 132 bits of the hash
  return createHash('sha256').update(canonicalJson(changes)).digest('base64url').slice(0, 22)
}

/** A linked node compared with its origin. */
interface ComparedMirror {
  row: MirrorRow
  target: { scheme: OwnScheme; tree: Tree }
  source: OwnScheme | null
  update: Update | null
  /** What the update would change in the linked node. */
  changes: Change[]
  /** Null when the linked node is the same as its origin. */
  updateHash: string | null
}

/** Compares a linked node with its origin; null when the node, or its scheme, was deleted. */
export async function compareMirror(sources: SourceCache, row: MirrorRow): Promise<ComparedMirror | null> {
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

/**
 * The state of a linked node. `frozen`: no updates are offered; `gone`: the origin no longer exists; `kept`: an author
 * has declined the present update; `update`: the present update awaits an answer.
 */
function stateOf({ row, update, updateHash }: ComparedMirror): Mirror['state'] {
  if (row.frozen) return 'frozen'
  if (!update) return 'gone'
  if (updateHash === null) return 'same'
  return updateHash === row.kept ? 'kept' : 'update'
}

const LIST_MIRRORS = tenantStatement(
  'curriculum/list-mirrors',
  `SELECT ${MIRROR_COLUMNS}, origin.slug AS origin_slug, origin.name AS origin_names FROM mirrors mirror
   JOIN schemes origin ON origin.client_id = mirror.client_id AND origin.id = mirror.origin_scheme_id
   WHERE mirror.client_id = $1 ORDER BY mirror.scheme_id, mirror.node_id`,
  { json: { origin_names: StoredWords } },
)

/** Lists the linked nodes of all of the client's schemes, those that wait for an author's answer first. */
export async function readMirrors(tx: Tx, trees: Trees, clientId: string, locale: string): Promise<Mirror[]> {
  const rows = await queryRows(tx, LIST_MIRRORS)
  const sources = new SourceCache(tx, trees, clientId)
  const mirrors: Mirror[] = []
  for (const { origin_slug, origin_names, ...row } of rows) {
    const compared = await compareMirror(sources, row)
    if (!compared) continue
    const { scheme, tree } = compared.target
    const node = tree.nodes.get(row.node_id)
    mirrors.push({
      scheme_uuid: scheme.id,
      scheme_slug: scheme.slug,
      scheme_name: wordsIn(scheme.name, locale),
      node_id: row.node_id,
      title: node ? wordsIn(node.title, locale, tree.source) : '',
      origin_slug,
      origin_name: wordsIn(origin_names, locale),
      origin_node_id: row.origin_node_id,
      state: stateOf(compared),
      update: compared.updateHash,
      changes: describeChanges(compared.changes, treeFromSubtree(compared.update?.nodes ?? []), tree, locale),
    })
  }
  const order = ['gone', 'update', 'kept', 'frozen', 'same']
  return mirrors.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
}
