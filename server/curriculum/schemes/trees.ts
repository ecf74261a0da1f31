import { LRUCache } from 'lru-cache'
import type { AuthorNode, Tree } from '#domain/curriculum/tree.ts'
import { treeOf } from '#domain/curriculum/tree.ts'
import type { Origin } from '#domain/curriculum/linked.ts'
import { languageOf } from '#server/platform/http/schemas.ts'
import { findRow, queryRows, tenantStatement, type RowOf } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { EPOCH } from './queries.ts'
import { StoredPins, StoredSections, StoredWords } from './stored-json.ts'

/** A tree at a revision. */
export interface LiveTree {
  revision: number
  tree: Tree
}

/** Capacity of the cache in nodes, for all tenants together: about ten of the largest schemes. */
const MAX_NODES = 150_000

const LIVE_REVISION = tenantStatement(
  'curriculum/read-live-revision',
  `SELECT revision, languages[1] AS source, ${EPOCH} AS epoch FROM schemes WHERE client_id = $1 AND id = $2`,
  { prepare: true },
)

/**
 * Nodes, deleted ones included, with the columns that only authors see. It is one statement, so that the nodes and
 * the revision are of the same moment. `followed_id` is the other client's scheme that the whole scheme follows; null
 * when it follows none.
 */
const NODES = `SELECT scheme.revision, scheme.languages[1] AS source,
     scheme.origin_scheme_id AS followed_id, scheme.origin_languages AS followed_languages,
     node.origin_scheme_id, node.origin_node_id, node.origin_root, node.origin_languages,
     pins, node.id, parent_id, t, title, grade, group_value, completion_ids, completion_count, completion_type,
     required_ids, hidden, skipped, starred, content, videos, external_id, node.deleted_at IS NOT NULL AS deleted
   FROM schemes scheme
   JOIN scheme_nodes node ON node.client_id = scheme.client_id AND node.scheme_id = scheme.id
   WHERE scheme.client_id = $1 AND scheme.id = $2`
const json = { pins: StoredPins, title: StoredWords, content: StoredSections }

const TREE_NODES = tenantStatement('curriculum/list-nodes-of-tree', `${NODES} ORDER BY position, node.id`, {
  json,
  prepare: true,
})
type AuthorNodeRow = RowOf<typeof TREE_NODES>

const NODES_BY_ID = tenantStatement('curriculum/list-nodes-by-id', `${NODES} AND node.id = ANY($3)`, {
  json,
  prepare: true,
})

/** A cache of the trees that authors edit, at their live revision. Only committed trees are put into it (`keep`). */
export class Trees {
  readonly #cache = new LRUCache<string, LiveTree>({
    maxSize: MAX_NODES,
    // the cache accepts no entry of size 0, which a tree without nodes would have
    sizeCalculation: ({ tree }) => 1 + tree.nodes.size + tree.gone.size,
  })

  /** The epoch of each client's data that was read last. */
  readonly #epochs = new Map<string, string>()

  /** The tree at the revision that the transaction sees, from the cache or from the database. */
  async live(tx: Tx, clientId: string, schemeId: string): Promise<LiveTree> {
    const current = await findRow(tx, LIVE_REVISION, [schemeId])
    if (current?.epoch) this.#epochs.set(clientId, current.epoch)
    const cached = this.#cache.get(this.#keyOf(clientId, schemeId))
    if (cached && cached.revision === current?.revision) return cached
    const nodes = await queryRows(tx, TREE_NODES, [schemeId])
    // No row of a node is ever deleted: a scheme without nodes had none at the revision that was read before either.
    const { revision, source } = nodes[0] ?? current ?? { revision: 0, source: null }
    return {
      revision,
      tree: treeOf(
        nodes.filter((row) => !row.deleted).map(toAuthorNode),
        nodes.filter((row) => row.deleted).map(toAuthorNode),
        languageOf(source ?? 'en'),
      ),
    }
  }

  /** Puts a tree into the cache. It must be called after the commit, never before. */
  keep(clientId: string, schemeId: string, { revision, tree }: LiveTree): void {
    const key = this.#keyOf(clientId, schemeId)
    if ((this.#cache.get(key)?.revision ?? 0) < revision) this.#cache.set(key, { revision, tree })
  }

  #keyOf(clientId: string, schemeId: string): string {
    return `${clientId}/${this.#epochs.get(clientId)}/${schemeId}`
  }
}

/** Nodes of a scheme by their ids, deleted ones included. */
export async function readNodes(tx: Tx, schemeId: string, ids: readonly string[]): Promise<Map<string, AuthorNode>> {
  const rows = await queryRows(tx, NODES_BY_ID, [schemeId, ids])
  return new Map(rows.map((row) => [row.id, toAuthorNode(row)]))
}

/**
 * The owner's node that this node follows, or null. A node of a followed scheme has the id of the owner's node, and its
 * origin has an empty root; a linked node, or one below it, has its origin stored.
 */
function originOf(row: AuthorNodeRow): Origin | null {
  const { origin_scheme_id: scheme, origin_node_id: id, origin_root: root, origin_languages: languages } = row
  if (row.followed_id !== null)
    return { scheme: row.followed_id, id: row.id, root: '', languages: languages ?? row.followed_languages ?? [] }
  return scheme !== null && id !== null && root !== null ? { scheme, id, root, languages: languages ?? [] } : null
}

function toAuthorNode(row: AuthorNodeRow): AuthorNode {
  const origin = originOf(row)
  return {
    ...(origin ? { origin } : {}),
    ...(Object.keys(row.pins).length > 0 ? { pins: row.pins } : {}),
    id: row.id,
    parentId: row.parent_id,
    t: row.t,
    title: row.title,
    grade: row.grade,
    group: row.group_value,
    completion:
      row.completion_ids && row.completion_count !== null
        ? { ids: row.completion_ids, count: row.completion_count }
        : null,
    completionType: row.completion_type,
    required: row.required_ids,
    hidden: row.hidden,
    skipped: row.skipped,
    starred: row.starred,
    content: row.content,
    videos: row.videos,
    ...(row.external_id === null ? {} : { externalId: row.external_id }),
  }
}
