import { audit } from '#server/platform/audit.ts'
import { checkRows, writeCheckedRows } from './check.ts'
import { contextOfImport } from './queries.ts'
import { writeMembers } from '#server/members/commands.ts'
import { enteringLock } from '#server/members/write-member.ts'
import { recordChanges, type ChangedKey } from '#server/tenants/changes/change-counters.ts'
import { LOCK_TEXT } from '#server/identity/users/invite.ts'
import { execute, statement, tenantStatement } from '#server/platform/sql/statement.ts'
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

const SET_CLUB = statement('flows/set-club-of-import', `SELECT set_config('app.club', $1, true)`)

const MAKE_DRAFT = tenantStatement(
  'flows/make-import-draft',
  `UPDATE member_imports SET state = 'draft' WHERE client_id = $1 AND id = $2`,
)

const COUNT_ENTERED = tenantStatement(
  'flows/count-entered-members',
  'UPDATE member_imports SET entered = $3 WHERE client_id = $1 AND id = $2',
)

async function importAll({ db, now }: WorkerDeps, tx: Tx, clientId: string, task: Task): Promise<BatchResult> {
  const id = task.subject
  const nothingEntered = { finished: true, announcement: null }
  const context = await contextOfImport(tx, clientId, id, now())
  if (!context) return nothingEntered
  // nobody else enters members of this club until the transaction ends
  await execute(tx, LOCK_TEXT, [enteringLock(context.clubId)])
  // the audit entries belong to this club's log
  await execute(tx, SET_CLUB, [context.clubId])
  const rows = await checkRows(tx, context, id, context.columns)
  await writeCheckedRows(tx, id, rows)
  if (rows.some(({ state }) => state === 'bad')) {
    await execute(tx, MAKE_DRAFT, [id])
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
    await inTenant(db, clientId, 'write', (countTx) => execute(countTx, COUNT_ENTERED, [id, changed.length]))
  }
  await finishImport(tx, id, entering, now())
  await noteChangeSet(tx, { ...context, nowMs: now() }, { id, kind: 'import' })
  await audit(tx, {
    userId: context.userId,
    action: 'import',
    entity: 'member-import',
    entityId: id,
    after: { clubId: context.clubId, entered: entering.length },
  })
  const clubs = await recordChanges(tx, changed)
  return { finished: true, announcement: { clientId, clubs: [...clubs], parents: [] } }
}

const ENTER_ROWS = tenantStatement(
  'flows/enter-rows-of-import',
  `UPDATE member_import_rows line SET member_id = entered.member, state = 'entered'
   FROM unnest($3::int[], $4::uuid[]) entered (row, member)
   WHERE line.client_id = $1 AND line.import_id = $2 AND line.row = entered.row`,
)

const CLEAR_ROWS = tenantStatement(
  'flows/clear-rows-of-import',
  `UPDATE member_import_rows SET cells = '[]', problems = '[]' WHERE client_id = $1 AND import_id = $2`,
)

const FINISH_IMPORT = tenantStatement(
  'flows/finish-import',
  `UPDATE member_imports SET state = 'done', entered = $3, done_at = $4 WHERE client_id = $1 AND id = $2`,
)

/** Records which row became which member, for the undo, and deletes the contents of the file. */
async function finishImport(
  tx: Tx,
  id: string,
  entered: readonly { row: number; id: string }[],
  nowMs: number,
): Promise<void> {
  await execute(tx, ENTER_ROWS, [id, entered.map((member) => member.row), entered.map((member) => member.id)])
  await execute(tx, CLEAR_ROWS, [id])
  await execute(tx, FINISH_IMPORT, [id, entered.length, new Date(nowMs)])
}
