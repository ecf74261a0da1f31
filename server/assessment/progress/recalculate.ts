import { parentsOf } from '#server/tenants/changes/linked-parents.ts'
import { diffProgress, readStoredProgress, writeProgressDiff } from './stored-progress.ts'
import type { Curricula } from '#server/curriculum/schemes/curriculum.ts'
import { rulesHash } from '#server/curriculum/schemes/rules.ts'
import { lockMemberSchemes } from '#server/members/lock-member-schemes.ts'
import { execute, findRow, getRow, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { RunBatch, BatchResult, WorkerDeps } from '#server/platform/jobs/batch.ts'
import type { Task } from '#server/platform/jobs/tasks.ts'

/**
 * Members per batch. Fewer would cost more round trips; more would keep coaches' marks waiting for the locks [R7.14].
 */
const BATCH = 200
/** Sorts before every member's id. */
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

const CALCULATED_RULES = tenantStatement(
  'assessment/read-calculated-rules',
  'SELECT calculated_hash AS hash, calculated_revision AS revision FROM schemes WHERE client_id = $1 AND id = $2',
)

/**
 * The hash and revision of the scheme's present rules and, as `calculated`, of the rules of the last finished
 * recalculation.
 */
async function rulesOf(tx: Tx, clientId: string, curricula: Curricula, schemeId: string) {
  const row = await findRow(tx, CALCULATED_RULES, [schemeId])
  const live = (await curricula.schemes(tx, clientId, [schemeId])).get(schemeId)
  return {
    hash: live ? rulesHash(live.scheme) : null,
    revision: live?.revision ?? 0,
    calculated: row,
  }
}

/** Where a recalculation continues with its next batch. */
interface Position {
  /**
   * Hash of the rules with which the recalculation began. When they change meanwhile, even back to those of the last
   * finished recalculation, the change has queued a task that recalculates everything again.
   */
  hash: string | null
  /** Only members whose progress was computed by a later revision than this one are recalculated; -1 for all. */
  since: number
  /** The last member that is done. */
  after: string
}

/**
 * Recalculates the next members of a scheme: reads their results, evaluates them, writes the progress rows that differ.
 */
export function recalculateBatch(curricula: Curricula): RunBatch {
  return async (deps, clientId, task) => (tx) => recalculateMembers(deps, curricula, tx, clientId, task)
}

const COUNT_OF_PAIRS = tenantStatement(
  'assessment/count-pairs-of-scheme',
  'SELECT count(*)::int AS total FROM member_schemes WHERE client_id = $1 AND scheme_id = $2 AND revision > $3',
)

const MEMBERS_OF_SCHEME = tenantStatement(
  'assessment/list-members-of-scheme',
  `SELECT member_id FROM member_schemes WHERE client_id = $1 AND scheme_id = $2 AND revision > $3 AND member_id > $4
   ORDER BY member_id LIMIT ${BATCH}`,
)

const SET_CALCULATED_RULES = tenantStatement(
  'assessment/set-calculated-rules',
  'UPDATE schemes SET calculated_hash = $3, calculated_revision = $4 WHERE client_id = $1 AND id = $2',
)

const FORGET_CALCULATED_RULES = tenantStatement(
  'assessment/forget-calculated-rules',
  'UPDATE schemes SET calculated_hash = NULL WHERE client_id = $1 AND id = $2',
)

async function recalculateMembers(
  { now }: WorkerDeps,
  curricula: Curricula,
  tx: Tx,
  clientId: string,
  task: Task,
): Promise<BatchResult> {
  const schemeId = task.subject
  const { hash, revision, calculated } = await rulesOf(tx, clientId, curricula, schemeId)
  let position = task.position as Position | null
  const begins = position === null
  if (!position) {
    // when a change was undone, the rules are those of `calculated` again: only members whose progress was computed in
    // the meantime have progress by other rules
    const since = calculated && hash === calculated.hash ? calculated.revision : -1
    position = { hash, since, after: BEFORE_ALL }
    const row = await getRow(tx, COUNT_OF_PAIRS, [schemeId, since])
    task.total = row.total
  }
  const rows = await queryRows(tx, MEMBERS_OF_SCHEME, [schemeId, position.since, position.after])
  const members = rows.map((row) => row.member_id)
  const atMs = now()
  const pairs = members.map((memberId) => ({ memberId, schemeId, atMs }))
  // sent together; one connection runs them in this order, so the reads come after the lock
  const [, storedProgress, parents] = await Promise.all([
    lockMemberSchemes(tx, pairs),
    readStoredProgress(tx, clientId, curricula, pairs),
    parentsOf(tx, members),
  ])
  await writeProgressDiff(tx, diffProgress(storedProgress, pairs, 'rules'))
  const finished = members.length < BATCH
  task.position = { ...position, after: members.at(-1) ?? position.after }
  task.done += members.length
  if (finished && position.hash === hash) await execute(tx, SET_CALCULATED_RULES, [schemeId, hash, revision])
  // from now on the members' progress is by the old rules and by the new ones, so that an undo is a change, too
  else if (begins && position.since === -1) await execute(tx, FORGET_CALCULATED_RULES, [schemeId])
  const concernedParents = parents.map((parent): [string, string] => [parent.user_id, parent.member_id])
  const announcement = { clientId, clubs: [], parents: concernedParents }
  return { finished, announcement: concernedParents.length > 0 ? announcement : null }
}
