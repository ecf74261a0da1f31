import { audit } from '#server/platform/audit.ts'
import { checkRows, writeCheckedRows } from './check.ts'
import { contextOfImport } from './queries.ts'
import { writeMembers } from '#server/members/commands.ts'
import { enteringLock } from '#server/members/write-member.ts'
import { recordChanges, type ChangedKey } from '#server/tenants/changes/change-counters.ts'
import { inTenant, type Tx } from '#server/platform/tenancy.ts'
import { noteChangeSet } from '#server/platform/undo-journal.ts'
import type { RunBatch, BatchResult, WorkerDeps } from '#server/platform/jobs/batch.ts'
import type { Task } from '#server/platform/jobs/tasks.ts'

/** After this many members each, the number of entered members is updated. */
const BATCH_SIZE = 1_000

/**
 * Enters the members of a file, all or none, in one transaction. The number of entered members is written in
 * transactions of its own, so that the page can show it before the import commits. When rows have new problems since
 * they were checked, the file becomes a draft again and nothing is entered.
 */
export const importMembersBatch: RunBatch = async (deps, clientId, task) => (tx) => importAll(deps, tx, clientId, task)

async function importAll({ db, now }: WorkerDeps, tx: Tx, clientId: string, task: Task): Promise<BatchResult> {
  const id = task.subject
  const nothingEntered = { finished: true, announcement: null }
  const context = await contextOfImport(tx, clientId, id, now())
  if (!context) return nothingEntered
  // nobody else enters members of this club until the transaction ends
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [enteringLock(context.clubId)])
  // the audit entries belong to this club's log
  await tx.query(`SELECT set_config('app.club', $1, true)`, [context.clubId])
  const rows = await checkRows(tx, context, id, context.columns)
  await writeCheckedRows(tx, id, rows)
  if (rows.some(({ state }) => state === 'bad')) {
    await tx.query(`UPDATE member_imports SET state = 'draft' WHERE id = $1`, [id])
    return nothingEntered
  }
  const entering = rows.flatMap(({ row, member, state }) =>
    state === 'ready' ? [{ row, id: crypto.randomUUID(), clubIds: [context.clubId], ...member }] : [],
  )
  task.total = entering.length
  const changed: ChangedKey[] = []
  for (let start = 0; start < entering.length; start += BATCH_SIZE) {
    changed.push(...(await writeMembers(tx, context, entering.slice(start, start + BATCH_SIZE), { import: id })))
    task.done = changed.length
    await inTenant(db, clientId, 'write', (countTx) =>
      countTx.query('UPDATE member_imports SET entered = $2 WHERE id = $1', [id, changed.length]),
    )
  }
  await finishImport(tx, id, entering, now())
  await noteChangeSet(tx, { ...context, nowMs: now() }, { id, kind: 'import' })
  await audit(tx, clientId, {
    userId: context.userId,
    action: 'import',
    entity: 'member-import',
    entityId: id,
    after: { clubId: context.clubId, entered: entering.length },
  })
  const clubs = await recordChanges(tx, clientId, changed)
  return { finished: true, announcement: { clientId, clubs: [...clubs], parents: [] } }
}

/** Records which row became which member, for the undo, and deletes the contents of the file. */
async function finishImport(
  tx: Tx,
  id: string,
  entered: readonly { row: number; id: string }[],
  nowMs: number,
): Promise<void> {
  await tx.query(
    `UPDATE member_import_rows SET member_id = entered.member, state = 'entered'
     FROM unnest($2::int[], $3::uuid[]) entered (row, member)
     WHERE member_import_rows.import_id = $1 AND member_import_rows.row = entered.row`,
    [id, entered.map((member) => member.row), entered.map((member) => member.id)],
  )
  await tx.query(`UPDATE member_import_rows SET cells = '[]', problems = '[]' WHERE import_id = $1`, [id])
  await tx.query(`UPDATE member_imports SET state = 'done', entered = $2, done_at = $3 WHERE id = $1`, [
    id,
    entered.length,
    new Date(nowMs),
  ])
}
