import { recalculateBatch } from '#server/assessment/progress/recalculate.ts'
import { forgetOldChanges } from '#server/assessment/sync/forget-changes.ts'
import type { Curricula } from '#server/curriculum/schemes/curriculum.ts'
import { importSchemeBatch } from '#server/curriculum/transfer/import-scheme.ts'
import { askOwnerBatch, followBatch, notifySubscribersBatch } from '#server/curriculum/sharing/follow.ts'
import { clubTaskBatch } from '#server/flows/club-tasks/run.ts'
import { deleteOldDrafts } from '#server/flows/imports/commands.ts'
import { importMembersBatch } from '#server/flows/imports/import-members.ts'
import { planRetention } from '#server/flows/retention/periods.ts'
import { retainBatch } from '#server/flows/retention/retain.ts'
import { importRosterBatch } from '#server/flows/rosters/import-roster.ts'
import { planRosterImport } from '#server/flows/rosters/nights.ts'
import { deleteExpiredSessions } from '#server/identity/auth/delete-expired.ts'
import type { Providers } from '#server/identity/providers/providers.ts'
import type { WorkerDeps } from '#server/platform/jobs/batch.ts'
import { bringForward } from '#server/platform/jobs/clock-ahead.ts'
import { sweepFilesBatch } from '#server/platform/jobs/sweep-files.ts'
import { Worker } from '#server/platform/jobs/worker.ts'
import { deleteOldClubTasks } from '#server/tenants/club-tasks/commands.ts'

/** What the batches of all subjects need. */
interface JobDeps extends WorkerDeps {
  curricula: Curricula
  providers: Providers
}

/** A worker that runs the tasks of all subjects. */
export function createWorker({ curricula, providers, ...deps }: JobDeps): Worker {
  return new Worker(deps, {
    batches: {
      recalculate: recalculateBatch(curricula),
      'import-roster': importRosterBatch(providers),
      'import-scheme': importSchemeBatch,
      'sweep-files': sweepFilesBatch,
      'import-members': importMembersBatch(curricula),
      'club-task': clubTaskBatch(curricula),
      'ask-owner': askOwnerBatch,
      'notify-subscribers': notifySubscribersBatch,
      follow: followBatch,
      retention: retainBatch,
    },
    // brings forward what a clock has put off, queues the next night's upkeep, and deletes old drafts of imports, old club
    // tasks, old changes and expired sessions
    async plan(tx, clientId, nowMs) {
      await bringForward(tx, nowMs)
      await planRosterImport(tx, clientId, nowMs)
      await planRetention(tx, clientId, nowMs)
      await deleteOldDrafts(tx, nowMs)
      await deleteOldClubTasks(tx, nowMs)
      await forgetOldChanges(tx, nowMs)
      await deleteExpiredSessions(tx, nowMs)
    },
    // after each night, the next one is queued
    planAfter: { 'import-roster': planRosterImport, retention: planRetention },
  })
}
