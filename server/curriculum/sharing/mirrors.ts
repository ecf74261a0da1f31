import type { AnswerBody } from '#contract/curriculum/sharing.ts'
import { withLinked } from '#domain/curriculum/relink.ts'
import type { Refused, Tree } from '#domain/curriculum/tree.ts'
import { audit } from '#server/platform/audit.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { recalculateIfChanged } from '#server/curriculum/schemes/recalculate-if-changed.ts'
import { compiled, writeNodes } from '#server/curriculum/schemes/save-edits.ts'
import { noteSchemeFiles } from '#server/curriculum/schemes/used-files.ts'
import type { Trees } from '#server/curriculum/schemes/trees.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { mustReadScheme, readScheme, type OwnScheme } from './content.ts'
import { COLUMNS, readMirror, readUpdate, Sources, type MirrorRow, type Update } from './linked-updates.ts'

/** Who acts, and when. */
export interface Actor {
  clientId: string
  userId: string | null
  nowMs: number
}

export function refused({ code, id, ids }: Refused): Refusal {
  return new Refusal('EDIT_REFUSED', { detail: code, field: id, ids })
}

/** Locks schemes in one order, whoever asks for which. */
async function lockSchemes(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.query('SELECT FROM schemes WHERE id = ANY($1) ORDER BY id FOR UPDATE', [ids])
}

/** Schemes that a scheme has linked nodes of, those that they have, and so on. */
async function upstream(tx: Tx, schemeId: string): Promise<Set<string>> {
  const { rows } = await tx.query<{ id: string }>(
    `WITH RECURSIVE up AS (SELECT origin_scheme_id AS id FROM mirrors WHERE scheme_id = $1
       UNION SELECT m.origin_scheme_id FROM mirrors m JOIN up ON m.scheme_id = up.id)
     SELECT id FROM up`,
    [schemeId],
  )
  return new Set(rows.map((row) => row.id))
}

/** Saves linked nodes as the next revision of their scheme. */
async function saveLinked(
  tx: Tx,
  { clientId, nowMs, userId }: Actor,
  target: { scheme: OwnScheme; tree: Tree },
  from: string,
  { nodes, missing, sections }: Update,
  before: string | null,
): Promise<number> {
  const done = withLinked(target.tree, nodes, before)
  if (!done.ok) throw refused(done)
  const { id } = target.scheme
  const kinds = [...new Set(nodes.flatMap((node) => node.grade ?? []))]
  await tx.query(
    `INSERT INTO scheme_grades (client_id, scheme_id, grade, pass, labels)
     SELECT client_id, $1, grade, pass, labels FROM scheme_grades WHERE scheme_id = $2 AND grade = ANY($3) ON CONFLICT DO NOTHING`,
    [id, from, kinds],
  )
  if (missing.length > 0)
    await tx.query(
      `INSERT INTO scheme_videos (client_id, scheme_id, id, name, url, poster)
       SELECT $1, $2, id, name, url, poster FROM jsonb_populate_recordset(NULL::scheme_videos, $3)`,
      [clientId, id, JSON.stringify(missing)],
    )
  if (sections.length > 0)
    await tx.query(
      `INSERT INTO scheme_sections (client_id, scheme_id, id, name, type, ordering, visibility)
       SELECT $1, $2, id, name, type, ordering, visibility FROM jsonb_populate_recordset(NULL::scheme_sections, $3)`,
      [clientId, id, JSON.stringify(sections)],
    )
  const { grades, videos } = await mustReadScheme(tx, { id })
  await writeNodes(tx, clientId, { id, grades }, target.tree, done.tree)
  await noteSchemeFiles(tx, clientId, id, { nodes: done.tree.nodes.values(), videos })
  const revision = await nextRevision(tx, id)
  await recalculateIfChanged(tx, clientId, compiled(done.tree, grades), { schemeId: id, nowMs, by: userId })
  return revision
}

async function nextRevision(tx: Tx, schemeId: string): Promise<number> {
  const { rows } = await tx.query<{ revision: number }>(
    'UPDATE schemes SET revision = revision + 1, relinked_revision = revision + 1 WHERE id = $1 RETURNING revision',
    [schemeId],
  )
  return rows[0]?.revision ?? 0
}

