import { slugOf } from '#domain/platform/slug.ts'
import { audit } from '#server/platform/audit.ts'
import { requirementCycle, type EngineNode } from '#domain/curriculum/scheme.ts'
import type { Section } from '#domain/curriculum/content.ts'
import { cleanSection } from './clean.ts'
import type { AuthorNode } from '#domain/curriculum/tree.ts'
import { notImporting, type Labels } from './queries.ts'
import { Curricula } from './curriculum.ts'
import { rulesHash } from './rules.ts'
import { recordPassGrades } from './write-settings.ts'
import { enqueueTask } from '#server/platform/jobs/tasks.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** A node of a new scheme, in all languages; the fields mean what those of `AuthorNode` do. */
export interface NewNode {
  id: string
  parentId: string | null
  t: 'l' | 'sg' | 's'
  title: Record<string, string>
  grade: number | null
  group: string | null
  completion: { ids: readonly string[]; count: number } | null
  completionType: 'automated' | 'manual'
  required: readonly string[]
  hidden: boolean
  skipped: boolean
  starred: boolean
  content: readonly {
    key?: string
    type: string
    of?: number | null
    title: Record<string, string>
    value: Record<string, string>
  }[]
  videos: readonly number[]
}

/** A new scheme with its settings and its whole tree; `grades` are the scales, whose `grade` is the kind. */
export interface NewScheme {
  id: string
  slug: string
  name: Record<string, string>
  languages: string[]
  grades: { grade: number; pass: number; labels?: Labels | null }[]
  sections: { id: number; name: Record<string, string>; type: string; ordering: number; visibility?: string }[]
  videos: { id: number; name: string; url: string; poster?: string | null }[]
  /** Siblings are in their order. */
  nodes: NewNode[]
}

/**
 * Creates a scheme with its whole tree; `by` is the id of the acting user, null for a task or the command line. It
 * throws on cyclic completion rules, which the caller must have excluded.
 */
export async function createScheme(tx: Tx, clientId: string, by: string | null, scheme: NewScheme): Promise<void> {
  const cycle = requirementCycle(engineTreeOf(scheme.nodes))
  if (cycle) throw new Error(`cyclic completion rules: ${cycle.join(' → ')}`)
  await createEmptyScheme(tx, clientId, scheme)
  await insertNodes(
    tx,
    clientId,
    scheme.id,
    scheme.nodes.map((node) => ({ ...node, content: withKeys(node.content) })),
  )
  await finishScheme(tx, clientId, by, scheme.id)
}

/** Creates a scheme without nodes. */
export async function createEmptyScheme(tx: Tx, clientId: string, scheme: Omit<NewScheme, 'nodes'>): Promise<void> {
  await tx.query('INSERT INTO schemes (client_id, id, slug, name, languages) VALUES ($1, $2, $3, $4, $5)', [
    clientId,
    scheme.id,
    scheme.slug,
    scheme.name,
    scheme.languages,
  ])
  await tx.query(
    `INSERT INTO scheme_grades (client_id, scheme_id, grade, pass, labels)
     SELECT $1, $2, grade, pass, labels
     FROM jsonb_to_recordset($3::jsonb) AS scale (grade int, pass int, labels jsonb)`,
    [clientId, scheme.id, JSON.stringify(scheme.grades)],
  )
  await tx.query(
    `INSERT INTO scheme_sections (client_id, scheme_id, id, name, type, ordering, visibility)
     SELECT $1, $2, id, name, type, ordering, coalesce(visibility, 'all')
     FROM jsonb_to_recordset($3::jsonb) AS section (id int, name jsonb, type text, ordering int, visibility text)`,
    [clientId, scheme.id, JSON.stringify(scheme.sections)],
  )
  await tx.query(
    `INSERT INTO scheme_videos (client_id, scheme_id, id, name, url, poster)
     SELECT $1, $2, id, name, url, poster
     FROM jsonb_to_recordset($3::jsonb) AS video (id int, name text, url text, poster text)`,
    [clientId, scheme.id, JSON.stringify(scheme.videos)],
  )
}

