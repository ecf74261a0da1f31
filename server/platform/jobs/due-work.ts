import { forgetTurnsAhead } from './clock-ahead.ts'
import { execute, queryRowsWithoutTenant, statement, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Database, Tx } from '#server/platform/tenancy.ts'

/**
 * The queues of the work of all clients, so that long work of one kind does not hold up another. In each of them a client
 * has at most one turn at a time, over all servers.
 */
export type Queue =
  | 'mails'
  // tasks that somebody waits for
  | 'awaited'
  // all other tasks
  | 'background'
  // looks once a day whether the client's nightly tasks are queued
  | 'upkeep'

/** Servers look for due work at least this often, also when they hear of nothing. */
export const LOOK_MS = 30_000
/** A turn that is not renewed for this long may be taken by another server. */
export const LEASE_MS = 30_000

/**
 * SQL that notes the work of the rows that the WITH query `queued` has inserted, from their `client_id` and `due_at`. It
 * is part of the same statement, because the last statements of a transaction are sent together with its commit.
 */
export const noteQueued = (queue: Queue): string =>
  `INSERT INTO due_work (client_id, queue, due_at) SELECT client_id, '${queue}', min(due_at) FROM queued GROUP BY client_id`

/** Has the servers told of work that this transaction has noted, after its commit, unless they look before it is due. */
export function tellOfWork(tx: Tx, queue: Queue, dueMs: number, nowMs: number): void {
  if (dueMs < nowMs + LOOK_MS) tx.dueQueues.add(queue)
}

/** A client's turn in a queue. */
export interface Turn {
  queue: Queue
  clientId: string
  /** The one who has taken it. */
  holder: string
}

const TAKE_TURN = statement(
  'platform/take-turn',
  `WITH next AS (SELECT client_id FROM due_work turn
     WHERE queue = $1 AND due_at <= $2
       -- a client without host names is closed
       AND EXISTS (SELECT FROM hostnames WHERE hostnames.client_id = turn.client_id)
       AND NOT EXISTS (SELECT FROM due_work taken WHERE taken.queue = turn.queue AND taken.client_id = turn.client_id
         AND taken.holder IS NOT NULL AND taken.due_at > $2)
     ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED),
   taken AS (INSERT INTO due_work AS taken (client_id, queue, due_at, holder) SELECT client_id, $1, $3, $4 FROM next
     ON CONFLICT (queue, client_id) WHERE holder IS NOT NULL
       DO UPDATE SET due_at = excluded.due_at, holder = excluded.holder WHERE taken.due_at <= $2
     RETURNING client_id),
   -- the turn is for everything that is due; work that was noted before this statement is seen by the next one
   met AS (DELETE FROM due_work WHERE (client_id, id) IN (SELECT due_work.client_id, due_work.id
     FROM due_work JOIN taken ON taken.client_id = due_work.client_id
     WHERE due_work.queue = $1 AND due_work.holder IS NULL AND due_work.due_at <= $2 FOR UPDATE OF due_work SKIP LOCKED))
   SELECT client_id, EXISTS (SELECT FROM taken) AS taken FROM next`,
)

/** Takes the turn that has been due longest; null when none is due. */
export async function takeTurn(db: Database, queue: Queue, nowMs: number): Promise<Turn | null> {
  const holder = crypto.randomUUID()
  for (;;) {
    const values = [queue, new Date(nowMs), new Date(nowMs + LEASE_MS), holder] as const
    const [next] = await queryRowsWithoutTenant(db, TAKE_TURN, values)
    if (!next) return null
    // otherwise another server was quicker, and there may be a turn of another client
    if (next.taken) return { queue, clientId: next.client_id, holder }
  }
}

const NEXT_TURN = statement(
  'platform/read-next-turn',
  'SELECT min(due_at) AS due_at FROM due_work WHERE queue = $1 AND due_at > $2',
)

/** When the next turn after now will be due, in ms. */
export async function nextTurnMs(db: Database, queue: Queue, nowMs: number): Promise<number> {
  const [next] = await queryRowsWithoutTenant(db, NEXT_TURN, [queue, new Date(nowMs)])
  return next?.due_at?.getTime() ?? Infinity
}

const RENEW_TURN = tenantStatement(
  'platform/renew-turn',
  'UPDATE due_work SET due_at = $4 WHERE client_id = $1 AND queue = $2 AND holder = $3',
)
const NOTE_NEXT = tenantStatement(
  'platform/note-next-turn',
  'UPDATE due_work SET due_at = $4, holder = NULL WHERE client_id = $1 AND queue = $2 AND holder = $3',
)
const END_TURN = tenantStatement(
  'platform/end-turn',
  'DELETE FROM due_work WHERE client_id = $1 AND queue = $2 AND holder = $3',
)

export async function renewTurn(tx: Tx, { queue, holder }: Turn, nowMs: number): Promise<void> {
  await execute(tx, RENEW_TURN, [queue, holder, new Date(nowMs + LEASE_MS)])
}

/** Gives a turn back. The client's next one is due at `nextMs`, and after all that are due now; null when it needs none. */
export async function endTurn(tx: Tx, { queue, holder }: Turn, nextMs: number | null, nowMs: number): Promise<void> {
  if (nextMs === null) await execute(tx, END_TURN, [queue, holder])
  else await execute(tx, NOTE_NEXT, [queue, holder, new Date(Math.max(nextMs, nowMs))])
}

const NOTE_LOST = statement(
  'platform/note-lost-work',
  `WITH noted AS (INSERT INTO due_work (client_id, queue, due_at)
   SELECT lost.client_id, lost.queue, lost.due_at FROM open_work($1) lost
   WHERE NOT EXISTS (SELECT FROM due_work present WHERE present.client_id = lost.client_id AND present.queue = lost.queue
     AND (present.holder IS NOT NULL OR present.due_at <= greatest(lost.due_at, $2)))
   UNION ALL
   SELECT DISTINCT client_id, 'upkeep', $2 FROM hostnames
   WHERE NOT EXISTS (SELECT FROM due_work present WHERE present.client_id = hostnames.client_id AND present.queue = 'upkeep')
   RETURNING client_id)
   SELECT count(*) AS noted FROM noted`,
)

/**
 * Notes the work of all clients that is not noted, and the upkeep of new ones; returns how much. `awaited` are the kinds
 * of tasks of that queue.
 */
export async function noteLostWork(db: Database, awaited: readonly string[], nowMs: number): Promise<number> {
  await forgetTurnsAhead(db, nowMs)
  const [row] = await queryRowsWithoutTenant(db, NOTE_LOST, [awaited, new Date(nowMs)])
  return row?.noted ?? 0
}
