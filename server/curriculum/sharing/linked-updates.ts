import { createHash } from 'node:crypto'
import type { Mirror } from '#contract/curriculum/sharing.ts'
import { canonicalJson } from '#domain/platform/canonical.ts'
import { linkedNodes, ownerLanguages, published, rooted } from '#domain/curriculum/relink.ts'
import { diffTrees, type Change } from '#domain/curriculum/tree-diff.ts'
import { subtree, type AuthorNode, type Tree } from '#domain/curriculum/tree.ts'
import type { Trees } from '#server/curriculum/schemes/trees.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { inWords, readScheme, wordsIn, type OwnScheme, type SectionRow, type VideoRow } from './content.ts'

export interface MirrorRow {
  scheme_id: string
  node_id: string
  origin_scheme_id: string
  origin_node_id: string
  frozen: boolean
  kept: string | null
}

export const COLUMNS = 'm.scheme_id, m.node_id, m.origin_scheme_id, m.origin_node_id, m.frozen, m.kept'

/** Videos stand by number in their scheme: the same ones there, or new numbers for them. */
function videosIn(target: readonly VideoRow[], source: readonly VideoRow[], used: Iterable<number>) {
  const numbers = new Map<number, number>()
  const missing: VideoRow[] = []
  let last = Math.max(0, ...target.map((video) => video.id))
  for (const id of new Set(used)) {
    const video = source.find((one) => one.id === id)
    if (!video) continue
    const same = target.filter((one) => one.url === video.url)
    // renamed at either end it is still that video
    const known = same.find((one) => one.name === video.name) ?? same[0]
    if (!known) missing.push({ ...video, id: ++last })
    numbers.set(id, known?.id ?? last)
  }
  return { numbers, missing }
}

/** Sections of nodes were made from one of their scheme, which names them and says who reads them: the same there, or new ones. */
function sectionsIn(
  target: { scheme: OwnScheme; tree: Tree },
  source: readonly SectionRow[],
  nodes: readonly AuthorNode[],
) {
  const { sections } = target.scheme
  const made = ({ content }: AuthorNode) => content.flatMap(({ of }) => of ?? [])
  const numbers = new Map<number, number>()
  const missing: SectionRow[] = []
  // a number is never given again
  const given = [...target.tree.nodes.values(), ...target.tree.gone.values()].flatMap(made)
  let last = given.reduce((a, b) => Math.max(a, b), Math.max(0, ...sections.map(({ id }) => id)))
  let ordering = Math.max(0, ...sections.map((one) => one.ordering))
  const sayOf = ({ name, type, visibility }: SectionRow) => canonicalJson({ name, type, visibility })
  for (const id of new Set(nodes.flatMap(made))) {
    const section = source.find((one) => one.id === id)
    if (!section) continue
    const known = sections.find((one) => sayOf(one) === sayOf(section))
    if (!known) missing.push({ ...section, id: ++last, ordering: ++ordering })
    numbers.set(id, known?.id ?? last)
  }
  return { numbers, missing }
}

/** Schemes and trees of one transaction, each read once however many linked nodes ask for it. */
export class Sources {
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
    const known = this.#schemes.get(id) ?? readScheme(this.#tx, { id })
    this.#schemes.set(id, known)
    return known
  }

  tree(id: string): Promise<Tree> {
    const known = this.#live.get(id) ?? this.#trees.live(this.#tx, this.#clientId, id).then(({ tree }) => tree)
    this.#live.set(id, known)
    return known
  }
}

export interface Update {
  nodes: AuthorNode[]
  missing: VideoRow[]
  /** Sections that the scheme has not yet. */
  sections: SectionRow[]
}

/** What a linked node comes to when it follows its origin; null when that is no longer there. */
export async function readUpdate(
  sources: Sources,
  target: { scheme: OwnScheme; tree: Tree },
  origin: { scheme: OwnScheme | null; nodeId: string },
  at: { root: string } | { parentId: string | null },
): Promise<Update | null> {
  const { scheme: source, nodeId } = origin
  if (!source) return null
  const tree = await sources.tree(source.id)
  const theirs = subtree(tree, nodeId).map(published)
  if (theirs.length === 0) return null
  const { numbers, missing } = videosIn(
    target.scheme.videos,
    source.videos,
    theirs.flatMap((node) => [...node.videos]),
  )
  const made = sectionsIn(target, source.sections, theirs)
  const nodes = theirs.map((node) => ({
    ...node,
    content: node.content.map((one) => ({ ...one, of: made.numbers.get(one.of ?? 0) ?? null })),
    videos: node.videos.flatMap((id) => numbers.get(id) ?? []),
  }))
  const languages = ownerLanguages(nodes, source.languages)
  return {
    nodes: linkedNodes(target.tree, { scheme: source.id, nodes, languages }, at),
    missing,
    sections: made.missing,
  }
}

/** What an update comes to, told apart from others. */
function markOf(changes: readonly Change[]): string {
  return createHash('sha256').update(canonicalJson(changes)).digest('base64url').slice(0, 22)
}

interface Read {
  row: MirrorRow
  target: { scheme: OwnScheme; tree: Tree }
  source: OwnScheme | null
  update: Update | null
  changes: Change[]
  mark: string | null
}

/** A linked node beside what its origin is now; null when the node, or its scheme, was deleted. */
export async function readMirror(sources: Sources, row: MirrorRow): Promise<Read | null> {
  const scheme = await sources.scheme(row.scheme_id)
  if (!scheme) return null
  const tree = await sources.tree(scheme.id)
  if (!tree.nodes.has(row.node_id)) return null
  const source = await sources.scheme(row.origin_scheme_id)
  const target = { scheme, tree }
  const origin = { scheme: source, nodeId: row.origin_node_id }
  const update = await readUpdate(sources, target, origin, { root: row.node_id })
  const changes = update ? diffTrees(rooted(subtree(tree, row.node_id)), rooted(update.nodes)) : []
  return { row, target, source, update, changes, mark: changes.length > 0 ? markOf(changes) : null }
}

function stateOf({ row, update, mark }: Read): Mirror['state'] {
  if (row.frozen) return 'frozen'
  if (!update) return 'gone'
  if (mark === null) return 'same'
  return mark === row.kept ? 'kept' : 'update'
}

/** Every linked node of the client's schemes, those that wait for an answer first. */
export async function readMirrors(tx: Tx, trees: Trees, clientId: string, locale: string): Promise<Mirror[]> {
  const { rows } = await tx.query<MirrorRow & { origin_slug: string; origin_names: Record<string, string> }>(
    `SELECT ${COLUMNS}, o.slug AS origin_slug, o.name AS origin_names FROM mirrors m
     JOIN schemes o ON o.client_id = m.client_id AND o.id = m.origin_scheme_id ORDER BY m.scheme_id, m.node_id`,
  )
  const sources = new Sources(tx, trees, clientId)
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
      update: read.mark,
      changes: inWords(read.changes, rooted(read.update?.nodes ?? []), tree, locale),
    })
  }
  const order = ['gone', 'update', 'kept', 'frozen', 'same']
  return found.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
}