/** Inserts nodes into a scheme that nobody edits yet, each after its present siblings. */
export async function insertNodes(
  tx: Tx,
  clientId: string,
  schemeId: string,
  nodes: readonly AuthorNode[],
): Promise<void> {
  // the nodes are one JSON parameter, because columns of arrays of different lengths cannot be unnested
  await tx.query(
    `INSERT INTO scheme_nodes (client_id, scheme_id, id, parent_id, position, t, title, grade, group_value,
       completion_ids, completion_count, completion_type, required_ids, hidden, skipped, starred, content, videos)
     SELECT $1, $2, node ->> 'id', node ->> 'parentId',
       -- after the siblings that are there, in the order of the list
       coalesce(next_position, 0) + row_number() OVER (PARTITION BY node ->> 'parentId' ORDER BY list_position) - 1,
       node ->> 't', node -> 'title', (node ->> 'grade')::int, node ->> 'group',
       CASE WHEN node -> 'completion' <> 'null'
         THEN ARRAY(SELECT jsonb_array_elements_text(node -> 'completion' -> 'ids')) END,
       (node -> 'completion' ->> 'count')::int, node ->> 'completionType',
       ARRAY(SELECT jsonb_array_elements_text(node -> 'required')),
       (node ->> 'hidden')::boolean, (node ->> 'skipped')::boolean, (node ->> 'starred')::boolean, node -> 'content',
       ARRAY(SELECT video::int FROM jsonb_array_elements_text(node -> 'videos') video)
     FROM jsonb_array_elements($3::jsonb) WITH ORDINALITY listed (node, list_position)
     LEFT JOIN (SELECT parent_id, max(position) + 1 AS next_position FROM scheme_nodes
         WHERE scheme_id = $2 GROUP BY parent_id) present
       ON present.parent_id IS NOT DISTINCT FROM node ->> 'parentId'`,
    [clientId, schemeId, JSON.stringify(nodes)],
  )
}

/** Completes a new scheme after its last node: the pass grades that marks may have, and the rules of its progress. */
export async function finishScheme(tx: Tx, clientId: string, by: string | null, schemeId: string): Promise<void> {
  await recordPassGrades(tx, schemeId)
  // Nobody has progress yet, so the rules count as calculated. A new cache compiles the scheme, because the shared
  // cache must not keep a scheme that is not committed yet.
  const compiled = await new Curricula().scheme(tx, clientId, schemeId)
  if (compiled)
    await tx.query('UPDATE schemes SET calculated_hash = $2, calculated_revision = revision WHERE id = $1', [
      schemeId,
      rulesHash(compiled),
    ])
  const { rows } = await tx.query<{ slug: string; nodes: number }>(
    'SELECT slug, (SELECT count(*)::int FROM scheme_nodes WHERE scheme_id = $1) AS nodes FROM schemes WHERE id = $1',
    [schemeId],
  )
  const after = { slug: rows[0]?.slug, nodes: rows[0]?.nodes }
  await audit(tx, clientId, { userId: by, action: 'create', entity: 'scheme', entityId: schemeId, after })
}

/** Sections as they are stored: cleaned, and with keys. */
function withKeys(content: NewNode['content']): Section[] {
  return content.map((section, index) => cleanSection({ key: `s-${index + 1}`, of: null, ...section }))
}

/** Paths below `/curriculum` that are other routes, so that no scheme may have them as its slug. */
const RESERVED = ['mirror', 'rehome-linked-node']

/** A slug that no scheme of the client has, deleted ones included. */
export async function freeSlug(tx: Tx, name: string): Promise<string> {
  const nameSlug = slugOf(name, 50)
  const base = nameSlug === '' ? 'scheme' : nameSlug
  const { rows } = await tx.query<{ slug: string }>('SELECT slug FROM schemes WHERE slug = $1 OR slug LIKE $2', [
    base,
    `${base}-%`,
  ])
  const taken = new Set([...rows.map((row) => row.slug), ...RESERVED])
  for (let n = 1; ; n++) {
    const slug = n === 1 ? base : `${base}-${n}`
    if (!taken.has(slug)) return slug
  }
}

