import type { Retention, RetentionPeriods } from '#contract/flows/retention.ts'
import { nextTimeAt } from '#domain/platform/club-time.ts'
import { audit } from '#server/platform/audit.ts'
import type { ClientContext } from '#server/tenants/clubs/client-context.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { matchRevision, revisionOf } from '#server/platform/http/revision.ts'
import { enqueueTask } from '#server/platform/jobs/tasks.ts'
import { clientZone } from '#server/flows/rosters/zone.ts'
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

/** The client's periods in months; null for a kind that is kept for ever. */
export async function readPeriods(tx: Tx): Promise<RetentionPeriods> {
  const { rows } = await tx.query<{ retention: Partial<RetentionPeriods> }>('SELECT retention FROM clients')
  return { members: null, accounts: null, records: null, ...rows[0]?.retention }
}

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
  const { rows } = await tx.query<{ next_ts: number }>(
    `SELECT floor(extract(epoch FROM due_at))::int AS next_ts FROM tasks WHERE kind = 'retention' AND state = 'queued'`,
  )
  return {
    periods,
    due: await countDue(tx, { ...periods, ...triedPeriods }, nowMs),
    // the kinds whose period cannot be set
    shut: ownsRecords ? [] : [...PROVIDER_KINDS],
    // a task may still be queued after the last period was removed, but it will delete nothing
    next_ts: isSet(periods) ? (rows[0]?.next_ts ?? null) : null,
    revision: revisionOf(periods),
  }
}

/** Changes the retention periods; refuses kinds that the client's course provider keeps. */
export async function changePeriods(
  tx: Tx,
  { clientId, userId, ownsRecords }: ClientContext,
  periods: RetentionPeriods,
  ifMatch: string,
  nowMs: number,
): Promise<void> {
  await tx.query('SELECT FROM clients FOR UPDATE')
  const before = await readPeriods(tx)
  matchRevision(ifMatch, revisionOf(before))
  for (const field of PROVIDER_KINDS)
    if (!ownsRecords && periods[field] !== null) throw new Refusal('PROVIDER_OWNS', { field })
  await tx.query('UPDATE clients SET retention = $1', [periods])
  const entry = { userId, action: 'set-retention', entity: 'client', entityId: clientId }
  await audit(tx, clientId, { ...entry, before, after: periods })
  await planRetention(tx, clientId, nowMs)
}

/** Queues the next night's task if a period is set and no task is queued or running. */
export async function planRetention(tx: Tx, clientId: string, nowMs: number): Promise<void> {
  const { rowCount } = await tx.query(
    `SELECT FROM tasks WHERE kind = 'retention' AND state IN ('queued', 'running') LIMIT 1`,
  )
  if (rowCount !== 0 || !isSet(await readPeriods(tx))) return
  const dueMs = nextTimeAt(nowMs, NIGHT_MINUTES, await clientZone(tx))
  await enqueueTask(tx, clientId, { kind: 'retention', subject: clientId, dueMs, nowMs, by: null })
}

function isSet(periods: RetentionPeriods): boolean {
  return Object.values(periods).some((months) => months !== null)
}
