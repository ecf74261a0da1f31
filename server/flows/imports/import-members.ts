import { audit } from '#server/platform/audit.ts'
import { checkRows, writeCheckedRows, type CheckMode } from './check.ts'
import type { CheckedRow } from './checked-row.ts'
import { readMarkPlaces } from './mark-places.ts'
import { enterGroups } from './row-groups.ts'
import { contextOfImport, type WaitingImport } from './queries.ts'
import { bringPasses, type BroughtPass, type MarkPlace } from '#server/assessment/brought-levels/bring-passes.ts'
import type { Curricula } from '#server/curriculum/schemes/curriculum.ts'
import { rememberedColumns } from '#domain/members/guess-columns.ts'
import { writeMembers } from '#server/members/commands.ts'
import { enteringLock } from '#server/members/write-member.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import { recordAndDescribe } from '#server/tenants/clubs/club-write.ts'
import { lockGroups } from '#server/scheduling/groups/restore-places.ts'
import { LOCK_TEXT } from '#server/identity/users/invite.ts'
import { execute, tenantStatement } from '#server/platform/sql/statement.ts'
import { undoIfFalse } from '#server/platform/sql/undo-if-refused.ts'
import { inTenant, setClubOfLog, type Tx } from '#server/platform/tenancy.ts'
import { noteChangeSet } from '#server/platform/undo-journal.ts'
import type { RunBatch } from '#server/platform/jobs/batch.ts'

/** After this many members each, the number of entered members is updated. */
const BATCH_SIZE = 1_000

/**
 * Enters the members of a file, all or none, in one transaction. The number of entered members is written in
 * transactions of its own, so that the page can show it before the import commits. When rows have new problems since
 * they were checked, the file becomes a draft again and nothing is entered.
 */
export function importMembersBatch(curricula: Curricula): RunBatch {
  return async ({ db, now }, clientId, task) =>
    async (tx) => {
      const changed = await runImport(
        tx,
        curricula,
        { clientId, id: task.subject, nowMs: now() },
        {
          report: async (done, total) => {
            task.total = total
            task.done = done
            await inTenant(db, clientId, 'write', (countTx) => execute(countTx, COUNT_ENTERED, [task.subject, done]))
          },
        },
      )
      if (changed === null) return { finished: true, announcement: null }
      return { finished: true, announcement: await recordAndDescribe(tx, clientId, { changed }) }
    }
}

const MAKE_DRAFT = tenantStatement(
  'flows/make-import-draft',
  `UPDATE member_imports SET state = 'draft' WHERE client_id = $1 AND id = $2`,
)

const COUNT_ENTERED = tenantStatement(
  'flows/count-entered-members',
  'UPDATE member_imports SET entered = $3 WHERE client_id = $1 AND id = $2',
)

/**
 * Enters what a waiting import brings; `report` is told how many members of how many are entered, `placeOf` says where
 * the mark of a row was given, and `isExport` how its rows are checked. Returns the changed keys; null when the import
 * waits no more, or has problems and became a draft again.
 */
