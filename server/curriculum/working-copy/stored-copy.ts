import { SavedEdits } from '#contract/curriculum/authoring.ts'
import type { WorkingCopyState } from '#contract/curriculum/working-copy.ts'
import { effective } from '#domain/curriculum/edits/steps.ts'
import type { Edit } from '#domain/curriculum/tree.ts'
import type { LiveBatch } from '#domain/curriculum/working-copy/batches.ts'
import { audit } from '#server/platform/audit.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { execute, findRow, getRow, queryRows, tenantStatement, type RowOf } from '#server/platform/sql/statement.ts'
import { savedChanges } from '#server/curriculum/schemes/saved-changes.ts'
import type { Tx } from '#server/platform/tenancy.ts'

const { edits: Edits } = SavedEdits.properties

const FIND_COPY = tenantStatement(
  'curriculum/find-working-copy',
  `SELECT copy.id, copy.base_revision, copy.revision, copy.begun_at, author.firstname || ' ' || author.lastname AS begun_by
   FROM working_copies copy JOIN users author ON author.client_id = copy.client_id AND author.id = copy.begun_by
   WHERE copy.client_id = $1 AND copy.scheme_id = $2 AND copy.ended_at IS NULL`,
)
/** A working copy that was neither released nor dropped. */
export type StoredCopy = RowOf<typeof FIND_COPY>

export async function findCopy(tx: Tx, schemeId: string): Promise<StoredCopy | null> {
  return (await findRow(tx, FIND_COPY, [schemeId])) ?? null
}

/** The working copy of a scheme; refuses with EDIT_CONFLICT when it is another one by now, or none. */
export async function requireCopy(tx: Tx, schemeId: string, copyId: string): Promise<StoredCopy> {
  const copy = await findCopy(tx, schemeId)
  if (copy?.id !== copyId) throw new Refusal('EDIT_CONFLICT', { field: 'copy' })
  return copy
}

const BEGIN_COPY = tenantStatement(
  'curriculum/begin-working-copy',
  `INSERT INTO working_copies (client_id, id, scheme_id, base_revision, begun_by, begun_at)
   VALUES ($1, $2, $3, $4, $5, $6)`,
)

/** Begins the working copy of a scheme; the scheme's row is locked, so that nobody else does meanwhile. */
export async function beginCopy(
  tx: Tx,
  scheme: { id: string; revision: number },
  { by, nowMs }: { by: string; nowMs: number },
): Promise<Pick<StoredCopy, 'id' | 'revision'>> {
  const id = crypto.randomUUID()
  await execute(tx, BEGIN_COPY, [id, scheme.id, scheme.revision, by, new Date(nowMs)])
  await audit(tx, { userId: by, action: 'begin', entity: 'working-copy', entityId: id, after: { scheme: scheme.id } })
  return { id, revision: 0 }
}

const LIST_BATCHES = tenantStatement(
  'curriculum/list-batches-of-copy',
  `SELECT batch.revision, batch.live_revision AS "liveRevision", batch.step, batch.forward, batch.edits, batch.undo,
     batch.at, author.firstname || ' ' || author.lastname AS by
   FROM working_copy_edits batch JOIN users author ON author.client_id = batch.client_id AND author.id = batch.user_id
   WHERE batch.client_id = $1 AND batch.copy_id = $2 ORDER BY batch.revision`,
  { json: { edits: Edits, undo: Edits } },
)
/** A batch of a copy with who made it and when. */
export type StoredBatch = RowOf<typeof LIST_BATCHES>

export async function readBatches(tx: Tx, copyId: string): Promise<StoredBatch[]> {
  return queryRows(tx, LIST_BATCHES, [copyId])
}

const LIST_LIVE_BATCHES = tenantStatement(
  'curriculum/list-live-batches-since',
  `SELECT revision, undo FROM ${savedChanges} batch
   WHERE scheme_id = $2 AND revision > $3 ORDER BY revision`,
  { json: { undo: Edits } },
)

/**
 * What was saved live, or taken over into linked nodes, since the first of these batches of a copy that deletes nodes;
 * nothing when none does.
 */
export async function readLiveBatches(tx: Tx, schemeId: string, batches: readonly StoredBatch[]): Promise<LiveBatch[]> {
  const deletion = batches.find(({ edits }) => edits.some((edit) => edit.do === 'remove'))
  if (!deletion) return []
  const rows = await queryRows(tx, LIST_LIVE_BATCHES, [schemeId, deletion.liveRevision])
  // there were undos before there were working copies
  return rows.map(({ revision, undo }) => ({ revision, undo: undo ?? [] }))
}

