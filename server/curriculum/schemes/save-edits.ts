import { Type, type Static } from 'typebox'
import { SavedEdits, type EditsBody } from '#contract/curriculum/authoring.ts'
import { canonicalJson } from '#domain/platform/canonical.ts'
import { compileScheme, passPointOfKind, type PassValue, type Scheme } from '#domain/curriculum/scheme.ts'
import { applyEdits } from '#domain/curriculum/edits/apply-edits.ts'
import type { PlacedNode } from '#domain/curriculum/relink.ts'
import type { SettingChange } from '#domain/curriculum/edits/scheme-settings.ts'
import { engineRoots, refuse, type AuthorNode, type Edit, type Refused, type Tree } from '#domain/curriculum/tree.ts'
import { audit } from '#server/platform/audit.ts'
import { recalculateIfChanged } from './recalculate-if-changed.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { execute, findRow, queryRows, tenantStatement, type RowOf } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { Section } from '#domain/curriculum/content.ts'
import { setUses } from '#server/platform/files/uses.ts'
import { cleanEdits } from './clean.ts'
import { applyCheckedSettings, readSchemeSettings, writeSchemeSettings } from '../settings/write-settings.ts'
import type { Trees } from './trees.ts'
import { filesIn } from './used-files.ts'

const LOCK_SCHEME = tenantStatement(
  'curriculum/lock-scheme',
  `SELECT scheme.id, scheme.revision, scheme.origin_client_id IS NOT NULL AS foreign,
     coalesce((SELECT json_agg(json_build_object('grade', scale.grade, 'pass', scale.pass)) FROM scheme_grades scale
       WHERE scale.client_id = scheme.client_id AND scale.scheme_id = scheme.id), '[]') AS grades
   FROM schemes scheme WHERE scheme.client_id = $1 AND scheme.slug = $2 AND scheme.deleted_at IS NULL
   FOR UPDATE OF scheme`,
  { json: { grades: Type.Array(Type.Object({ grade: Type.Integer(), pass: Type.Integer() })) } },
)
/**
 * A scheme whose row is locked for one save. One that is `foreign` follows another client's scheme, so only its
 * translations can be changed here.
 */
export type LockedScheme = RowOf<typeof LOCK_SCHEME>

/** Locks a scheme, so that no one else saves meanwhile; refuses when there is none. */
export async function lockScheme(tx: Tx, slug: string): Promise<LockedScheme> {
  const scheme = await findRow(tx, LOCK_SCHEME, [slug])
  if (!scheme) throw new Refusal('NOT_FOUND', { field: 'slug' })
  return scheme
}

/** The step that a batch takes back or makes again, by the revision of its first batch. */
type EditsStep = NonNullable<Static<typeof EditsBody>['step']>

/** The result of a save: the scheme's new revision and its tree. */
export interface Saved {
  ok: true
  schemeId: string
  revision: number
  tree: Tree
}

const SET_REVISION = tenantStatement(
  'curriculum/set-revision',
  'UPDATE schemes SET revision = $3 WHERE client_id = $1 AND id = $2',
)

const LAST_MOVE_OF_STEP = tenantStatement(
  'curriculum/find-last-move-of-step',
  `SELECT forward FROM scheme_edits WHERE client_id = $1 AND scheme_id = $2 AND step = $3
   ORDER BY revision DESC LIMIT 1`,
)

/** Whether a step is already what the batch makes it: another tab or author took it back, or made it again. */
async function isStepDone(tx: Tx, schemeId: string, { revision, forward }: EditsStep): Promise<boolean> {
  const last = await findRow(tx, LAST_MOVE_OF_STEP, [schemeId, revision])
  return last?.forward === forward
}

