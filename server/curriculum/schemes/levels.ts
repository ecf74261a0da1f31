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

const LEVELS = tenantStatement(
  'curriculum/list-levels',
  `SELECT schemes.slug || node.id AS key, schemes.id AS scheme_id, node.id AS node_id, node.parent_id, node.title,
     schemes.name AS scheme
   FROM schemes JOIN scheme_nodes node ON node.client_id = schemes.client_id AND node.scheme_id = schemes.id
     AND node.t = 'l' AND node.deleted_at IS NULL AND NOT node.skipped
   WHERE schemes.client_id = $1 AND schemes.deleted_at IS NULL ORDER BY schemes.slug, node.position`,
  { json: { title: Words, scheme: Words } },
)

/** The levels of all schemes of the client, in the order of the trees. */
export async function readLevels(tx: Tx): Promise<Level[]> {
  const rows = await queryRows(tx, LEVELS)
  return rows.map(({ scheme_id, node_id, parent_id, ...level }) => ({
    ...level,
    schemeId: scheme_id,
    nodeId: node_id,
    parentId: parent_id,
  }))
}
