import type { SavedEdits } from '#contract/curriculum/authoring.ts'
import { canonicalJson } from '#domain/platform/canonical.ts'
import { compileScheme, passPointOf, type PassValue, type Scheme } from '#domain/curriculum/scheme.ts'
import { applyEdits } from '#domain/curriculum/edits/apply-edits.ts'
import type { Setting } from '#domain/curriculum/edits/scheme-settings.ts'
import { engineRoots, refuse, type AuthorNode, type Edit, type Refused, type Tree } from '#domain/curriculum/tree.ts'
import { audit } from '#server/platform/audit.ts'
import { recalculateIfChanged } from './recalculate-if-changed.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { Section } from '#domain/curriculum/content.ts'
import { setUses } from '#server/platform/files/uses.ts'
import { cleanEdits } from './clean.ts'
import { applyCheckedSettings, readSchemeSettings, writeSchemeSettings } from './write-settings.ts'
import type { Trees } from './trees.ts'
import { filesIn } from './used-files.ts'

/** A scheme whose row is locked for one save. */
export interface LockedScheme {
  id: string
  revision: number
  grades: PassValue[]
  /** The scheme follows another client's, so only its translations can be changed here. */
  foreign: boolean
}

export async function lockScheme(tx: Tx, slug: string): Promise<LockedScheme | null> {
  const { rows } = await tx.query<LockedScheme>(
    `SELECT s.id, s.revision, s.origin_client_id IS NOT NULL AS foreign, coalesce((SELECT json_agg(json_build_object('grade', g.grade, 'pass', g.pass))
       FROM scheme_grades g WHERE g.client_id = s.client_id AND g.scheme_id = s.id), '[]') AS grades
     FROM schemes s WHERE s.slug = $1 AND s.deleted_at IS NULL FOR UPDATE OF s`,
    [slug],
  )
  return rows[0] ?? null
}

/** The result of a save: the scheme's new revision and its tree. */
export interface Saved {
  ok: true
  schemeId: string
  revision: number
  tree: Tree
}

/**
 * Applies a batch of edits to the live tree and saves the result as the next revision; one refused edit refuses the
 * batch.
 */
export async function saveEdits(
  tx: Tx,
  clientId: string,
  trees: Trees,
  scheme: LockedScheme,
  wanted: readonly Edit[],
  { by, nowMs }: { by: string; nowMs: number },
): Promise<Saved | Refused> {
  if (scheme.foreign && wanted.some(({ do: what }) => what !== 'set' && what !== 'set-section'))
    return refuse('NOT_OWNER', '')
  const { tree: before } = await trees.live(tx, clientId, scheme.id)
  const list = settingsIn(wanted)
  const settings = list.length > 0 ? await readSchemeSettings(tx, scheme.id) : null
  const after = settings && applyCheckedSettings(settings, list)
  if (settings && !after) return refuse('SETTINGS_CHANGED', '')
  const grades = after?.grades ?? scheme.grades
  const edits = cleanEdits(before, wanted)
  const applied = applyEdits(before, edits)
  if (!applied.ok) return applied
  const { tree } = applied
  const revision = scheme.revision + 1
  await writeNodes(tx, clientId, { id: scheme.id, grades: [...grades] }, before, tree)
  if (settings && after) await writeSchemeSettings(tx, clientId, scheme.id, { list, before: settings, after, nowMs })
  await tx.query('UPDATE schemes SET revision = $2 WHERE id = $1', [scheme.id, revision])
  await tx.query(
    'INSERT INTO scheme_edits (client_id, scheme_id, revision, user_id, edits) VALUES ($1, $2, $3, $4, $5)',
    [clientId, scheme.id, revision, by, JSON.stringify(edits)],
  )
  await audit(tx, clientId, {
    userId: by,
    action: 'edit',
    entity: 'scheme',
    entityId: scheme.id,
    // the edits themselves are in scheme_edits under this revision and never change
    after: { revision },
  })
  await recalculateIfChanged(tx, clientId, compileTree(tree, grades), { schemeId: scheme.id, nowMs, by })
  return { ok: true, schemeId: scheme.id, revision, tree }
}

/** The changes of scheme settings in a batch of edits. */
export function settingsIn(edits: readonly Edit[]): Setting[] {
  return edits.flatMap((edit) => (edit.do === 'set-settings' ? edit.settings : []))
}

/** Compiles an authors' tree for the engine, which evaluates progress by it. */
export function compileTree(tree: Tree, grades: readonly PassValue[]): Scheme {
  return compileScheme(engineRoots(tree), grades)
}

function sameNode(a: AuthorNode | undefined, b: AuthorNode): boolean {
  return a === b || (a !== undefined && canonicalJson(a) === canonicalJson(b))
}

