import type { AuthorNode, Tree } from '#domain/tree.ts'
import { treeOf } from '#domain/tree.ts'
import { prepared, type Tx } from '#server/tenancy.ts'
import type { NodeRow } from './queries.ts'

export interface LiveTree {
  revision: number
  tree: Tree
}

/** Trees at their live revision, as authors edit them, kept in memory. Only what was committed gets in. */
export class Trees {
  readonly #known = new Map<string, LiveTree>()

  async live(tx: Tx, clientId: string, schemeId: string): Promise<LiveTree> {
    const { rows: now } = await tx.query<{ revision: number }>(
      prepared('SELECT revision FROM schemes WHERE id = $1', [schemeId]),
    )
    const known = this.#known.get(`${clientId}/${schemeId}`)
    if (known && known.revision === now[0]?.revision) return known
    // one statement: nodes and revision as they were at one moment
    const { rows } = await tx.query<NodeRow & { deleted: boolean; revision: number }>(
      prepared(
        `SELECT s.revision, n.id, parent_id, t, title, grade, group_value, completion_ids, completion_count, completion_type,
         required_ids, hidden, skipped, starred, content, videos, n.deleted_at IS NOT NULL AS deleted
       FROM schemes s LEFT JOIN scheme_nodes n ON n.client_id = s.client_id AND n.scheme_id = s.id
       WHERE s.id = $1 ORDER BY position, n.id`,
        [schemeId],
      ),
    )
    const nodes = rows.filter((row) => row.id !== null)
    return {
      revision: rows[0]?.revision ?? 0,
      tree: treeOf(
        nodes.filter((row) => !row.deleted).map(toAuthorNode),
        nodes.filter((row) => row.deleted).map(toAuthorNode),
      ),
    }
  }

  /** To be called after the commit. */
  keep(clientId: string, schemeId: string, { revision, tree }: LiveTree): void {
    const key = `${clientId}/${schemeId}`
    if ((this.#known.get(key)?.revision ?? 0) < revision) this.#known.set(key, { revision, tree })
  }
}

function toAuthorNode(row: NodeRow): AuthorNode {
  return {
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
  }
}