const INSERT_BATCH = tenantStatement(
  'curriculum/insert-batch-of-copy',
  // a step that the copy does not have makes this one a step of its own, as for the live tree
  `INSERT INTO working_copy_edits
     (client_id, copy_id, revision, live_revision, user_id, edits, undo, step, forward, at)
   SELECT $1, $2, $3, $4, $5, $6, $7, coalesce(known.step, $3), known.step IS NULL OR $9, $10
   FROM (SELECT (SELECT step FROM working_copy_edits earlier WHERE earlier.client_id = $1 AND earlier.copy_id = $2
     AND earlier.live_revision + earlier.revision = $8) AS step) known RETURNING client_id`,
)

const LAST_MOVE_OF_STEP = tenantStatement(
  'curriculum/find-last-move-of-step-of-copy',
  `SELECT batch.forward FROM working_copy_edits batch
   JOIN working_copy_edits first ON first.client_id = batch.client_id AND first.copy_id = batch.copy_id
     AND first.revision = batch.step
   WHERE batch.client_id = $1 AND batch.copy_id = $2 AND first.live_revision + first.revision = $3
   ORDER BY batch.revision DESC LIMIT 1`,
)

/** Whether a step of the copy is already what a batch makes it; `step.revision` is one of the copy's tree. */
export async function isCopyStepDone(
  tx: Tx,
  copyId: string,
  { revision, forward }: { revision: number; forward: boolean },
): Promise<boolean> {
  const last = await findRow(tx, LAST_MOVE_OF_STEP, [copyId, revision])
  return last?.forward === forward
}

const SET_COPY_REVISION = tenantStatement(
  'curriculum/set-revision-of-copy',
  'UPDATE working_copies SET revision = $3 WHERE client_id = $1 AND id = $2',
)

/** Adds a batch to a copy; returns the copy's new revision. */
export async function insertBatch(
  tx: Tx,
  copy: Pick<StoredCopy, 'id' | 'revision'>,
  batch: { edits: readonly Edit[]; undo: readonly Edit[]; liveRevision: number },
  { by, nowMs, step }: { by: string; nowMs: number; step?: { revision: number; forward: boolean } | undefined },
): Promise<number> {
  const revision = copy.revision + 1
  const { edits, undo, liveRevision } = batch
  await execute(tx, INSERT_BATCH, [
    copy.id,
    revision,
    liveRevision,
    by,
    JSON.stringify(edits),
    JSON.stringify(undo),
    // no batch makes the tree's revision 0
    step?.revision ?? 0,
    step?.forward ?? true,
    new Date(nowMs),
  ])
  await execute(tx, SET_COPY_REVISION, [copy.id, revision])
  await audit(tx, { userId: by, action: 'edit', entity: 'working-copy', entityId: copy.id, after: { revision } })
  return revision
}

const COUNT_BEFORE = tenantStatement(
  'curriculum/count-batches-of-copy-before',
  `SELECT count(*)::int AS count FROM working_copy_edits
   WHERE client_id = $1 AND copy_id = $2 AND live_revision + revision < $3`,
)

/** The live revision of a batch that went live when the copy's tree got this revision. */
export async function liveRevisionOf(tx: Tx, copyId: string, revision: number): Promise<number> {
  const { count } = await getRow(tx, COUNT_BEFORE, [copyId, revision])
  return revision - (count ?? 0)
}

/** An editor that is more batches behind than this loads the tree anew. */
const MAX_BATCHES = 200

const LIST_BATCHES_SINCE = tenantStatement(
  'curriculum/list-batches-of-copy-since',
  `SELECT batch.live_revision + batch.revision AS revision, batch.user_id AS by,
     author.firstname || ' ' || author.lastname AS "byName", batch.edits,
     first.live_revision + first.revision AS step, batch.forward
   FROM working_copy_edits batch
   JOIN working_copy_edits first ON first.client_id = batch.client_id AND first.copy_id = batch.copy_id
     AND first.revision = batch.step
   JOIN users author ON author.client_id = batch.client_id AND author.id = batch.user_id
   WHERE batch.client_id = $1 AND batch.copy_id = $2 AND batch.live_revision + batch.revision > $3
   ORDER BY batch.revision LIMIT ${MAX_BATCHES + 1}`,
  { json: { edits: Edits } },
)

/**
 * The copy's batches after a revision of its tree, which counts the saves of the scheme and of the copy together. Null when
 * something was also saved live since, so that the tree must be loaded anew.
 */