export async function runImport(
  tx: Tx,
  curricula: Curricula,
  { clientId, id, nowMs }: { clientId: string; id: string; nowMs: number },
  {
    report = async () => {},
    placeOf = () => undefined,
    isExport = false,
  }: CheckMode & {
    report?: (entered: number, of: number) => Promise<void>
    placeOf?: (row: number) => MarkPlace | undefined
  } = {},
): Promise<ChangedKey[] | null> {
  const context = await contextOfImport(tx, clientId, id, nowMs)
  if (!context) return null
  // nobody else enters members of this club until the transaction ends
  await execute(tx, LOCK_TEXT, [enteringLock(context.clubId)])
  await setClubOfLog(tx, context.clubId)
  let rows = await checkRows(tx, context, id, context, { isExport })
  while (!(await lockRows(tx, context.clubId, rows))) rows = await checkRows(tx, context, id, context, { isExport })
  await writeCheckedRows(tx, id, rows)
  if (rows.some(({ state }) => state === 'bad')) {
    await execute(tx, MAKE_DRAFT, [id])
    return null
  }
  const entering = rows.flatMap(({ row, member, state }) =>
    state === 'ready' ? [{ row, id: crypto.randomUUID(), clubIds: [context.clubId], ...member }] : [],
  )
  const changed: ChangedKey[] = []
  await report(0, entering.length)
  for (let start = 0; start < entering.length; start += BATCH_SIZE) {
    changed.push(...(await writeMembers(tx, context, entering.slice(start, start + BATCH_SIZE), { import: id })))
    await report(Math.min(start + BATCH_SIZE, entering.length), entering.length)
  }
  await noteChangeSet(tx, context, { id, kind: 'import' })
  const memberOf = membersOfRows(rows, new Map(entering.map((member) => [member.row, member.id])))
  changed.push(
    ...(await enterGroups(
      tx,
      context,
      id,
      rows.flatMap((row) => {
        const memberId = memberOf(row)
        return memberId === null ? [] : row.groups.map((group) => ({ memberId, group }))
      }),
    )),
  )
  const passes = await passesOf(tx, rows, memberOf, placeOf)
  changed.push(...(await bringPasses(tx, { ...context, run: id }, curricula, passes)).changed)
  await finishImport(tx, id, entering, passes.length, nowMs)
  await remember(tx, context)
  await audit(tx, {
    userId: context.userId,
    action: 'import',
    entity: 'member-import',
    entityId: id,
    after: { clubId: context.clubId, entered: entering.length },
  })
  return changed
}

/**
 * Locks the groups that rows enter and the members who were here. False, and nothing is locked, when one of them was
 * merged or erased since the rows were checked: other rows may enter other groups, which come before members, as
 * everywhere.
 */
function lockRows(tx: Tx, clubId: string, rows: readonly CheckedRow[]): Promise<boolean> {
  return undoIfFalse(tx, async () => {
    await lockGroups(tx, groupsOf(rows))
    return lockKnownMembers(tx, clubId, rows)
  })
}

/** The groups of the club that rows enter. */
function groupsOf(rows: readonly CheckedRow[]): string[] {
  return [...new Set(rows.flatMap((row) => row.groups.flatMap((group) => group.id ?? [])))]
}

const LOCK_KNOWN = tenantStatement(
  'flows/lock-known-members-of-import',
  'SELECT FROM members WHERE client_id = $1 AND id = ANY($2) ORDER BY id FOR NO KEY UPDATE',
)

const KNOWN = tenantStatement(
  'flows/find-known-members-of-import',
  `SELECT FROM club_members WHERE client_id = $1 AND club_id = $2 AND member_id = ANY($3) AND status <> 'merged'`,
)

/** Locks the members who were here and to whom rows bring something, so that a merge takes that along. */
async function lockKnownMembers(tx: Tx, clubId: string, rows: readonly CheckedRow[]): Promise<boolean> {
  const memberOf = membersOfRows(rows, /* entered */ new Map())
  const ids = [...new Set(rows.flatMap((row) => memberOf(row) ?? []))]
  if (ids.length === 0) return true
  await execute(tx, LOCK_KNOWN, [ids])
  return (await execute(tx, KNOWN, [clubId, ids])) === ids.length
}

/** Who is meant by a row that brings something: a member who was just entered, by the row's number, or was here. */
function membersOfRows(
  rows: readonly CheckedRow[],
  entered: ReadonlyMap<number, string>,
): (row: CheckedRow) => string | null {
  const rowsByNumber = new Map(rows.map((row) => [row.row, row]))
  return ({ row, state, existing, sameAs }) => {
    const earlier = sameAs === null ? undefined : rowsByNumber.get(sameAs)
    if (state !== 'ready' && state !== 'levels') return null
    return existing ?? earlier?.existing ?? entered.get(sameAs ?? row) ?? null
  }
}

