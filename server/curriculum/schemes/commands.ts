import { slugOf } from '#domain/platform/slug.ts'
import { audit } from '#server/platform/audit.ts'
import { requirementCycle, type EngineNode } from '#domain/curriculum/scheme.ts'
import type { Section } from '#domain/curriculum/content.ts'
import { cleanSection } from './clean.ts'
import type { AuthorNode } from '#domain/curriculum/tree.ts'
import { notImporting, type Labels } from './queries.ts'
import { Curricula } from './curriculum.ts'
import { rulesHash } from './rules.ts'
import { StoredWords } from './stored-json.ts'
import { recordPassGrades } from '../settings/write-settings.ts'
import { enqueueTask } from '#server/platform/jobs/tasks.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { execute, findRow, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
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
  await createEmptyScheme(tx, scheme)
  await insertNodes(
    tx,
    scheme.id,
    scheme.nodes.map((node) => ({ ...node, content: withKeys(node.content) })),
  )
  await finishScheme(tx, clientId, by, scheme.id)
}

const INSERT_SCHEME = tenantStatement(
  'curriculum/insert-scheme',
  'INSERT INTO schemes (client_id, id, slug, name, languages) VALUES ($1, $2, $3, $4, $5)',
)

const INSERT_GRADES = tenantStatement(
  'curriculum/insert-grades',
  `INSERT INTO scheme_grades (client_id, scheme_id, grade, pass, labels)
   SELECT $1, $2, grade, pass, labels
   FROM jsonb_to_recordset($3::jsonb) AS scale (grade int, pass int, labels jsonb) RETURNING client_id`,
)

const INSERT_SECTIONS = tenantStatement(
  'curriculum/insert-sections',
  `INSERT INTO scheme_sections (client_id, scheme_id, id, name, type, ordering, visibility)
   SELECT $1, $2, id, name, type, ordering, coalesce(visibility, 'all')
   FROM jsonb_to_recordset($3::jsonb) AS section (id int, name jsonb, type text, ordering int, visibility text)
   RETURNING client_id`,
)

const INSERT_VIDEOS = tenantStatement(
  'curriculum/insert-videos',
  `INSERT INTO scheme_videos (client_id, scheme_id, id, name, url, poster)
   SELECT $1, $2, id, name, url, poster
   FROM jsonb_to_recordset($3::jsonb) AS video (id int, name text, url text, poster text) RETURNING client_id`,
)

/** Creates a scheme without nodes. */
export async function createEmptyScheme(tx: Tx, scheme: Omit<NewScheme, 'nodes'>): Promise<void> {
  const { id, slug, name, languages, grades, sections, videos } = scheme
  await execute(tx, INSERT_SCHEME, [id, slug, name, languages])
  await execute(tx, INSERT_GRADES, [id, JSON.stringify(grades)])
  await execute(tx, INSERT_SECTIONS, [id, JSON.stringify(sections)])
  await execute(tx, INSERT_VIDEOS, [id, JSON.stringify(videos)])
}

/** The nodes are one JSON parameter, because columns of arrays of different lengths cannot be unnested. */
const INSERT_NODES = tenantStatement(
  'curriculum/insert-nodes',
  `INSERT INTO scheme_nodes (client_id, scheme_id, id, parent_id, position, t, title, grade, group_value,
     completion_ids, completion_count, completion_type, required_ids, hidden, skipped, starred, content, videos,
     external_id)
   SELECT $1, $2, node ->> 'id', node ->> 'parentId',
     -- after the siblings that are there, in the order of the list
     coalesce(next_position, 0) + row_number() OVER (PARTITION BY node ->> 'parentId' ORDER BY list_position) - 1,
     node ->> 't', node -> 'title', (node ->> 'grade')::int, node ->> 'group',
     CASE WHEN node -> 'completion' <> 'null'
       THEN ARRAY(SELECT jsonb_array_elements_text(node -> 'completion' -> 'ids')) END,
     (node -> 'completion' ->> 'count')::int, node ->> 'completionType',
     ARRAY(SELECT jsonb_array_elements_text(node -> 'required')),
     (node ->> 'hidden')::boolean, (node ->> 'skipped')::boolean, (node ->> 'starred')::boolean, node -> 'content',
     ARRAY(SELECT video::int FROM jsonb_array_elements_text(node -> 'videos') video), node ->> 'externalId'
   FROM jsonb_array_elements($3::jsonb) WITH ORDINALITY listed (node, list_position)
   LEFT JOIN (SELECT parent_id, max(position) + 1 AS next_position FROM scheme_nodes
       WHERE client_id = $1 AND scheme_id = $2 GROUP BY parent_id) present
     ON present.parent_id IS NOT DISTINCT FROM node ->> 'parentId' RETURNING client_id`,
)

