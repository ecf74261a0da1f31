import { SavedEdits, type TextClash } from '#contract/curriculum/authoring.ts'
import {
  changedTexts,
  textAt,
  textKey,
  writesText,
  withoutTexts,
  writtenTexts,
  type ReplacedText,
} from '#domain/curriculum/edits/clashes.ts'
import type { Edit, Tree } from '#domain/curriculum/tree.ts'
import { queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** How many of the newest batches about a node are searched for the one that wrote a text. */
const MAX_SEARCHED = 100

const LIST_EDITS_OF_NODE = tenantStatement(
  'curriculum/list-edits-of-node',
  `SELECT batch.user_id AS by, author.firstname || ' ' || author.lastname AS "byName", batch.edits, batch.at
   FROM scheme_edits batch JOIN users author ON author.client_id = batch.client_id AND author.id = batch.user_id
   WHERE batch.client_id = $1 AND batch.scheme_id = $2 AND batch.edits @> jsonb_build_array(jsonb_build_object('id', $3::text))
   ORDER BY batch.revision DESC LIMIT ${MAX_SEARCHED}`,
  { json: { edits: SavedEdits.properties.edits } },
)

/**
 * The texts of a batch that another author has changed since its author saw them. A text that this author changed last,
 * in another tab or by an earlier batch, is no clash: nobody clashes with himself.
 */
async function findTextClashes(
  tx: Tx,
  schemeId: string,
  tree: Tree,
  { edits, replaced, by }: { edits: readonly Edit[]; replaced: readonly ReplacedText[]; by: string },
): Promise<TextClash[]> {
  const changed = changedTexts(tree, edits, replaced)
  const written = new Map(writtenTexts(edits).map((text) => [textKey(text), text.now]))
  const clashes: TextClash[] = []
  for (const id of new Set(changed.map((text) => text.id))) {
    const batches = await queryRows(tx, LIST_EDITS_OF_NODE, [schemeId, id])
    for (const text of changed.filter((candidate) => candidate.id === id)) {
      const last = batches.find((batch) => writesText(batch.edits, text))
      // a text that no batch has written came with a link or an import, as before there were clashes
      if (!last || last.by === by) continue
      clashes.push({
        ...text,
        theirs: textAt(tree, text),
        mine: written.get(textKey(text)) ?? null,
        by_name: last.byName,
        at_ts: Math.floor(last.at.getTime() / 1000),
      })
    }
  }
  return clashes
}

/** The edits of a batch that are saved, and what its author is answered of the texts that are left out, if any. */
export async function leaveOutClashes(
  tx: Tx,
  schemeId: string,
  tree: Tree,
  batch: { edits: readonly Edit[]; replaced: readonly ReplacedText[] | undefined; by: string },
): Promise<{ kept: Edit[]; left: { clashes?: TextClash[] } }> {
  const clashes = await findTextClashes(tx, schemeId, tree, { ...batch, replaced: batch.replaced ?? [] })
  return { kept: withoutTexts(batch.edits, clashes), left: clashes.length > 0 ? { clashes } : {} }
}
