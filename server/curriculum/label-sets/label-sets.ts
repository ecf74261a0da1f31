import type { Static } from 'typebox'
import type { LabelSet, LabelSetBody, ListedLabelSet } from '#contract/curriculum/scheme-settings.ts'
import { audit } from '#server/platform/audit.ts'
import type { ClientContext } from '#server/tenants/clubs/client-context.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { matchRevision, revisionOf } from '#server/platform/http/revision.ts'
import type { Tx } from '#server/platform/tenancy.ts'

type Body = Static<typeof LabelSetBody>
const entity = 'label-set'

export async function readLabelSets(tx: Tx): Promise<LabelSet[]> {
  return (await tx.query<LabelSet>('SELECT id, name, labels FROM label_sets ORDER BY name, id')).rows
}

/** Lists the label sets, each with the grade scales that have exactly its labels. */
export async function listLabelSets(tx: Tx): Promise<ListedLabelSet[]> {
  const { rows } = await tx.query<Omit<ListedLabelSet, 'revision'>>(
    `SELECT label_set.id, label_set.name, label_set.labels,
       coalesce((SELECT json_agg(json_build_object('slug', scheme.slug, 'name', scheme.name, 'grade', scale.grade)
           ORDER BY scheme.slug, scale.grade)
         FROM scheme_grades scale JOIN schemes scheme ON scheme.client_id = scale.client_id
           AND scheme.id = scale.scheme_id AND scheme.deleted_at IS NULL
         WHERE scale.labels <@ label_set.labels AND label_set.labels <@ scale.labels), '[]') AS used
     FROM label_sets label_set ORDER BY label_set.name, label_set.id`,
  )
  return rows.map((row) => ({ ...row, revision: revisionOf([row.name, row.labels]) }))
}

/** One label set in the shape of the list. */
export async function readLabelSet(tx: Tx, id: string): Promise<ListedLabelSet> {
  const set = (await listLabelSets(tx)).find((listed) => listed.id === id)
  if (!set) throw new Refusal('NOT_FOUND', { field: 'id' })
  return set
}

export async function enterLabelSet(
  tx: Tx,
  { clientId, userId }: ClientContext,
  id: string,
  body: Body,
): Promise<void> {
  const after = checkedBody(body)
  const { rowCount } = await tx.query(
    'INSERT INTO label_sets (client_id, id, name, labels) VALUES ($1, $2, $3, $4) ON CONFLICT (client_id, name) DO NOTHING',
    [clientId, id, after.name, after.labels],
  )
  if (rowCount === 0) throw new Refusal('NAME_TAKEN', { field: 'name' })
  await audit(tx, clientId, { userId, action: 'create', entity, entityId: id, after })
}

/** Changes a label set. Scales that took its labels keep them, so that marks are read as before. */
export async function changeLabelSet(
  tx: Tx,
  { clientId, userId }: ClientContext,
  id: string,
  body: Body,
  ifMatch: string,
): Promise<void> {
  const after = checkedBody(body)
  const before = await lockSet(tx, id)
  matchRevision(ifMatch, revisionOf([before.name, before.labels]))
  const { rowCount } = await tx.query('SELECT FROM label_sets WHERE name = $2 AND id <> $1', [id, after.name])
  if (rowCount !== 0) throw new Refusal('NAME_TAKEN', { field: 'name' })
  await tx.query('UPDATE label_sets SET name = $2, labels = $3 WHERE id = $1', [id, after.name, after.labels])
  await audit(tx, clientId, { userId, action: 'change', entity, entityId: id, before, after })
}

export async function deleteLabelSet(tx: Tx, { clientId, userId }: ClientContext, id: string): Promise<void> {
  const before = await lockSet(tx, id)
  await tx.query('DELETE FROM label_sets WHERE id = $1', [id])
  await audit(tx, clientId, { userId, action: 'delete', entity, entityId: id, before })
}

async function lockSet(tx: Tx, id: string): Promise<Body> {
  const { rows } = await tx.query<Body>('SELECT name, labels FROM label_sets WHERE id = $1 FOR UPDATE', [id])
  const [set] = rows
  if (!set) throw new Refusal('NOT_FOUND', { field: 'id' })
  return set
}

/** The body with a trimmed name; refused unless it has the same number of labels in each language. */
function checkedBody({ name, labels }: Body): Body {
  const sizes = new Set(Object.values(labels).map((list) => list.length))
  if (sizes.size > 1) throw new Refusal('INVALID_REQUEST', { field: 'labels', detail: 'as many in each language' })
  return { name: name.trim(), labels }
}