/** Links a node of another scheme, with all below it, into one's own [7.35]. */
export async function mirror(
  tx: Tx,
  trees: Trees,
  actor: Actor,
  wish: { fromScheme: string; fromNode: string; scheme: string; parentId: string | null; before: string | null },
): Promise<{ slug: string; nodeId: string; revision: number }> {
  await lockSchemes(tx, [wish.fromScheme, wish.scheme])
  const scheme = await mustReadScheme(tx, { id: wish.scheme }, false, 'scheme_uuid')
  const source = await mustReadScheme(tx, { id: wish.fromScheme }, false, 'link_scheme_uuid')
  if (!scheme.own) throw new Refusal('EDIT_REFUSED', { detail: 'NOT_OWNER', field: 'scheme_uuid' })
  // a scheme that follows another cannot be followed by it: neither would ever come to rest
  if (source.id === scheme.id || (await upstream(tx, source.id)).has(scheme.id))
    throw new Refusal('EDIT_REFUSED', { detail: 'MIRROR_CYCLE', field: 'link_scheme_uuid' })
  const sources = new Sources(tx, trees, actor.clientId)
  const tree = await sources.tree(scheme.id)
  const parent = wish.parentId === null ? null : tree.nodes.get(wish.parentId)
  if (parent === undefined) throw new Refusal('NOT_FOUND', { field: 'parent_id' })
  if (parent?.t === 's') throw new Refusal('EDIT_REFUSED', { detail: 'UNDER_SKILL', field: 'parent_id' })
  if (parent?.origin) throw new Refusal('EDIT_REFUSED', { detail: 'NOT_OWNER', field: 'parent_id' })
  const target = { scheme, tree }
  const origin = { scheme: source, nodeId: wish.fromNode }
  const update = await readUpdate(sources, target, origin, { parentId: wish.parentId })
  const nodeId = update?.nodes[0]?.id
  if (!update || nodeId === undefined) throw new Refusal('NOT_FOUND', { field: 'link_node_id' })
  const revision = await saveLinked(tx, actor, target, source.id, update, wish.before)
  await tx.query(
    'INSERT INTO mirrors (client_id, scheme_id, node_id, origin_scheme_id, origin_node_id) VALUES ($1, $2, $3, $4, $5)',
    [actor.clientId, scheme.id, nodeId, source.id, wish.fromNode],
  )
  await note(tx, actor, 'mirror', scheme.id, { node: nodeId, from: source.id, origin: wish.fromNode, revision })
  return { slug: scheme.slug, nodeId, revision }
}

async function note(
  tx: Tx,
  { clientId, userId }: Actor,
  action: string,
  entityId: string,
  after: object,
): Promise<void> {
  await audit(tx, clientId, { userId, action, entity: 'scheme', entityId, after })
}

async function lockMirror(tx: Tx, schemeId: string, nodeId: string): Promise<MirrorRow> {
  const { rows } = await tx.query<MirrorRow>(
    `SELECT ${COLUMNS} FROM mirrors m WHERE m.scheme_id = $1 AND m.node_id = $2 FOR UPDATE`,
    [schemeId, nodeId],
  )
  const [row] = rows
  if (!row) throw new Refusal('NOT_FOUND', { field: 'node_id' })
  return row
}

