import { getRow, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/**
 * SQL of the highest number that edits of the scheme $2, live or in a working copy, have at a JSON path. What a node had
 * once may come back by an undo or a restore, so these numbers are not given to anything else.
 */
export const lastInEdits = (path: string) => `(SELECT max(number::int)
  FROM (SELECT edits, undo FROM scheme_edits WHERE client_id = $1 AND scheme_id = $2
      UNION ALL SELECT batch.edits, batch.undo FROM working_copies copy
      JOIN working_copy_edits batch ON batch.client_id = copy.client_id AND batch.copy_id = copy.id
      WHERE copy.client_id = $1 AND copy.scheme_id = $2) batches,
    jsonb_path_query(jsonb_build_array(edits, undo), '${path} ? (@.type() == "number")') number)`

const LAST_NUMBERS = tenantStatement(
  'curriculum/read-last-numbers-in-edits',
  `SELECT coalesce(${lastInEdits('$.**.of')}, 0) AS section, coalesce(${lastInEdits('$.**.videos[*]')}, 0) AS video`,
)

/** The highest numbers of sections and videos that edits of a scheme have; 0 for none. */
export interface LastNumbers {
  section: number
  video: number
}

export async function readLastNumbers(tx: Tx, schemeId: string): Promise<LastNumbers> {
  const { section, video } = await getRow(tx, LAST_NUMBERS, [schemeId])
  return { section: section ?? 0, video: video ?? 0 }
}
