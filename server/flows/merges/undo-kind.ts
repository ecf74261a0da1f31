import type { ChangeSetFacts } from '#contract/flows/change-sets.ts'
import type { UndoKind } from '#server/flows/change-sets/kind.ts'
import { queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import { undoMerge } from './commands.ts'

/** Merges of two records of one child. The change set has the id of the merge. */
export const mergeKind: UndoKind = {
  days: null,
  isLeft: `EXISTS (SELECT FROM member_merges merge
    WHERE merge.client_id = change_sets.client_id AND merge.id = change_sets.id)`,
  describe: describeMerges,
  undo: undoMerge,
}

const MERGES = tenantStatement(
  'flows/describe-merges',
  `SELECT merge.id, merge.kept_id AS kept_uuid, kept.firstname || ' ' || kept.lastname AS kept,
     merged.firstname || ' ' || merged.lastname AS merged
   FROM member_merges merge
   JOIN members kept ON kept.client_id = merge.client_id AND kept.id = merge.kept_id
   JOIN members merged ON merged.client_id = merge.client_id AND merged.id = merge.merged_id
   WHERE merge.client_id = $1 AND merge.id = ANY($2)`,
)

async function describeMerges(
  tx: Tx,
  _context: ClubContext,
  ids: readonly string[],
): Promise<Map<string, ChangeSetFacts>> {
  const rows = await queryRows(tx, MERGES, [ids])
  return new Map(rows.map(({ id, ...facts }) => [id, { kind: 'merge', ...facts }]))
}