/** The author's word on an update of a linked node. Answers the new revision of the scheme where that was changed. */
export async function answer(
  tx: Tx,
  trees: Trees,
  actor: Actor,
  { scheme_uuid, node_id, answer: said, update: seen }: AnswerBody,
): Promise<{ slug: string; revision: number } | null> {
  await lockSchemes(tx, [scheme_uuid])
  const row = await lockMirror(tx, scheme_uuid, node_id)
  const read = await readMirror(new Sources(tx, trees, actor.clientId), row)
  if (!read) throw new Refusal('NOT_FOUND', { field: 'node_id' })
  const where = 'WHERE scheme_id = $1 AND node_id = $2'
  const keys = [scheme_uuid, node_id]
  await note(tx, actor, said, scheme_uuid, { node: node_id, update: read.mark })
  if (said === 'freeze' || said === 'follow') {
    await tx.query(`UPDATE mirrors SET frozen = $3, kept = NULL ${where}`, [...keys, said === 'freeze'])
    return null
  }
  if (!read.update || row.frozen) throw new Refusal('EDIT_REFUSED', { detail: 'NOTHING_TO_ANSWER', field: 'node_id' })
  if (seen !== read.mark) throw new Refusal('EDIT_CONFLICT', { field: 'update' })
  if (said === 'keep') {
    await tx.query(`UPDATE mirrors SET kept = $3 ${where}`, [...keys, read.mark])
    return null
  }
  const revision = await saveLinked(tx, actor, read.target, row.origin_scheme_id, read.update, null)
  await tx.query(`UPDATE mirrors SET kept = NULL ${where}`, keys)
  return { slug: read.target.scheme.slug, revision }
}

/**
 * The chosen copy becomes the owner of what it says [7.34], before its origin is deleted or after; the other copies of
 * the same origin follow it from then on, but where that would go round in a circle.
 */
export async function rehome(
  tx: Tx,
  trees: Trees,
  actor: Actor,
  { scheme_uuid, node_id }: { scheme_uuid: string; node_id: string },
): Promise<{ slug: string; revision: number }[]> {
  const { rows: concerned } = await tx.query<{ scheme_id: string }>(
    `SELECT DISTINCT o.scheme_id FROM mirrors m JOIN mirrors o ON o.client_id = m.client_id AND o.origin_scheme_id = m.origin_scheme_id
       AND o.origin_node_id = m.origin_node_id WHERE m.scheme_id = $1 AND m.node_id = $2`,
    [scheme_uuid, node_id],
  )
  await lockSchemes(
    tx,
    concerned.map((one) => one.scheme_id),
  )
  const chosen = await lockMirror(tx, scheme_uuid, node_id)
  if (!(await readMirror(new Sources(tx, trees, actor.clientId), chosen)))
    throw new Refusal('NOT_FOUND', { field: 'node_id' })
  await tx.query('DELETE FROM mirrors WHERE scheme_id = $1 AND node_id = $2', [scheme_uuid, node_id])
  const above = await upstream(tx, scheme_uuid)
  const { rows: others } = await tx.query<MirrorRow>(
    `SELECT ${COLUMNS} FROM mirrors m WHERE m.origin_scheme_id = $1 AND m.origin_node_id = $2 FOR UPDATE`,
    [chosen.origin_scheme_id, chosen.origin_node_id],
  )
  const following = others.filter((one) => one.scheme_id !== scheme_uuid && !above.has(one.scheme_id))
  for (const other of following) {
    await tx.query(
      `UPDATE scheme_nodes n SET origin_scheme_id = $1, origin_node_id = c.id FROM scheme_nodes c
       WHERE c.scheme_id = $1 AND c.origin_root = $2 AND n.scheme_id = $3 AND n.origin_root = $4 AND n.origin_node_id = c.origin_node_id`,
      [scheme_uuid, node_id, other.scheme_id, other.node_id],
    )
    await tx.query(
      'UPDATE mirrors SET origin_scheme_id = $1, origin_node_id = $2, kept = NULL WHERE scheme_id = $3 AND node_id = $4',
      [scheme_uuid, node_id, other.scheme_id, other.node_id],
    )
  }
  await tx.query(
    `UPDATE scheme_nodes SET origin_scheme_id = NULL, origin_node_id = NULL, origin_root = NULL, origin_languages = NULL
     WHERE scheme_id = $1 AND origin_root = $2`,
    [scheme_uuid, node_id],
  )
  await note(tx, actor, 'rehome', scheme_uuid, { node: node_id, followers: following.map((one) => one.node_id) })
  const changed: { slug: string; revision: number }[] = []
  for (const id of new Set([scheme_uuid, ...following.map((one) => one.scheme_id)])) {
    const revision = await nextRevision(tx, id)
    const scheme = await readScheme(tx, { id })
    if (scheme) changed.push({ slug: scheme.slug, revision })
  }
  return changed
}
