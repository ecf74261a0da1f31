import type { Operation, Outcome } from '#contract/assessment/sync.ts'
import { nodeOfMark, type MarkPayload } from '#domain/assessment/commands/mark.ts'
import { StoredWords } from '#server/curriculum/schemes/stored-json.ts'
import { queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

const DELETED_TITLES = tenantStatement(
  'assessment/list-titles-of-deleted-nodes',
  `SELECT target.number::int, node.title, node.grade AS grade_kind
   FROM unnest($2::text[], $3::text[]) WITH ORDINALITY target (slug, node, number)
   JOIN schemes ON schemes.client_id = $1 AND schemes.slug = target.slug
   JOIN scheme_nodes node ON node.client_id = $1 AND node.scheme_id = schemes.id AND node.id = target.node
     AND node.deleted_at IS NOT NULL`,
  { json: { title: StoredWords } },
)

/**
 * Adds title and grade kind to the outcomes of marks that are rejected because their skill was deleted. The device does not know it
 * any more once it has pulled the curriculum, and the coach is to read which skill it was.
 */
export async function nameDeletedNodes(
  tx: Tx,
  ops: readonly Operation[],
  outcomes: ReadonlyMap<string, Outcome>,
): Promise<void> {
  const marks = ops.flatMap((op) => {
    const outcome = outcomes.get(op.opId)
    if (op.kind !== 'mark' || outcome?.code !== 'UNKNOWN_NODE') return []
    // only a mark whose payload is valid is rejected for its node
    const { schemeSlug, schemeNodeId } = op.payload as MarkPayload
    return [{ outcome, slug: schemeSlug, node: nodeOfMark(schemeNodeId) }]
  })
  if (marks.length === 0) return
  const rows = await queryRows(tx, DELETED_TITLES, [marks.map(({ slug }) => slug), marks.map(({ node }) => node)])
  for (const { number, title, grade_kind } of rows) {
    const mark = marks[(number ?? 0) - 1]
    if (mark) Object.assign(mark.outcome, { title, grade_kind })
  }
}