/** The levels and skills that the rows bring, and the marks, in the order of the file. */
async function passesOf(
  tx: Tx,
  rows: readonly CheckedRow[],
  memberOf: (row: CheckedRow) => string | null,
  placeOf: (row: number) => MarkPlace | undefined,
): Promise<BroughtPass[]> {
  const places = await readMarkPlaces(tx)
  const brought = rows.flatMap((row) => {
    const memberId = memberOf(row)
    if (memberId === null) return []
    return row.levels.flatMap((passed): (BroughtPass & { isOfHistory: boolean })[] => {
      const place = places.get(passed.key)
      const { grade, pass } = { grade: 1, pass: undefined, ...passed }
      if (!place) return []
      const { on, by = null } = passed
      const given = placeOf(row.row)
      return [
        {
          memberId,
          schemeId: place.schemeId,
          nodeId: place.nodeId,
          grade,
          pass: pass ?? place.pass,
          on,
          by: given?.by ?? by,
          ...(given ? { place: given } : {}),
          isOfHistory: pass !== undefined,
        },
      ]
    })
  })
  // several rows of a child may name one level, where a day counts more than none; each mark of a history is one
  const once = new Map<string, BroughtPass>()
  const history: BroughtPass[] = []
  for (const { isOfHistory, ...pass } of brought) {
    const key = `${pass.memberId} ${pass.schemeId}${pass.nodeId}`
    if (isOfHistory) history.push(pass)
    else if ((once.get(key)?.on ?? null) === null) once.set(key, pass)
  }
  return [...once.values(), ...history]
}

const REMEMBER = tenantStatement(
  'flows/remember-columns',
  `UPDATE clubs SET import_columns = import_columns || $3, import_choices = import_choices || $4
   WHERE client_id = $1 AND id = $2`,
)

/** Keeps what the headings and texts of the file held, for the club's next file. */
async function remember(tx: Tx, { clubId, header, columns, choices }: WaitingImport): Promise<void> {
  await execute(tx, REMEMBER, [clubId, JSON.stringify(rememberedColumns(header, columns)), JSON.stringify(choices)])
}

const ENTER_ROWS = tenantStatement(
  'flows/enter-rows-of-import',
  `UPDATE member_import_rows line SET member_id = entered.member, state = 'entered'
   FROM unnest($3::int[], $4::uuid[]) entered (row, member)
   WHERE line.client_id = $1 AND line.import_id = $2 AND line.row = entered.row`,
)

const CLEAR_ROWS = tenantStatement(
  'flows/clear-rows-of-import',
  `UPDATE member_import_rows SET cells = '[]', problems = '[]', levels = '[]'
   WHERE client_id = $1 AND import_id = $2 AND state <> 'out'`,
)

const DELETE_FILE = tenantStatement(
  'flows/delete-file-of-import',
  'DELETE FROM member_import_files WHERE client_id = $1 AND import_id = $2',
)

const FINISH_IMPORT = tenantStatement(
  'flows/finish-import',
  `UPDATE member_imports SET state = 'done', entered = $3, levels = $4, done_at = $5 WHERE client_id = $1 AND id = $2`,
)

/**
 * Records which row became which member, for the undo, and deletes the contents of the file; those of rows that were left
 * out can be saved for a week (`deleteOldDrafts`).
 */
async function finishImport(
  tx: Tx,
  id: string,
  entered: readonly { row: number; id: string }[],
  levels: number,
  nowMs: number,
): Promise<void> {
  await execute(tx, ENTER_ROWS, [id, entered.map((member) => member.row), entered.map((member) => member.id)])
  await execute(tx, CLEAR_ROWS, [id])
  await execute(tx, DELETE_FILE, [id])
  await execute(tx, FINISH_IMPORT, [id, entered.length, levels, new Date(nowMs)])
}
