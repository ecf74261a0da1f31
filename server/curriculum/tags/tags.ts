import type { Tag, TagsQuery } from '#contract/curriculum/tags.ts'
import { audit } from '#server/platform/audit.ts'
import type { ClientContext } from '#server/tenants/clubs/client-context.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { SqlParams } from '#server/platform/http/sql-params.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** SQL of the order for each sort key: `a…` is ascending, `d…` descending. */
const orders: Record<NonNullable<TagsQuery['sort']>, string> = {
  aname: 'folded(name), id',
  dname: 'folded(name) DESC, id',
  aused: 'used, folded(name), id',
  dused: 'used DESC, folded(name), id',
}

/**
 * SQL (`WITH`) of all tags as the table `counted`, each with the number of nodes that have it in any language. A node
 * has its tags as words with commas between them, in sections of the type `tags`.
 */
const withCounted = `WITH words AS (
    SELECT lower(btrim(word)) AS word, count(DISTINCT (node.scheme_id, node.id))::int AS used
    FROM scheme_nodes node
      JOIN schemes scheme ON scheme.client_id = node.client_id AND scheme.id = node.scheme_id
        AND scheme.deleted_at IS NULL,
      jsonb_array_elements(node.content) section, jsonb_each_text(section -> 'value') translation,
      string_to_table(translation.value, ',') word
    WHERE node.deleted_at IS NULL AND section ->> 'type' = 'tags' GROUP BY 1),
  counted AS (SELECT tags.id, tags.name, coalesce(words.used, 0) AS used
    FROM tags LEFT JOIN words ON words.word = lower(tags.name))`

export async function listTags(tx: Tx, query: TagsQuery): Promise<{ rows: Tag[]; total: number }> {
  const params = new SqlParams()
  const where =
    query.search === undefined ? 'true' : `position(folded(${params.add(query.search.trim())}) IN folded(name)) > 0`
  const perPage = Number(query.per_page ?? 10)
  const order = orders[query.sort ?? 'aname']
  const { rows } = await tx.query<{ list: Tag[]; total: number }>(
    `${withCounted}, found AS (SELECT * FROM counted WHERE ${where})
     SELECT (SELECT coalesce(json_agg(page ORDER BY ${order}), '[]') FROM (SELECT * FROM found ORDER BY ${order}
         LIMIT ${params.add(perPage)} OFFSET ${params.add(Number(query.page ?? 0) * perPage)}) page) AS list,
       (SELECT count(*)::int FROM found) AS total`,
    params.values,
  )
  return { rows: rows[0]?.list ?? [], total: rows[0]?.total ?? 0 }
}

export async function readTag(tx: Tx, id: string): Promise<Tag> {
  const { rows } = await tx.query<Tag>(`${withCounted} SELECT * FROM counted WHERE id = $1`, [id])
  const [tag] = rows
  if (!tag) throw new Refusal('NOT_FOUND', { field: 'id' })
  return tag
}

export async function enterTag(
  tx: Tx,
  { clientId, userId }: ClientContext,
  id: string,
  rawName: string,
): Promise<void> {
  const name = rawName.trim()
  await refuseTaken(tx, id, name)
  await tx.query('INSERT INTO tags (client_id, id, name) VALUES ($1, $2, $3)', [clientId, id, name])
  await audit(tx, clientId, { userId, action: 'create', entity: 'tag', entityId: id, after: { name } })
}

export async function renameTag(
  tx: Tx,
  { clientId, userId }: ClientContext,
  id: string,
  rawName: string,
): Promise<void> {
  const name = rawName.trim()
  const before = await lockTag(tx, id)
  await refuseTaken(tx, id, name)
  await tx.query('UPDATE tags SET name = $2 WHERE id = $1', [id, name])
  await audit(tx, clientId, { userId, action: 'change', entity: 'tag', entityId: id, before, after: { name } })
}

export async function deleteTag(tx: Tx, { clientId, userId }: ClientContext, id: string): Promise<void> {
  const before = await lockTag(tx, id)
  await tx.query('DELETE FROM tags WHERE id = $1', [id])
  await audit(tx, clientId, { userId, action: 'delete', entity: 'tag', entityId: id, before })
}

async function lockTag(tx: Tx, id: string): Promise<{ name: string }> {
  const { rows } = await tx.query<{ name: string }>('SELECT name FROM tags WHERE id = $1 FOR UPDATE', [id])
  const [tag] = rows
  if (!tag) throw new Refusal('NOT_FOUND', { field: 'id' })
  return tag
}

async function refuseTaken(tx: Tx, id: string, name: string): Promise<void> {
  // Of two authors who enter the same name at once, the second waits for the lock and then finds the first one's tag.
  // The seed 41 keeps these locks apart from others.
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 41))', [name.toLowerCase()])
  const { rowCount } = await tx.query('SELECT FROM tags WHERE lower(name) = lower($2) AND id <> $1', [id, name])
  if (rowCount !== 0) throw new Refusal('NAME_TAKEN', { field: 'name' })
}