/** Inserts nodes into a scheme that nobody edits yet, each after its present siblings. */
export async function insertNodes(tx: Tx, schemeId: string, nodes: readonly AuthorNode[]): Promise<void> {
  await execute(tx, INSERT_NODES, [schemeId, JSON.stringify(nodes)])
}

const SET_CALCULATED = tenantStatement(
  'curriculum/set-calculated-rules',
  'UPDATE schemes SET calculated_hash = $3, calculated_revision = revision WHERE client_id = $1 AND id = $2',
)

const SIZE_OF_SCHEME = tenantStatement(
  'curriculum/count-nodes-of-scheme',
  `SELECT slug, (SELECT count(*)::int FROM scheme_nodes node
     WHERE node.client_id = schemes.client_id AND node.scheme_id = schemes.id) AS nodes
   FROM schemes WHERE client_id = $1 AND id = $2`,
)

/** Completes a new scheme after its last node: the pass grades that marks may have, and the rules of its progress. */
export async function finishScheme(tx: Tx, clientId: string, by: string | null, schemeId: string): Promise<void> {
  await recordPassGrades(tx, schemeId)
  // Nobody has progress yet, so the rules count as calculated. A new cache compiles the scheme, because the shared
  // cache must not keep a scheme that is not committed yet.
  const compiled = await new Curricula().scheme(tx, clientId, schemeId)
  if (compiled) await execute(tx, SET_CALCULATED, [schemeId, rulesHash(compiled)])
  const after = await findRow(tx, SIZE_OF_SCHEME, [schemeId])
  await audit(tx, { userId: by, action: 'create', entity: 'scheme', entityId: schemeId, after })
}

/** Sections as they are stored: cleaned, and with keys. */
function withKeys(content: NewNode['content']): Section[] {
  return content.map((section, index) => cleanSection({ key: `s-${index + 1}`, of: null, ...section }))
}

/** Paths below `/curriculum` that are other routes, so that no scheme may have them as its slug. */
const RESERVED = ['mirror', 'rehome-linked-node']

/** The seed 42 keeps this lock apart from others. */
const LOCK_SLUGS = tenantStatement('curriculum/lock-slugs', 'SELECT pg_advisory_xact_lock(hashtextextended($1, 42))')

const SIMILAR_SLUGS = tenantStatement(
  'curriculum/list-similar-slugs',
  'SELECT slug FROM schemes WHERE client_id = $1 AND (slug = $2 OR slug LIKE $3)',
)

/** A slug that no scheme of the client has, deleted ones included; nobody else gets it until the transaction ends. */
export async function freeSlug(tx: Tx, name: string): Promise<string> {
  const nameSlug = slugOf(name, 50)
  const base = nameSlug === '' ? 'scheme' : nameSlug
  // of two schemes of one name that are made at once, the second waits and then finds the slug of the first
  await execute(tx, LOCK_SLUGS)
  const rows = await queryRows(tx, SIMILAR_SLUGS, [base, `${base}-%`])
  const taken = new Set([...rows.map((row) => row.slug), ...RESERVED])
  for (let n = 1; ; n++) {
    const slug = n === 1 ? base : `${base}-${n}`
    if (!taken.has(slug)) return slug
  }
}

const LOCK_NAME = tenantStatement(
  'curriculum/lock-name-of-scheme',
  `SELECT id, name, languages, origin_client_id IS NOT NULL AS foreign FROM schemes
   WHERE client_id = $1 AND slug = $2 AND deleted_at IS NULL FOR UPDATE`,
  { json: { name: StoredWords } },
)

/** Readers' documents contain the name, so the revision is increased. */
const RENAME_SCHEME = tenantStatement(
  'curriculum/rename-scheme',
  'UPDATE schemes SET name = $3, languages = $4, revision = revision + 1 WHERE client_id = $1 AND id = $2',
)

