import type { BulkMembersBody, ChosenMembers } from '#contract/members/club-members.ts'
import type { ClubTaskResult } from '#contract/tenants/club-tasks.ts'
import type { Curricula } from '#server/curriculum/schemes/curriculum.ts'
import { undoChangeSet } from '#server/flows/change-sets/undo.ts'
import { applyBoard } from '#server/flows/term-board/apply.ts'
import { inviteGuardians } from '#server/members/bulk-invite.ts'
import { chosenMembers } from '#server/members/chosen-members.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import type { BatchResult, RunBatch } from '#server/platform/jobs/batch.ts'
import type { Task } from '#server/platform/jobs/tasks.ts'
import { undoIfRefused } from '#server/platform/sql/undo-if-refused.ts'
import { inTenant, setClubOfLog, type Tx } from '#server/platform/tenancy.ts'
import { changeMembers } from '#server/scheduling/member-bulk/change-members.ts'
import type { ReportProgress } from '#server/tenants/club-tasks/batches.ts'
import { countDone, endClubTask } from '#server/tenants/club-tasks/commands.ts'
import { findWaitingClubTask, type WaitingClubTask } from '#server/tenants/club-tasks/queries.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import { recordAndDescribe } from '#server/tenants/clubs/club-write.ts'

const NOTHING_DONE: ClubTaskResult = { refused: null, undo: null, kept: 0, invited: 0, linked: 0, closed: 0 }

/** What a piece of work has changed, and what came of the whole; null while more is to be done. */
interface Outcome {
  changed: ChangedKey[]
  result: ClubTaskResult | null
}

/**
 * Does what an administrator has begun at a club. Invitations go out in batches of one transaction each; every other
 * kind is done as a whole or not at all, and reports its progress beside its transaction. What the rules refuse ends the
 * task with the reason.
 */
export function clubTaskBatch(curricula: Curricula): RunBatch {
  return async ({ db, now }, clientId, task) =>
    async (tx): Promise<BatchResult> => {
      const id = task.subject
      const waiting = await findWaitingClubTask(tx, clientId, id, now())
      if (!waiting) return { finished: true, announcement: null }
      await setClubOfLog(tx, waiting.context.clubId)
      const report: ReportProgress = (done) =>
        inTenant(db, clientId, 'write', async (besideTx) => countDone(besideTx, id, done))
      const { changed, result } =
        waiting.kind === 'invites'
          ? await inviteBatch(tx, waiting, task)
          : await doOrRefuse(tx, () => doWhole(tx, waiting, curricula, report))
      // as the scheme portal shows it among all tasks
      task.total = waiting.total
      if (result) {
        task.done = result.refused === null ? waiting.total : 0
        await endClubTask(tx, id, result, now())
      }
      const announcement = await recordAndDescribe(tx, clientId, { changed })
      return { finished: result !== null, announcement: announcement.clubs.length > 0 ? announcement : null }
    }
}

/** Runs work that is rolled back when it is refused. */
async function doOrRefuse(tx: Tx, work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await undoIfRefused(tx, work)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const refused = { error: error.code, count: error.ids?.length ?? 0 }
    return { changed: [], result: { ...NOTHING_DONE, refused } }
  }
}

async function doWhole(
  tx: Tx,
  { context, kind, request }: WaitingClubTask,
  curricula: Curricula,
  report: ReportProgress,
): Promise<Outcome> {
  switch (kind) {
    case 'members': {
      // what `POST /v1/members/bulk` has checked
      const body = request as BulkMembersBody
      const ids = await chosenMembers(tx, context, body)
      const { changed, undo } = await changeMembers(tx, context, body, ids, report)
      return { changed, result: { ...NOTHING_DONE, undo } }
    }
    case 'undo': {
      const { id } = request as { id: string }
      const { answer, changed } = await undoChangeSet(tx, context, id, { curricula, report })
      return { changed, result: { ...NOTHING_DONE, kept: answer.kept.length } }
    }
    case 'term-board': {
      const { ifMatch } = request as { ifMatch: string }
      const { changed, id } = await applyBoard(tx, context, ifMatch)
      return { changed, result: { ...NOTHING_DONE, undo: id } }
    }
    case 'invites':
      throw new Error('invitations go out in batches')
  }
}

/** Invites some guardians. The position of the task counts what the batches before have done. */
async function inviteBatch(tx: Tx, { context, request }: WaitingClubTask, task: Task): Promise<Outcome> {
  const before = (task.position ?? { invited: 0, linked: 0 }) as { invited: number; linked: number }
  const { answer, changed, left } = await inviteGuardians(tx, context, request as ChosenMembers)
  const sum = { invited: before.invited + answer.invited, linked: before.linked + answer.linked }
  task.position = sum
  task.done = sum.invited + sum.linked
  await countDone(tx, task.subject, task.done)
  // addresses that cannot be invited are the same in every batch
  return { changed, result: left > 0 ? null : { ...NOTHING_DONE, ...sum, closed: answer.refused } }
}
