import { Type } from 'typebox'
import { Tag, type TagsQuery } from '#contract/curriculum/tags.ts'
import { pageOf } from '#server/platform/http/page-of.ts'
import { audit } from '#server/platform/audit.ts'
import type { ClientContext } from '#server/tenants/clubs/client-context.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import {
  execute,
  findRow,
  getRow,
  statement,
  tenantStatement,
  tenantStatements,
} from '#server/platform/sql/statement.ts'
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
    WHERE node.client_id = $1 AND node.deleted_at IS NULL AND section ->> 'type' = 'tags' GROUP BY 1),
  counted AS (SELECT tags.id, tags.name, coalesce(words.used, 0) AS used
    FROM tags LEFT JOIN words ON words.word = lower(tags.name)
    WHERE tags.client_id = $1)`

const LIST_TAGS = tenantStatements(
  'curriculum/list-tags',
  orders,
  (order) => `${withCounted},
   found AS (SELECT * FROM counted WHERE $2::text IS NULL OR position(folded($2) IN folded(name)) > 0)
   SELECT (SELECT coalesce(json_agg(page ORDER BY ${order}), '[]')
       FROM (SELECT * FROM found ORDER BY ${order} LIMIT $3 OFFSET $4) page) AS list,
     (SELECT count(*)::int FROM found) AS total`,
  { json: { list: Type.Array(Tag) } },
)

export async function listTags(tx: Tx, query: TagsQuery): Promise<{ rows: Tag[]; total: number }> {
  const { perPage, offset } = pageOf(query)
  const { list, total } = await getRow(tx, LIST_TAGS[query.sort ?? 'aname'], [
    query.search?.trim() ?? null,
    perPage,
    offset,
  ])
  return { rows: list, total }
}

const TAG = tenantStatement('curriculum/read-tag', `${withCounted} SELECT id, name, used FROM counted WHERE id = $2`)

export async function readTag(tx: Tx, id: string): Promise<Tag> {
  const tag = await findRow(tx, TAG, [id])
  if (!tag) throw new Refusal('NOT_FOUND', { field: 'id' })
  return tag
}

const INSERT_TAG = tenantStatement(
  'curriculum/insert-tag',
  'INSERT INTO tags (client_id, id, name) VALUES ($1, $2, $3)',
)

export async function enterTag(tx: Tx, { userId }: ClientContext, id: string, rawName: string): Promise<void> {
  const name = rawName.trim()
  await refuseTaken(tx, id, name)
  await execute(tx, INSERT_TAG, [id, name])
  await audit(tx, { userId, action: 'create', entity: 'tag', entityId: id, after: { name } })
}

const RENAME_TAG = tenantStatement(
  'curriculum/rename-tag',
  'UPDATE tags SET name = $3 WHERE client_id = $1 AND id = $2',
)

export async function renameTag(tx: Tx, { userId }: ClientContext, id: string, rawName: string): Promise<void> {
  const name = rawName.trim()
  const before = await lockTag(tx, id)
  await refuseTaken(tx, id, name)
  await execute(tx, RENAME_TAG, [id, name])
  await audit(tx, { userId, action: 'change', entity: 'tag', entityId: id, before, after: { name } })
}

const DELETE_TAG = tenantStatement('curriculum/delete-tag', 'DELETE FROM tags WHERE client_id = $1 AND id = $2')

export async function deleteTag(tx: Tx, { userId }: ClientContext, id: string): Promise<void> {
  const before = await lockTag(tx, id)
  await execute(tx, DELETE_TAG, [id])
  await audit(tx, { userId, action: 'delete', entity: 'tag', entityId: id, before })
}

const LOCK_TAG = tenantStatement(
  'curriculum/lock-tag',
  'SELECT name FROM tags WHERE client_id = $1 AND id = $2 FOR UPDATE',
)

async function lockTag(tx: Tx, id: string): Promise<{ name: string }> {
  const tag = await findRow(tx, LOCK_TAG, [id])
  if (!tag) throw new Refusal('NOT_FOUND', { field: 'id' })
  return tag
}

/** The seed 41 keeps these locks apart from others. */
const LOCK_NAME = statement('curriculum/lock-name-of-tag', 'SELECT pg_advisory_xact_lock(hashtextextended($1, 41))')

const OTHER_WITH_NAME = tenantStatement(
  'curriculum/find-other-tag-with-name',
  'SELECT FROM tags WHERE client_id = $1 AND lower(name) = lower($2) AND id <> $3',
)

async function refuseTaken(tx: Tx, id: string, name: string): Promise<void> {
  // Of two authors who enter the same name at once, the second waits for the lock and then finds the first one's tag.
  await execute(tx, LOCK_NAME, [name.toLowerCase()])
  const others = await execute(tx, OTHER_WITH_NAME, [name, id])
  if (others !== 0) throw new Refusal('NAME_TAKEN', { field: 'name' })
}