const INSERT_EDITS = tenantStatement(
  'curriculum/insert-edits',
  // a step that the scheme does not have, such as one from before steps were stored, makes this one a step of its own
  `INSERT INTO scheme_edits (client_id, scheme_id, revision, user_id, edits, undo, step, forward, at)
   SELECT $1, $2, $3, $4, $5, $6, coalesce(known.step, $3), known.step IS NULL OR $8, $9
   FROM (SELECT (SELECT step FROM scheme_edits earlier WHERE earlier.client_id = $1 AND earlier.scheme_id = $2
     AND earlier.step = $7 LIMIT 1) AS step) known RETURNING client_id`,
)

/**
 * Applies a batch of edits to the live tree and saves the result as the next revision; one refused edit refuses the
 * batch.
 */
export async function saveEdits(
  tx: Tx,
  clientId: string,
  trees: Trees,
  scheme: LockedScheme,
  requested: readonly Edit[],
  { by, nowMs, step }: { by: string; nowMs: number; step?: EditsStep | undefined },
): Promise<Saved | Refused> {
  if (scheme.foreign && requested.some(({ do: kind }) => kind !== 'set' && kind !== 'set-section'))
    return refuse('NOT_OWNER', /* no node */ '')
  if (step && (await isStepDone(tx, scheme.id, step))) return refuse('STEP_CHANGED', /* no node */ '')
  const { tree: before } = await trees.live(tx, clientId, scheme.id)
  const changedSettings = settingsIn(requested)
  const settingsBefore = changedSettings.length > 0 ? await readSchemeSettings(tx, scheme.id) : null
  const settingsAfter = settingsBefore && applyCheckedSettings(settingsBefore, changedSettings)
  if (settingsBefore && !settingsAfter) return refuse('SETTINGS_CHANGED', /* no node */ '')
  const grades = settingsAfter?.grades ?? scheme.grades
  const edits = cleanEdits(before, requested)
  const applied = applyEdits(before, edits)
  if (!applied.ok) return applied
  const { tree } = applied
  const revision = scheme.revision + 1
  await writeNodes(tx, { id: scheme.id, grades: [...grades] }, before, tree, nowMs)
  if (settingsBefore && settingsAfter)
    await writeSchemeSettings(tx, scheme.id, {
      changes: changedSettings,
      before: settingsBefore,
      after: settingsAfter,
      nowMs,
    })
  await execute(tx, SET_REVISION, [scheme.id, revision])
  await execute(tx, INSERT_EDITS, [
    scheme.id,
    revision,
    by,
    JSON.stringify(edits),
    JSON.stringify(applied.undo),
    // no batch has the revision 0
    step?.revision ?? 0,
    step?.forward ?? true,
    new Date(nowMs),
  ])
  await audit(tx, {
    userId: by,
    action: 'edit',
    entity: 'scheme',
    entityId: scheme.id,
    // the edits themselves are in scheme_edits under this revision and never change
    after: { revision },
  })
  await recalculateIfChanged(tx, compileTree(tree, grades), { schemeId: scheme.id, nowMs, by })
  return { ok: true, schemeId: scheme.id, revision, tree }
}

/** The changes of scheme settings in a batch of edits. */
export function settingsIn(edits: readonly Edit[]): SettingChange[] {
  return edits.flatMap((edit) => (edit.do === 'set-settings' ? edit.settings : []))
}

/** Compiles an authors' tree for the engine, which evaluates progress by it. */
export function compileTree(tree: Tree, grades: readonly PassValue[]): Scheme {
  return compileScheme(engineRoots(tree), grades)
}

function sameNode(a: AuthorNode | undefined, b: AuthorNode): boolean {
  return a === b || (a !== undefined && canonicalJson(a) === canonicalJson(b))
}

const DELETE_NODES = tenantStatement(
  'curriculum/delete-nodes',
  'UPDATE scheme_nodes SET deleted_at = $4 WHERE client_id = $1 AND scheme_id = $2 AND id = ANY($3::text[])',
)