/**
 * The chosen languages, with what others have added and removed since the author saw `seen`. New ones of the author stand
 * last then, because those of a followed scheme keep their places.
 */
function mergeLanguages(
  present: readonly string[],
  { now, seen = present }: { now: readonly string[]; seen: readonly string[] | undefined },
): string[] {
  if (seen.join() === present.join()) return [...now]
  const kept = now.filter((locale) => seen.includes(locale) && present.includes(locale))
  const addedByOthers = present.filter((locale) => !seen.includes(locale))
  const added = now.filter((locale) => !seen.includes(locale) && !present.includes(locale))
  return [...kept, ...addedByOthers, ...added]
}

/** Changes a scheme's name (in one language) and its languages; returns false when there is no such scheme. */
export async function patchScheme(
  tx: Tx,
  by: string,
  slug: string,
  patch: {
    name?: { language: string; text: string }
    /** `seen` are those that the author saw, `now` those that the author has chosen. */
    languages?: { now: string[]; seen: readonly string[] | undefined }
  },
): Promise<boolean> {
  const scheme = await findRow(tx, LOCK_NAME, [slug])
  if (!scheme) return false
  const { foreign, ...before } = scheme
  // a client may add languages to a followed scheme, to translate it; only the owner changes anything else
  const languages = patch.languages ? mergeLanguages(before.languages, patch.languages) : before.languages
  // two authors may have removed one each, and left none [5.16]
  if (languages.length === 0) throw new Refusal('EDIT_CONFLICT', { field: 'languages' })
  const firstLanguages = languages.slice(0, before.languages.length)
  if (foreign && (patch.name || firstLanguages.join() !== before.languages.join()))
    throw new Refusal('EDIT_REFUSED', { detail: 'NOT_OWNER', field: patch.name ? 'name' : 'languages' })
  const after = {
    name: patch.name ? { ...before.name, [patch.name.language]: patch.name.text } : before.name,
    languages,
  }
  await execute(tx, RENAME_SCHEME, [before.id, after.name, after.languages])
  const { id, ...oldTexts } = before
  await audit(tx, { userId: by, action: 'rename', entity: 'scheme', entityId: id, before: oldTexts, after })
  return true
}

const SET_DELETED = tenantStatement(
  'curriculum/set-scheme-deleted',
  `UPDATE schemes SET deleted_at = $3
   WHERE client_id = $1 AND slug = $2 AND (deleted_at IS NULL) = ($3::timestamptz IS NOT NULL) AND ${notImporting}
   RETURNING id, origin_client_id || '/' || origin_scheme_id AS origin`,
)

/**
 * Deletes a scheme, or restores it [4.29]; returns false when there is no such scheme. Progress and awards stay as they
 * are.
 */
export async function setSchemeDeleted(
  tx: Tx,
  { userId, nowMs }: { userId: string; nowMs: number },
  slug: string,
  deleted: boolean,
): Promise<boolean> {
  const now = new Date(nowMs)
  const scheme = await findRow(tx, SET_DELETED, [slug, deleted ? now : null])
  if (!scheme) return false
  if (deleted) await withdrawScheme(tx, scheme.id, now)
  else if (scheme.origin !== null) {
    // the copy catches up with what was published while it was deleted
    await enqueueTask(tx, { kind: 'follow', subject: scheme.origin, dueMs: nowMs, nowMs, by: userId })
  }
  const action = deleted ? 'delete' : 'undelete'
  await audit(tx, { userId, action, entity: 'scheme', entityId: scheme.id })
  return true
}

const SET_UNPUBLISHED = tenantStatement(
  'curriculum/set-scheme-unpublished',
  'UPDATE schemes SET published = false WHERE client_id = $1 AND id = $2 AND published',
)

const REMOVE_FROM_CATALOGUE = tenantStatement(
  'curriculum/remove-from-catalogue',
  `UPDATE published_schemes SET withdrawn_at = $3
   WHERE client_id = $1 AND scheme_id = $2 AND withdrawn_at IS NULL`,
)

/** Removes a scheme from the catalogue; returns whether it was there. Subscribers keep what was published. */
export async function withdrawScheme(tx: Tx, schemeId: string, at: Date): Promise<boolean> {
  await execute(tx, SET_UNPUBLISHED, [schemeId])
  return (await execute(tx, REMOVE_FROM_CATALOGUE, [schemeId, at])) === 1
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
