import type { AnswerBody } from '#contract/curriculum/sharing.ts'
import { editsBetween } from '#domain/curriculum/edits/edits-between.ts'
import { replaceLinkedNodes, withoutOrigin } from '#domain/curriculum/relink.ts'
import { MAX_SETTINGS } from '#domain/curriculum/transfer/import-settings.ts'
import type { Edit, Refused, Tree } from '#domain/curriculum/tree.ts'
import { audit } from '#server/platform/audit.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { recalculateIfChanged } from '#server/curriculum/schemes/recalculate-if-changed.ts'
import { compileTree, writeNodes } from '#server/curriculum/schemes/save-edits.ts'
import { recordSchemeFiles } from '#server/curriculum/schemes/used-files.ts'
import type { Trees } from '#server/curriculum/schemes/trees.ts'
import { recordPassGrades } from '#server/curriculum/settings/write-settings.ts'
import { execute, findRow, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { mustReadScheme, readScheme, type OwnScheme } from './content.ts'
import { INSERT_SETTINGS } from './follow.ts'
import {
  MIRROR,
  MIRROR_COLUMNS,
  compareMirror,
  readUpdate,
  SourceCache,
  type MirrorRow,
  type Update,
} from './linked-updates.ts'

/** Who acts and when; `userId` is null for the operator's command line. */
export interface Actor {
  clientId: string
  userId: string | null
  nowMs: number
}

/** The refusal of an edit, as it is sent to the client. */
export function refusalOf({ code, id, ids }: Refused): Refusal {
  return new Refusal('EDIT_REFUSED', { detail: code, field: id, ids })
}

const LOCK_SCHEMES = tenantStatement(
  'curriculum/lock-schemes',
  'SELECT FROM schemes WHERE client_id = $1 AND id = ANY($2::uuid[]) ORDER BY id FOR UPDATE',
)

/** Locks schemes in the order of their ids, so that two requests cannot deadlock. */
async function lockSchemes(tx: Tx, ids: readonly string[]): Promise<void> {
  await execute(tx, LOCK_SCHEMES, [ids])
}

const UPSTREAM_SCHEMES = tenantStatement(
  'curriculum/list-upstream-schemes',
  `WITH RECURSIVE upstream AS (
     SELECT origin_scheme_id AS id FROM mirrors WHERE client_id = $1 AND scheme_id = $2
     UNION SELECT mirrors.origin_scheme_id FROM mirrors JOIN upstream ON mirrors.scheme_id = upstream.id
     WHERE mirrors.client_id = $1)
   SELECT id FROM upstream`,
)

/** The schemes whose nodes a scheme links, directly or through other schemes. */
async function readUpstreamSchemes(tx: Tx, schemeId: string): Promise<Set<string>> {
  const rows = await queryRows(tx, UPSTREAM_SCHEMES, [schemeId])
  return new Set(rows.map((row) => row.id))
}

const ADD_GRADES = tenantStatement(
  'curriculum/add-grades-of-source',
  `INSERT INTO scheme_grades (client_id, scheme_id, grade, pass, labels)
   SELECT client_id, $2, grade, pass, labels FROM scheme_grades
   WHERE client_id = $1 AND scheme_id = $3 AND grade = ANY($4::int[]) ON CONFLICT DO NOTHING RETURNING client_id`,
)

const INSERT_LINKED_UPDATE = tenantStatement(
  'curriculum/insert-linked-update',
  `INSERT INTO linked_updates (client_id, scheme_id, revision, edits, undo, user_id, at)
   VALUES ($1, $2, $3, $4, $5, $6, $7)`,
)

/** What the history says of edits: added nodes are like an author's own, without their origin. */
const forHistory = (edits: readonly Edit[]): Edit[] =>
  edits.map((edit) => (edit.do === 'add' ? { ...edit, nodes: edit.nodes.map(withoutOrigin) } : edit))

/**
 * Writes linked nodes of a source scheme, and the settings that they need, into the scheme that contains them; returns
 * that scheme's new revision. New nodes go in front of the sibling `before`, or at the end.
 */
async function saveLinked(
  tx: Tx,
  { nowMs, userId }: Actor,
  target: { scheme: OwnScheme; tree: Tree },
  sourceId: string,
  { nodes, missingVideos, missingSections }: Update,
  before: string | null,
): Promise<number> {
  const applied = replaceLinkedNodes(target.tree, nodes, before)
  if (!applied.ok) throw refusalOf(applied)
  const { id, sections } = target.scheme
  if (missingSections.length > 0 && sections.length + missingSections.length > MAX_SETTINGS.sections)
    throw new Refusal('EDIT_REFUSED', { detail: 'TOO_MANY_SCHEME_SECTIONS', field: 'sections' })
  const kinds = [...new Set(nodes.flatMap((node) => node.grade ?? []))]
  await execute(tx, ADD_GRADES, [id, sourceId, kinds])
  if (missingVideos.length > 0) await execute(tx, INSERT_SETTINGS.videos, [id, JSON.stringify(missingVideos)])
  if (missingSections.length > 0) await execute(tx, INSERT_SETTINGS.sections, [id, JSON.stringify(missingSections)])
  const { grades, videos } = await mustReadScheme(tx, { id })
  await writeNodes(tx, { id, grades }, target.tree, applied.tree, nowMs)
  await recordPassGrades(tx, id)
  await recordSchemeFiles(tx, id, { nodes: applied.tree.nodes.values(), videos })
  const revision = await nextRevision(tx, id)
  await execute(tx, INSERT_LINKED_UPDATE, [
    id,
    revision,
    JSON.stringify(forHistory(editsBetween(target.tree, applied.tree))),
    JSON.stringify(editsBetween(applied.tree, target.tree)),
    userId,
    new Date(nowMs),
  ])
  await recalculateIfChanged(tx, compileTree(applied.tree, grades), { schemeId: id, nowMs, by: userId })
  return revision
}

const RELINK_SCHEME = tenantStatement(
  'curriculum/set-next-relinked-revision',
  `UPDATE schemes SET revision = revision + 1, relinked_revision = revision + 1
   WHERE client_id = $1 AND id = $2 RETURNING revision`,
)

/** Increments the revision and notes that the tree changed otherwise than by a batch, so that editors load it anew. */
async function nextRevision(tx: Tx, schemeId: string): Promise<number> {
  const row = await findRow(tx, RELINK_SCHEME, [schemeId])
  return row?.revision ?? 0
}

const INSERT_MIRROR = tenantStatement(
  'curriculum/insert-mirror',
  `INSERT INTO mirrors (client_id, scheme_id, node_id, origin_scheme_id, origin_node_id)
   VALUES ($1, $2, $3, $4, $5)`,
)

/** Links a node of another scheme, with its descendants, into a scheme [7.35]. */
export async function linkNode(
  tx: Tx,
  trees: Trees,
  actor: Actor,
  link: { fromScheme: string; fromNode: string; scheme: string; parentId: string | null; before: string | null },
): Promise<{ slug: string; nodeId: string; revision: number }> {
  await lockSchemes(tx, [link.fromScheme, link.scheme])
  const scheme = await mustReadScheme(tx, { id: link.scheme }, { field: 'scheme_uuid' })
  const source = await mustReadScheme(tx, { id: link.fromScheme }, { field: 'link_scheme_uuid' })
  if (!scheme.own) throw new Refusal('EDIT_REFUSED', { detail: 'NOT_OWNER', field: 'scheme_uuid' })
  // links in both directions would update each other for ever
  if (source.id === scheme.id || (await readUpstreamSchemes(tx, source.id)).has(scheme.id))
    throw new Refusal('EDIT_REFUSED', { detail: 'MIRROR_CYCLE', field: 'link_scheme_uuid' })
  const sources = new SourceCache(tx, trees, actor.clientId)
  const tree = await sources.tree(scheme.id)
  const parent = link.parentId === null ? null : tree.nodes.get(link.parentId)
  if (parent === undefined) throw new Refusal('NOT_FOUND', { field: 'parent_id' })
  if (parent?.t === 's') throw new Refusal('EDIT_REFUSED', { detail: 'UNDER_SKILL', field: 'parent_id' })
  if (parent?.origin) throw new Refusal('EDIT_REFUSED', { detail: 'NOT_OWNER', field: 'parent_id' })
  const target = { scheme, tree }
  const origin = { scheme: source, nodeId: link.fromNode }
  const update = await readUpdate(sources, target, origin, { parentId: link.parentId })
  const nodeId = update?.nodes[0]?.id
  if (!update || nodeId === undefined) throw new Refusal('NOT_FOUND', { field: 'link_node_id' })
  const revision = await saveLinked(tx, actor, target, source.id, update, link.before)
  await execute(tx, INSERT_MIRROR, [scheme.id, nodeId, source.id, link.fromNode])
  await auditMirror(tx, actor, 'mirror', scheme.id, { node: nodeId, from: source.id, origin: link.fromNode, revision })
  return { slug: scheme.slug, nodeId, revision }
}

async function auditMirror(tx: Tx, { userId }: Actor, action: string, entityId: string, after: object): Promise<void> {
  await audit(tx, { userId, action, entity: 'scheme', entityId, after })
}

const LOCK_MIRROR = tenantStatement('curriculum/lock-mirror', `${MIRROR.text} FOR UPDATE`)

async function lockMirror(tx: Tx, schemeId: string, nodeId: string): Promise<MirrorRow> {
  const row = await findRow(tx, LOCK_MIRROR, [schemeId, nodeId])
  if (!row) throw new Refusal('NOT_FOUND', { field: 'node_id' })
  return row
}

// of a mirror, `frozen` says that no updates are offered; `kept` is the hash of the update that was declined
const SET_FROZEN = tenantStatement(
  'curriculum/set-mirror-frozen',
  'UPDATE mirrors SET frozen = $4, kept = NULL WHERE client_id = $1 AND scheme_id = $2 AND node_id = $3',
)
const SET_KEPT = tenantStatement(
  'curriculum/set-mirror-kept',
  'UPDATE mirrors SET kept = $4 WHERE client_id = $1 AND scheme_id = $2 AND node_id = $3',
)

/**
 * Carries out an author's answer to the update of a linked node; returns the scheme's new revision if the answer
 * changed it.
 */
export async function answerUpdate(
  tx: Tx,
  trees: Trees,
  actor: Actor,
  { scheme_uuid, node_id, answer, update: seenUpdate }: AnswerBody,
): Promise<{ slug: string; revision: number } | null> {
  await lockSchemes(tx, [scheme_uuid])
  const row = await lockMirror(tx, scheme_uuid, node_id)
  const mirror = await compareMirror(new SourceCache(tx, trees, actor.clientId), row)
  if (!mirror) throw new Refusal('NOT_FOUND', { field: 'node_id' })
  await auditMirror(tx, actor, answer, scheme_uuid, { node: node_id, update: mirror.updateHash })
  if (answer === 'freeze' || answer === 'follow') {
    await execute(tx, SET_FROZEN, [scheme_uuid, node_id, answer === 'freeze'])
    return null
  }
  if (!mirror.update || row.frozen) throw new Refusal('EDIT_REFUSED', { detail: 'NOTHING_TO_ANSWER', field: 'node_id' })
  if (seenUpdate !== mirror.updateHash) throw new Refusal('EDIT_CONFLICT', { field: 'update' })
  if (answer === 'keep') {
    await execute(tx, SET_KEPT, [scheme_uuid, node_id, mirror.updateHash])
    return null
  }
  const revision = await saveLinked(tx, actor, mirror.target, row.origin_scheme_id, mirror.update, /* before */ null)
  await execute(tx, SET_KEPT, [scheme_uuid, node_id, null])
  return { slug: mirror.target.scheme.slug, revision }
}

/** The schemes of all copies of the same origin, the chosen one included. */
const SCHEMES_OF_COPIES = tenantStatement(
  'curriculum/list-schemes-of-copies',
  `SELECT DISTINCT copies.scheme_id FROM mirrors chosen
   JOIN mirrors copies ON copies.client_id = chosen.client_id
     AND copies.origin_scheme_id = chosen.origin_scheme_id AND copies.origin_node_id = chosen.origin_node_id
   WHERE chosen.client_id = $1 AND chosen.scheme_id = $2 AND chosen.node_id = $3`,
)

const DELETE_MIRROR = tenantStatement(
  'curriculum/delete-mirror',
  'DELETE FROM mirrors WHERE client_id = $1 AND scheme_id = $2 AND node_id = $3',
)

const LOCK_COPIES = tenantStatement(
  'curriculum/lock-copies-of-node',
  `SELECT ${MIRROR_COLUMNS} FROM mirrors mirror
   WHERE mirror.client_id = $1 AND mirror.origin_scheme_id = $2 AND mirror.origin_node_id = $3 FOR UPDATE`,
)

/** Each node below the other copy now comes from the chosen copy's node that came from the same origin. */
const RELINK_NODES = tenantStatement(
  'curriculum/relink-nodes-of-copy',
  `UPDATE scheme_nodes other SET origin_scheme_id = $2, origin_node_id = chosen.id FROM scheme_nodes chosen
   WHERE other.client_id = $1 AND chosen.client_id = $1
     AND chosen.scheme_id = $2 AND chosen.origin_root = $3 AND other.scheme_id = $4 AND other.origin_root = $5
     AND other.origin_node_id = chosen.origin_node_id`,
)

const RELINK_MIRROR = tenantStatement(
  'curriculum/relink-mirror',
  `UPDATE mirrors SET origin_scheme_id = $2, origin_node_id = $3, kept = NULL
   WHERE client_id = $1 AND scheme_id = $4 AND node_id = $5`,
)

const CLEAR_ORIGIN = tenantStatement(
  'curriculum/clear-origin-of-nodes',
  `UPDATE scheme_nodes SET origin_scheme_id = NULL, origin_node_id = NULL, origin_root = NULL, origin_languages = NULL
   WHERE client_id = $1 AND scheme_id = $2 AND origin_root = $3`,
)

/**
 * Makes a copy of a linked node the owner of its content [7.34], before or after its origin is deleted. The other
 * copies of the same origin are linked to it from then on, except where that would be a circle.
 */
export async function promoteMirror(
  tx: Tx,
  trees: Trees,
  actor: Actor,
  { scheme_uuid, node_id }: { scheme_uuid: string; node_id: string },
): Promise<{ slug: string; revision: number }[]> {
  const copies = await queryRows(tx, SCHEMES_OF_COPIES, [scheme_uuid, node_id])
  await lockSchemes(
    tx,
    copies.map((row) => row.scheme_id),
  )
  const chosen = await lockMirror(tx, scheme_uuid, node_id)
  if (!(await compareMirror(new SourceCache(tx, trees, actor.clientId), chosen)))
    throw new Refusal('NOT_FOUND', { field: 'node_id' })
  await execute(tx, DELETE_MIRROR, [scheme_uuid, node_id])
  const upstream = await readUpstreamSchemes(tx, scheme_uuid)
  const others = await queryRows(tx, LOCK_COPIES, [chosen.origin_scheme_id, chosen.origin_node_id])
  const relinked = others.filter((row) => row.scheme_id !== scheme_uuid && !upstream.has(row.scheme_id))
  for (const other of relinked) {
    await execute(tx, RELINK_NODES, [scheme_uuid, node_id, other.scheme_id, other.node_id])
    await execute(tx, RELINK_MIRROR, [scheme_uuid, node_id, other.scheme_id, other.node_id])
  }
  // the chosen copy's own nodes have no origin any more
  await execute(tx, CLEAR_ORIGIN, [scheme_uuid, node_id])
  await auditMirror(tx, actor, 'rehome', scheme_uuid, { node: node_id, followers: relinked.map((row) => row.node_id) })
  const changed: { slug: string; revision: number }[] = []
  for (const id of new Set([scheme_uuid, ...relinked.map((row) => row.scheme_id)])) {
    const revision = await nextRevision(tx, id)
    const scheme = await readScheme(tx, { id })
    if (scheme) changed.push({ slug: scheme.slug, revision })
  }
  return changed
}