const WRITE_NODES = tenantStatement(
  'curriculum/write-nodes',
  `INSERT INTO scheme_nodes (client_id, scheme_id, id, parent_id, position, t, title, grade, group_value,
     completion_ids, completion_count, completion_type, required_ids, hidden, skipped, starred, content, videos, pins,
     external_id, origin_scheme_id, origin_node_id, origin_root, origin_languages)
   SELECT $1, $2, node ->> 'id', node ->> 'parentId', (node ->> 'position')::int,
     node ->> 't', node -> 'title', (node ->> 'grade')::int, node ->> 'group',
     CASE WHEN node -> 'completion' <> 'null'
       THEN ARRAY(SELECT jsonb_array_elements_text(node -> 'completion' -> 'ids')) END,
     (node -> 'completion' ->> 'count')::int, node ->> 'completionType',
     ARRAY(SELECT jsonb_array_elements_text(node -> 'required')),
     (node ->> 'hidden')::boolean, (node ->> 'skipped')::boolean, (node ->> 'starred')::boolean, node -> 'content',
     ARRAY(SELECT video::int FROM jsonb_array_elements_text(node -> 'videos') video), coalesce(node -> 'pins', '{}'),
     node ->> 'externalId',
     (origin ->> 'scheme')::uuid, origin ->> 'id', origin ->> 'root',
     CASE WHEN node -> 'origin' IS NOT NULL
       THEN ARRAY(SELECT jsonb_array_elements_text(node -> 'origin' -> 'languages')) END
   FROM jsonb_array_elements($3::jsonb) node,
     -- the origin of a linked node; of that of a node of a followed scheme, which has no root, only languages are stored
     LATERAL (SELECT CASE WHEN node -> 'origin' ->> 'root' <> '' THEN node -> 'origin' END AS origin) linked
   ON CONFLICT (client_id, scheme_id, id) DO UPDATE SET parent_id = excluded.parent_id, position = excluded.position,
     t = excluded.t, title = excluded.title, grade = excluded.grade, group_value = excluded.group_value,
     completion_ids = excluded.completion_ids, completion_count = excluded.completion_count,
     completion_type = excluded.completion_type, required_ids = excluded.required_ids, hidden = excluded.hidden,
     skipped = excluded.skipped, starred = excluded.starred, content = excluded.content, videos = excluded.videos,
     deleted_at = NULL, pins = excluded.pins, external_id = excluded.external_id, origin_scheme_id = excluded.origin_scheme_id,
     origin_node_id = excluded.origin_node_id, origin_root = excluded.origin_root,
     origin_languages = excluded.origin_languages RETURNING client_id`,
  { prepare: true },
)

const ADD_PASS_GRADES = tenantStatement(
  'curriculum/add-pass-grades',
  `INSERT INTO node_pass_grades (client_id, scheme_id, node_id, pass)
   SELECT $1, $2, * FROM unnest($3::text[], $4::int[]) ON CONFLICT DO NOTHING RETURNING client_id`,
)

/** Writes the rows that differ between two trees: nodes that were added, changed, moved, deleted or restored. */
export async function writeNodes(
  tx: Tx,
  scheme: Pick<LockedScheme, 'id' | 'grades'>,
  before: Tree,
  after: Tree,
  nowMs: number,
): Promise<void> {
  const deleted = [...before.nodes.keys()].filter((id) => !after.nodes.has(id))
  // nodes that are new, have other fields or are at another position
  const changed = [...after.children].flatMap(([parentId, ids]) => {
    const siblingsBefore = before.children.get(parentId)
    return ids.flatMap((id, position) => {
      const node = after.nodes.get(id)
      const unchanged = node !== undefined && siblingsBefore?.[position] === id && sameNode(before.nodes.get(id), node)
      return node && !unchanged ? [{ node, position }] : []
    })
  })
  await writeChangedNodes(tx, scheme, before.nodes, { changed, deleted }, nowMs)
}

