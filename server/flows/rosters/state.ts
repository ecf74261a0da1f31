import type { RosterState } from '#contract/flows/rosters.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { findRow, tenantStatement, type RowOf } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { ROSTER_EFFECTS, type RosterEffect } from '#domain/flows/roster-effects.ts'
import { RosterRun } from './run.ts'

/** The errors that administrators see; others are faults of this server and only in its log. */
const SHOWN_ERRORS = ['EXTERNAL_API_ERROR', 'EXTERNAL_CONFIG_ERROR', 'EXTERNAL_CONNECTION_ERROR', 'EXTERNAL_HTTP_ERROR']

const OPEN_TASK = tenantStatement(
  'flows/find-open-import-of-rosters',
  `SELECT state, due_at, error FROM tasks
   WHERE client_id = $1 AND kind = 'import-roster' AND state IN ('queued', 'running')
   ORDER BY created_at DESC LIMIT 1`,
)
type OpenTask = RowOf<typeof OPEN_TASK>

const ENDED_TASK = tenantStatement(
  'flows/find-ended-import-of-rosters',
  // how far the import came (`position`), with its results, is null when it had no batch
  `SELECT ended_at, error, position FROM tasks
   WHERE client_id = $1 AND kind = 'import-roster' AND state IN ('done', 'failed')
   ORDER BY ended_at DESC NULLS LAST LIMIT 1`,
  { json: { position: RosterRun } },
)

/**
 * The state of the import of rosters and its last results for this club; refused for a client without a course
 * provider.
 */
export async function readRosterState(tx: Tx, { clubId, ownsRecords }: ClubContext): Promise<RosterState> {
  if (ownsRecords) throw new Refusal('NOT_FOUND')
  const openTask = await findRow(tx, OPEN_TASK)
  const endedTask = await findRow(tx, ENDED_TASK)
  return {
    state: stateOf(openTask),
    next: openTask?.state === 'queued' ? seconds(openTask.due_at) : null,
    error: shownError(openTask?.error ?? null),
    last: endedTask?.ended_at
      ? {
          ...resultsOf(endedTask.position, clubId),
          ended_at: seconds(endedTask.ended_at),
          error: shownError(endedTask.error),
        }
      : null,
  }
}

/** `again` means that the last try failed and another one is queued. */
function stateOf(openTask: OpenTask | undefined): RosterState['state'] {
  if (openTask?.state === 'running') return 'running'
  return openTask && openTask.error !== null ? 'again' : 'waiting'
}

/** The results of a run for one club. */
function resultsOf(run: RosterRun | null, clubId: string) {
  const done = run?.done[clubId] ?? {}
  const pairs = ROSTER_EFFECTS.map((effect) => [effect, done[effect] ?? 0])
  const counts = Object.fromEntries(pairs) as Record<RosterEffect, number>
  const problems = (run?.problems ?? []).filter(({ club }) => club === clubId)
  return { ...counts, problems: problems.map(({ number, why }) => ({ number, why })) }
}

function shownError(error: string | null): string | null {
  return error === null || SHOWN_ERRORS.includes(error) ? error : 'UNKNOWN_ERROR'
}

function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1000)
}