/** Changes a scheme's name (in one language) and its languages; returns false when there is no such scheme. */
export async function patchScheme(
  tx: Tx,
  clientId: string,
  by: string,
  slug: string,
  patch: { name?: { language: string; text: string }; languages?: string[] },
): Promise<boolean> {
  const { rows } = await tx.query<{ id: string; name: Record<string, string>; languages: string[]; foreign: boolean }>(
    `SELECT id, name, languages, origin_client_id IS NOT NULL AS foreign FROM schemes
     WHERE slug = $1 AND deleted_at IS NULL FOR UPDATE`,
    [slug],
  )
  if (!rows[0]) return false
  const { foreign, ...before } = rows[0]
  // a client may add languages to a followed scheme, to translate it; only the owner changes anything else
  const firstLanguages = (patch.languages ?? before.languages).slice(0, before.languages.length)
  if (foreign && (patch.name || firstLanguages.join() !== before.languages.join()))
    throw new Refusal('EDIT_REFUSED', { detail: 'NOT_OWNER', field: patch.name ? 'name' : 'languages' })
  const after = {
    name: patch.name ? { ...before.name, [patch.name.language]: patch.name.text } : before.name,
    languages: patch.languages ?? before.languages,
  }
  // readers' documents contain the name, so the revision is increased
  await tx.query('UPDATE schemes SET name = $2, languages = $3, revision = revision + 1 WHERE id = $1', [
    before.id,
    after.name,
    after.languages,
  ])
  const { id, ...oldTexts } = before
  await audit(tx, clientId, { userId: by, action: 'rename', entity: 'scheme', entityId: id, before: oldTexts, after })
  return true
}

/**
 * Deletes a scheme, or restores it [4.29]; returns false when there is no such scheme. Progress and awards stay as they
 * are.
 */
export async function setSchemeDeleted(
  tx: Tx,
  clientId: string,
  by: string,
  slug: string,
  deleted: boolean,
): Promise<boolean> {
  const { rows } = await tx.query<{ id: string; origin: string | null }>(
    `UPDATE schemes SET deleted_at = CASE WHEN $2 THEN now() END WHERE slug = $1 AND (deleted_at IS NULL) = $2
       AND ${notImporting} RETURNING id, origin_client_id || '/' || origin_scheme_id AS origin`,
    [slug, deleted],
  )
  const [scheme] = rows
  if (!scheme) return false
  if (deleted) await withdrawScheme(tx, scheme.id, new Date())
  else if (scheme.origin !== null) {
    // the copy catches up with what was published while it was deleted
    const nowMs = Date.now()
    await enqueueTask(tx, clientId, { kind: 'follow', subject: scheme.origin, dueMs: nowMs, nowMs, by })
  }
  const action = deleted ? 'delete' : 'undelete'
  await audit(tx, clientId, { userId: by, action, entity: 'scheme', entityId: scheme.id })
  return true
}

/** Removes a scheme from the catalogue; returns whether it was there. Subscribers keep what was published. */
export async function withdrawScheme(tx: Tx, schemeId: string, at: Date): Promise<boolean> {
  await tx.query('UPDATE schemes SET published = false WHERE id = $1 AND published', [schemeId])
  const { rowCount } = await tx.query(
    `UPDATE published_schemes SET withdrawn_at = $2 WHERE scheme_id = $1 AND withdrawn_at IS NULL
       AND client_id = (SELECT client_id FROM schemes WHERE id = $1)`,
    [schemeId, at],
  )
  return rowCount === 1
}

/** The tree of the nodes, as the engine reads it. */
function engineTreeOf(nodes: readonly NewNode[]): EngineNode[] {
  const children = new Map<string | null, NewNode[]>()
  for (const node of nodes) children.set(node.parentId, [...(children.get(node.parentId) ?? []), node])
  const build = (parent: string | null): EngineNode[] =>
    (children.get(parent) ?? []).map(({ id, t, required, completion }) => ({
      id,
      t,
      required,
      ...(completion ? { completion: [completion.ids, completion.count] as const } : {}),
      children: build(id),
    }))
  return build(null)
}