export async function copyBatchesSince(
  tx: Tx,
  copyId: string,
  { base, now }: { base: number; now: number },
): Promise<SavedEdits[] | null> {
  if (now - base > MAX_BATCHES) return null
  const rows = await queryRows(tx, LIST_BATCHES_SINCE, [copyId, base])
  const batches = rows.map((row) => ({ ...row, revision: Number(row.revision) }))
  return batches.length === now - base ? batches : null
}

const LIST_STEPS = tenantStatement(
  'curriculum/list-steps-of-copy',
  `SELECT batch.revision, batch.step, batch.forward FROM working_copy_edits batch
   WHERE batch.client_id = $1 AND batch.copy_id = $2 ORDER BY batch.revision`,
)

const LAST_ENDED = tenantStatement(
  'curriculum/find-ended-working-copy',
  `SELECT copy.id, copy.released_revision IS NOT NULL AS released, extract(epoch FROM copy.ended_at)::int AS ts,
     author.firstname || ' ' || author.lastname AS by
   FROM working_copies copy JOIN users author ON author.client_id = copy.client_id AND author.id = copy.ended_by
   WHERE copy.client_id = $1 AND copy.scheme_id = $2 AND copy.ended_at IS NOT NULL
   ORDER BY copy.ended_at DESC, copy.id LIMIT 1`,
)

/** The working copy that a scheme has, and the one that ended last. */
export async function readCopyState(tx: Tx, schemeId: string): Promise<WorkingCopyState> {
  const copy = await findCopy(tx, schemeId)
  const ended = (await findRow(tx, LAST_ENDED, [schemeId])) ?? null
  const state = ended && { ...ended, released: ended.released ?? false, by: ended.by ?? '', ts: ended.ts ?? 0 }
  if (!copy) return { copy: null, ended: state }
  const { id, begun_by, begun_at } = copy
  const changes = effective(await queryRows(tx, LIST_STEPS, [id])).length
  return {
    copy: { id, begun_by: begun_by ?? '', begun_ts: Math.floor(begun_at.getTime() / 1000), changes },
    ended: state,
  }
}

const LIST_OWN_STEPS = tenantStatement(
  'curriculum/list-own-steps-of-copy',
  `SELECT DISTINCT ON (batch.step) batch.step, first.live_revision + first.revision AS made,
     batch.live_revision + batch.revision AS at_revision, batch.forward, batch.undo
   FROM working_copy_edits batch
   JOIN working_copy_edits first ON first.client_id = batch.client_id AND first.copy_id = batch.copy_id
     AND first.revision = batch.step
   WHERE batch.client_id = $1 AND batch.copy_id = $2
     AND batch.step IN (SELECT step FROM working_copy_edits own WHERE own.client_id = $1 AND own.copy_id = $2
       AND own.user_id = $3)
   ORDER BY batch.step, batch.revision DESC`,
  { json: { undo: Edits } },
)

/** The newest batch of each step of an author in a copy, by the revisions of its tree. */
export async function readLastOfOwnCopySteps(tx: Tx, copyId: string, userId: string) {
  const rows = await queryRows(tx, LIST_OWN_STEPS, [copyId, userId])
  return rows.map((row) => ({ ...row, step: Number(row.made), revision: Number(row.at_revision) }))
}

const END_COPY = tenantStatement(
  'curriculum/end-working-copy',
  `UPDATE working_copies SET ended_by = $3, ended_at = $4, released_revision = $5
   WHERE client_id = $1 AND id = $2`,
)

const DELETE_BATCHES = tenantStatement(
  'curriculum/delete-batches-of-copy',
  'DELETE FROM working_copy_edits WHERE client_id = $1 AND copy_id = $2',
)

/** Ends a copy: `releasedRevision` is the live revision that its release made, null when it is dropped. */
export async function endCopy(
  tx: Tx,
  copy: StoredCopy,
  releasedRevision: number | null,
  { by, nowMs }: { by: string; nowMs: number },
): Promise<void> {
  await execute(tx, END_COPY, [copy.id, by, new Date(nowMs), releasedRevision])
  // what was released stays, to say who made what of it
  if (releasedRevision === null) await execute(tx, DELETE_BATCHES, [copy.id])
  await audit(tx, {
    userId: by,
    action: releasedRevision === null ? 'drop' : 'release',
    entity: 'working-copy',
    entityId: copy.id,
    before: { revision: copy.revision },
    ...(releasedRevision === null ? {} : { after: { live_revision: releasedRevision } }),
  })
}
