import type { Static } from 'typebox'
import { ListedLabelSet, type LabelSet, type LabelSetBody } from '#contract/curriculum/scheme-settings.ts'
import { audit } from '#server/platform/audit.ts'
import type { ClientContext } from '#server/tenants/clubs/client-context.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { matchRevision, revisionOf } from '#server/platform/http/revision.ts'
import { execute, findRow, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

type Body = Static<typeof LabelSetBody>
const entity = 'label-set'
const { labels, used } = ListedLabelSet.properties

const LABEL_SETS = tenantStatement(
  'curriculum/list-labels-of-sets',
  'SELECT id, name, labels FROM label_sets WHERE client_id = $1 ORDER BY folded(name), id',
  { json: { labels } },
)

export async function readLabelSets(tx: Tx): Promise<LabelSet[]> {
  return queryRows(tx, LABEL_SETS)
}

const LIST_LABEL_SETS = tenantStatement(
  'curriculum/list-label-sets',
  `SELECT label_set.id, label_set.name, label_set.labels,
     coalesce((SELECT json_agg(json_build_object('slug', scheme.slug, 'name', scheme.name, 'grade', scale.grade)
         ORDER BY scheme.slug, scale.grade)
       FROM scheme_grades scale JOIN schemes scheme ON scheme.client_id = scale.client_id
         AND scheme.id = scale.scheme_id AND scheme.deleted_at IS NULL
       WHERE scale.client_id = label_set.client_id
         AND scale.labels = label_set.labels), '[]') AS used
   FROM label_sets label_set WHERE label_set.client_id = $1 ORDER BY folded(label_set.name), label_set.id`,
  { json: { labels, used } },
)

/** Lists the label sets, each with the grade scales that have exactly its labels. */
export async function listLabelSets(tx: Tx): Promise<ListedLabelSet[]> {
  const rows = await queryRows(tx, LIST_LABEL_SETS)
  return rows.map((row) => ({ ...row, revision: revisionOf([row.name, row.labels]) }))
}

/** One label set in the shape of the list. */
export async function readLabelSet(tx: Tx, id: string): Promise<ListedLabelSet> {
  const set = (await listLabelSets(tx)).find((listed) => listed.id === id)
  if (!set) throw new Refusal('NOT_FOUND', { field: 'id' })
  return set
}

/** The seed 43 keeps these locks apart from others. */
const LOCK_NAME = tenantStatement(
  'curriculum/lock-name-of-label-set',
  "SELECT pg_advisory_xact_lock(hashtextextended($1 || '/' || $2, 43))",
)

const INSERT_LABEL_SET = tenantStatement(
  'curriculum/insert-label-set',
  `INSERT INTO label_sets (client_id, id, name, labels) VALUES ($1, $2, $3, $4)
   ON CONFLICT (client_id, name) DO NOTHING`,
)

export async function enterLabelSet(tx: Tx, { userId }: ClientContext, id: string, body: Body): Promise<void> {
  const after = checkedBody(body)
  await execute(tx, LOCK_NAME, [after.name])
  const inserted = await execute(tx, INSERT_LABEL_SET, [id, after.name, after.labels])
  if (inserted === 0) throw new Refusal('NAME_TAKEN', { field: 'name' })
  await audit(tx, { userId, action: 'create', entity, entityId: id, after })
}

const OTHER_WITH_NAME = tenantStatement(
  'curriculum/find-other-label-set-with-name',
  'SELECT FROM label_sets WHERE client_id = $1 AND name = $2 AND id <> $3',
)

const UPDATE_LABEL_SET = tenantStatement(
  'curriculum/update-label-set',
  'UPDATE label_sets SET name = $3, labels = $4 WHERE client_id = $1 AND id = $2',
)

/** Changes a label set. Scales that took its labels keep them, so that marks are read as before. */
export async function changeLabelSet(
  tx: Tx,
  { userId }: ClientContext,
  id: string,
  body: Body,
  ifMatch: string,
): Promise<void> {
  const after = checkedBody(body)
  const before = await lockSet(tx, id)
  matchRevision(ifMatch, revisionOf([before.name, before.labels]))
  // of two authors who give two sets one name at once, the second waits for the lock and then finds the first one's
  await execute(tx, LOCK_NAME, [after.name])
  const others = await execute(tx, OTHER_WITH_NAME, [after.name, id])
  if (others !== 0) throw new Refusal('NAME_TAKEN', { field: 'name' })
  await execute(tx, UPDATE_LABEL_SET, [id, after.name, after.labels])
  await audit(tx, { userId, action: 'change', entity, entityId: id, before, after })
}

const DELETE_LABEL_SET = tenantStatement(
  'curriculum/delete-label-set',
  'DELETE FROM label_sets WHERE client_id = $1 AND id = $2',
)

export async function deleteLabelSet(tx: Tx, { userId }: ClientContext, id: string): Promise<void> {
  const before = await lockSet(tx, id)
  await execute(tx, DELETE_LABEL_SET, [id])
  await audit(tx, { userId, action: 'delete', entity, entityId: id, before })
}

const LOCK_LABEL_SET = tenantStatement(
  'curriculum/lock-label-set',
  'SELECT name, labels FROM label_sets WHERE client_id = $1 AND id = $2 FOR UPDATE',
  { json: { labels } },
)

async function lockSet(tx: Tx, id: string): Promise<Body> {
  const set = await findRow(tx, LOCK_LABEL_SET, [id])
  if (!set) throw new Refusal('NOT_FOUND', { field: 'id' })
  return set
}

/** The body with a trimmed name; refused unless it has the same number of labels in each language. */
function checkedBody({ name, labels }: Body): Body {
  const sizes = new Set(Object.values(labels).map((list) => list.length))
  if (sizes.size > 1) throw new Refusal('INVALID_REQUEST', { field: 'labels', detail: 'as many in each language' })
  return { name: name.trim(), labels }
}