/** Writes the rows that differ between two trees: nodes that were added, changed, moved, deleted or restored. */
export async function writeNodes(
  tx: Tx,
  clientId: string,
  scheme: Pick<LockedScheme, 'id' | 'grades'>,
  before: Tree,
  after: Tree,
): Promise<void> {
  const deleted = [...before.nodes.keys()].filter((id) => !after.nodes.has(id))
  if (deleted.length > 0)
    await tx.query('UPDATE scheme_nodes SET deleted_at = now() WHERE scheme_id = $1 AND id = ANY($2)', [
      scheme.id,
      deleted,
    ])
  const changed = [...after.children].flatMap(([parentId, ids]) => {
    const siblingsBefore = before.children.get(parentId)
    return ids.flatMap((id, position) => {
      const node = after.nodes.get(id)
      const unchanged = node !== undefined && siblingsBefore?.[position] === id && sameNode(before.nodes.get(id), node)
      return node && !unchanged ? [{ ...node, position }] : []
    })
  })
  if (changed.length === 0) return
  await tx.query(
    `INSERT INTO scheme_nodes (client_id, scheme_id, id, parent_id, position, t, title, grade, group_value, completion_ids, completion_count,
       completion_type, required_ids, hidden, skipped, starred, content, videos, pins, origin_scheme_id, origin_node_id, origin_root, origin_languages)
     SELECT $1, $2, n ->> 'id', n ->> 'parentId', (n ->> 'position')::int, n ->> 't', n -> 'title', (n ->> 'grade')::int, n ->> 'group',
       CASE WHEN n -> 'completion' <> 'null' THEN ARRAY(SELECT jsonb_array_elements_text(n -> 'completion' -> 'ids')) END,
       (n -> 'completion' ->> 'count')::int, n ->> 'completionType', ARRAY(SELECT jsonb_array_elements_text(n -> 'required')),
       (n ->> 'hidden')::boolean, (n ->> 'skipped')::boolean, (n ->> 'starred')::boolean, n -> 'content',
       ARRAY(SELECT v::int FROM jsonb_array_elements_text(n -> 'videos') v), coalesce(n -> 'pins', '{}'),
       (o ->> 'scheme')::uuid, o ->> 'id', o ->> 'root', CASE WHEN o IS NOT NULL THEN ARRAY(SELECT jsonb_array_elements_text(o -> 'languages')) END
     FROM jsonb_array_elements($3::jsonb) n, LATERAL (SELECT CASE WHEN n -> 'origin' ->> 'root' <> '' THEN n -> 'origin' END AS o) linked
     ON CONFLICT (client_id, scheme_id, id) DO UPDATE SET parent_id = excluded.parent_id, position = excluded.position, t = excluded.t,
       title = excluded.title, grade = excluded.grade, group_value = excluded.group_value, completion_ids = excluded.completion_ids,
       completion_count = excluded.completion_count, completion_type = excluded.completion_type, required_ids = excluded.required_ids,
       hidden = excluded.hidden, skipped = excluded.skipped, starred = excluded.starred, content = excluded.content,
       videos = excluded.videos, deleted_at = NULL, pins = excluded.pins, origin_scheme_id = excluded.origin_scheme_id,
       origin_node_id = excluded.origin_node_id, origin_root = excluded.origin_root, origin_languages = excluded.origin_languages`,
    [clientId, scheme.id, JSON.stringify(changed)],
  )
  const hasFiles = (content: readonly Section[] = []) =>
    content.some(({ value }) => Object.values(value).some((text) => text.includes('/files/')))
  for (const node of changed) {
    const { id, content } = node
    const contentBefore = before.nodes.get(id)?.content
    if (content !== contentBefore && (hasFiles(content) || hasFiles(contentBefore)))
      await noteFiles(tx, clientId, scheme.id, node)
  }
  const assessable = changed
    .map((n) => ({ id: n.id, pass: n.t === 's' ? passPointOf(n.grade ?? undefined, scheme.grades) : 0 }))
    .filter((n) => n.pass > 0)
  if (assessable.length > 0)
    await tx.query(
      `INSERT INTO node_pass_grades (client_id, scheme_id, node_id, pass)
       SELECT $1, $2, * FROM unnest($3::text[], $4::int[]) ON CONFLICT DO NOTHING`,
      [clientId, scheme.id, assessable.map((n) => n.id), assessable.map((n) => n.pass)],
    )
}

/** Records which files a node uses, so that they are not deleted (server/platform/files). */
async function noteFiles(tx: Tx, clientId: string, schemeId: string, { id, content, origin }: AuthorNode) {
  const { listed, linked } = filesIn(content)
  // a linked node may still show a file of the other client, which cannot be recorded here
  const ids = origin ? await knownFiles(tx, [...listed, ...linked]) : [...listed, ...(await knownFiles(tx, linked))]
  const user = { kind: 'node' as const, key: schemeId + id }
  await setUses(tx, clientId, user, { purpose: 'curriculum-file', ids, field: id })
}

async function knownFiles(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>('SELECT id FROM files WHERE id = ANY($1::uuid[]) AND purpose = $2', [
    ids,
    'curriculum-file',
  ])
  return rows.map((row) => row.id)
}

/** An editor that is more batches behind than this loads the tree anew. */
const MAX_BATCHES = 200

/**
 * Batches saved after a revision, oldest first; null when there are too many, or when the tree has also changed in
 * another way.
 */
export async function batchesSince(tx: Tx, schemeId: string, revision: number): Promise<SavedEdits[] | null> {
  const { rows: linked } = await tx.query('SELECT FROM schemes WHERE id = $1 AND relinked_revision > $2', [
    schemeId,
    revision,
  ])
  if (linked.length > 0) return null
  const { rows } = await tx.query<SavedEdits>(
    `SELECT e.revision, e.user_id AS by, u.firstname || ' ' || u.lastname AS "byName", e.edits
     FROM scheme_edits e JOIN users u ON u.client_id = e.client_id AND u.id = e.user_id
     WHERE e.scheme_id = $1 AND e.revision > $2 ORDER BY e.revision LIMIT ${MAX_BATCHES + 1}`,
    [schemeId, revision],
  )
  return rows.length > MAX_BATCHES ? null : rows
}