/** Writes the nodes of a scheme that have changed, and marks others as deleted. `before` are the nodes as they were. */
export async function writeChangedNodes(
  tx: Tx,
  scheme: Pick<LockedScheme, 'id' | 'grades'>,
  before: ReadonlyMap<string, AuthorNode>,
  { changed, deleted }: { changed: readonly PlacedNode[]; deleted: readonly string[] },
  nowMs: number,
): Promise<void> {
  if (deleted.length > 0) await execute(tx, DELETE_NODES, [scheme.id, deleted, new Date(nowMs)])
  if (changed.length === 0) return
  const rows = changed.map(({ node, position }) => ({ ...node, position }))
  await execute(tx, WRITE_NODES, [scheme.id, JSON.stringify(rows)])
  // only a node whose texts name a stored file, now or before, can use other files than before
  const hasFiles = (content: readonly Section[] = []) =>
    content.some(({ value }) => Object.values(value).some((text) => text.includes('/files/')))
  for (const { node } of changed) {
    const { id, content } = node
    const contentBefore = before.get(id)?.content
    if (content !== contentBefore && (hasFiles(content) || hasFiles(contentBefore)))
      await recordNodeFiles(tx, scheme.id, node)
  }
  // every pass grade that a node has had stays known, because marks made with it may still arrive
  const passOf = ({ t, grade }: AuthorNode) => (t === 's' ? passPointOfKind(grade ?? undefined, scheme.grades) : 0)
  const assessable = changed.map(({ node }) => ({ id: node.id, pass: passOf(node) })).filter(({ pass }) => pass > 0)
  if (assessable.length > 0)
    await execute(tx, ADD_PASS_GRADES, [scheme.id, assessable.map(({ id }) => id), assessable.map(({ pass }) => pass)])
}

/** Records which files a node uses, so that they are not deleted (server/platform/files). */
async function recordNodeFiles(tx: Tx, schemeId: string, { id, content, origin }: AuthorNode) {
  const { listed, linked } = filesIn(content)
  // A listed file must exist (`setUses` refuses others); a link in a text may lead to a file that does not. A linked
  // node may still show a file of the other client, which cannot be recorded here.
  const ids = origin
    ? await readExistingFiles(tx, [...listed, ...linked])
    : [...listed, ...(await readExistingFiles(tx, linked))]
  const usingNode = { kind: 'node' as const, key: schemeId + id }
  await setUses(tx, usingNode, { purpose: 'curriculum-file', ids, field: id })
}

const EXISTING_FILES = tenantStatement(
  'curriculum/list-existing-files',
  `SELECT id FROM files WHERE client_id = $1 AND id = ANY($2::uuid[]) AND purpose = 'curriculum-file'`,
)

/** Those of the curriculum's files that are still stored. */
export async function readExistingFiles(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const rows = await queryRows(tx, EXISTING_FILES, [ids])
  return rows.map((row) => row.id)
}

/** An editor that is more batches behind than this loads the tree anew. */
const MAX_BATCHES = 200

const RELINKED_SCHEME = tenantStatement(
  'curriculum/find-relinked-scheme',
  'SELECT FROM schemes WHERE client_id = $1 AND id = $2 AND relinked_revision > $3',
)

const LIST_EDITS = tenantStatement(
  'curriculum/list-edits-since',
  `SELECT batch.revision, batch.user_id AS by, author.firstname || ' ' || author.lastname AS "byName", batch.edits,
     batch.step, batch.forward
   FROM scheme_edits batch JOIN users author ON author.client_id = batch.client_id AND author.id = batch.user_id
   WHERE batch.client_id = $1 AND batch.scheme_id = $2 AND batch.revision > $3
   ORDER BY batch.revision LIMIT ${MAX_BATCHES + 1}`,
  { json: { edits: SavedEdits.properties.edits } },
)

/**
 * Batches saved after a revision, oldest first; null when there are too many, or when the tree has also changed without
 * a batch, as by an update of linked nodes.
 */
export async function batchesSince(tx: Tx, schemeId: string, revision: number): Promise<SavedEdits[] | null> {
  const relinked = await execute(tx, RELINKED_SCHEME, [schemeId, revision])
  if (relinked > 0) return null
  const rows = await queryRows(tx, LIST_EDITS, [schemeId, revision])
  return rows.length > MAX_BATCHES ? null : rows
}
