import { Type } from 'typebox'
import { queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** A level of a scheme of the client. */
export interface Level {
  /** The slug of the scheme and the id of the level behind it. */
  key: string
  schemeId: string
  nodeId: string
  /** The level or group above it; levels before it there are below it. */
  parentId: string | null
  title: Readonly<Record<string, string>>
  scheme: Readonly<Record<string, string>>
}

const Words = Type.Record(Type.String(), Type.String())

/** `position` is the place among siblings, so the order of the trees follows from the path. */
const LEVELS = tenantStatement(
  'curriculum/list-levels',
  `WITH RECURSIVE tree AS (
     SELECT schemes.id AS scheme_id, node.id, node.parent_id, node.t, node.title, ARRAY[node.position] AS path
     FROM schemes JOIN scheme_nodes node ON node.client_id = schemes.client_id AND node.scheme_id = schemes.id
     WHERE schemes.client_id = $1 AND schemes.deleted_at IS NULL
       AND node.parent_id IS NULL AND node.deleted_at IS NULL AND ($2 OR NOT node.skipped)
     UNION ALL
     SELECT tree.scheme_id, node.id, node.parent_id, node.t, node.title, tree.path || node.position
     FROM tree JOIN scheme_nodes node ON node.client_id = $1 AND node.scheme_id = tree.scheme_id
       AND node.parent_id = tree.id
     WHERE node.t <> 's' AND node.deleted_at IS NULL AND ($2 OR NOT node.skipped))
   SELECT schemes.slug || tree.id AS key, tree.scheme_id, tree.id AS node_id, tree.parent_id, tree.title,
     schemes.name AS scheme
   FROM tree JOIN schemes ON schemes.client_id = $1 AND schemes.id = tree.scheme_id
   WHERE tree.t = 'l' ORDER BY schemes.slug, tree.path, tree.id`,
  { json: { title: Words, scheme: Words } },
)

/** The levels of all schemes of the client, in the order of the trees; with `withUnused` also skipped ones. */
export async function readLevels(tx: Tx, { withUnused = false } = {}): Promise<Level[]> {
  const rows = await queryRows(tx, LEVELS, [withUnused])
  return rows.map(({ scheme_id, node_id, parent_id, ...level }) => ({
    ...level,
    schemeId: scheme_id,
    nodeId: node_id,
    parentId: parent_id,
  }))
}
