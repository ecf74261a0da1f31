import { Type } from 'typebox'
import { RetentionPeriods, type Retention, type RetentionChange } from '#contract/flows/retention.ts'
import { nextTimeAt } from '#domain/platform/club-time.ts'
import { audit } from '#server/platform/audit.ts'
import type { ClientContext } from '#server/tenants/clubs/client-context.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { matchRevision, revisionOf } from '#server/platform/http/revision.ts'
import { enqueueTask } from '#server/platform/jobs/tasks.ts'
import { clientZone } from '#server/flows/rosters/zone.ts'
import { execute, findRow, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { countDue } from './due.ts'

/**
 * Local time of the task, in minutes of the day: after the hour at which clocks change, and before rosters are read.
 */
const NIGHT_MINUTES = 2 * 60 + 30
/**
 * The kinds that a course provider keeps: they must not be deleted here, because its next roster would bring them back.
 */
const PROVIDER_KINDS = ['members', 'accounts'] as const

const PERIODS = tenantStatement('flows/read-periods', 'SELECT retention FROM clients WHERE client_id = $1', {
  json: { retention: Type.Partial(RetentionPeriods) },
})

/** The client's periods in months; null for a kind that is kept for ever. */
export async function readPeriods(tx: Tx): Promise<RetentionPeriods> {
  const row = await findRow(tx, PERIODS)
  return { members: null, guests: null, accounts: null, records: null, ...row?.retention }
}

const NEXT_RETENTION = tenantStatement(
  'flows/read-next-retention',
  `SELECT floor(extract(epoch FROM due_at))::int AS next_ts FROM tasks
   WHERE client_id = $1 AND kind = 'retention' AND state = 'queued'`,
)

/**
 * The client's retention periods, and how much would be deleted now. `triedPeriods` are periods that an author tries
 * out: what would be deleted is counted with them instead of the stored ones.
 */
export async function readRetention(
  tx: Tx,
  { ownsRecords }: ClientContext,
  nowMs: number,
  triedPeriods: Partial<RetentionPeriods> = {},
): Promise<Retention> {
  const periods = await readPeriods(tx)
  const task = await findRow(tx, NEXT_RETENTION)
  return {
    periods,
    due: await countDue(tx, { ...periods, ...triedPeriods }, nowMs),
    // the kinds whose period cannot be set
    shut: ownsRecords ? [] : [...PROVIDER_KINDS],
    // a task may still be queued after the last period was removed, but it will delete nothing
    next_ts: isSet(periods) ? (task?.next_ts ?? null) : null,
    revision: revisionOf(periods),
  }
}

const LOCK_CLIENT = tenantStatement(
  'flows/lock-client-for-periods',
  'SELECT FROM clients WHERE client_id = $1 FOR UPDATE',
)
const SET_PERIODS = tenantStatement('flows/set-periods', 'UPDATE clients SET retention = $2 WHERE client_id = $1')

/** Changes the retention periods; refuses kinds that the client's course provider keeps. */
export async function changePeriods(
  tx: Tx,
  { clientId, userId, ownsRecords }: ClientContext,
  change: RetentionChange,
  ifMatch: string,
  nowMs: number,
): Promise<void> {
  await execute(tx, LOCK_CLIENT)
  const before = await readPeriods(tx)
  matchRevision(ifMatch, revisionOf(before))
  const periods = { ...before, ...change }
  for (const field of PROVIDER_KINDS)
    if (!ownsRecords && periods[field] !== null) throw new Refusal('PROVIDER_OWNS', { field })
  await execute(tx, SET_PERIODS, [JSON.stringify(periods)])
  const entry = { userId, action: 'set-retention', entity: 'client', entityId: clientId }
  await audit(tx, { ...entry, before, after: periods })
  await planRetention(tx, clientId, nowMs)
}

const OPEN_RETENTION = tenantStatement(
  'flows/find-open-retention',
  `SELECT FROM tasks WHERE client_id = $1 AND kind = 'retention' AND state IN ('queued', 'running') LIMIT 1`,
)

/** Queues the next night's task if a period is set and no task is queued or running. */
export async function planRetention(tx: Tx, clientId: string, nowMs: number): Promise<void> {
  const open = await execute(tx, OPEN_RETENTION)
  if (open !== 0 || !isSet(await readPeriods(tx))) return
  const dueMs = nextTimeAt(nowMs, NIGHT_MINUTES, await clientZone(tx))
  await enqueueTask(tx, { kind: 'retention', subject: clientId, dueMs, nowMs, by: null })
}

function isSet(periods: RetentionPeriods): boolean {
  return Object.values(periods).some((months) => months !== null)
}
