import type pg from 'pg'
import { fail, ok, some, warn, type Finding } from './finding.ts'

/** After this long, due work says that no server takes it. */
const LATE_MS = 15 * 60_000
/** A mail that failed so often did not fail by chance. */
const MANY_TRIES = 3
/** Mails that were given up longer ago are no news. */
const MAIL_DAYS = 7

/**
 * Whether servers take the due work of all clients, and which tasks and mails were given up, on a connection that reads
 * all clients. Without a mail server, mails wait as they should.
 */
export async function checkWork(owner: pg.Client, sendsMails: boolean, nowMs: number): Promise<Finding[]> {
  const findings = [
    await findLate(owner, sendsMails, nowMs),
    await findFailedTasks(owner),
    await findUnsentMails(owner),
    await findFailedMails(owner),
  ]
  const faults = findings.filter((finding) => finding !== null)
  return faults.length > 0 ? faults : [ok('work', 'none is late, and none has failed')]
}

async function findLate(owner: pg.Client, sendsMails: boolean, nowMs: number): Promise<Finding | null> {
  const { rows } = await owner.query<{ clients: number; since: Date | null }>(
    `SELECT count(DISTINCT client_id)::int AS clients, min(due_at) AS since FROM due_work
     WHERE due_at < $1 AND (queue <> 'mails' OR $2)
       AND EXISTS (SELECT FROM hostnames WHERE hostnames.client_id = due_work.client_id)`,
    [new Date(nowMs - LATE_MS), sendsMails],
  )
  const [late] = rows
  if (!late?.since) return null
  return fail(
    'work',
    `of ${late.clients} clients waits, since ${late.since.toISOString()}`,
    'start a server, or see in its log why it takes none',
  )
}

async function findFailedTasks(owner: pg.Client): Promise<Finding | null> {
  const { rows } = await owner.query<{ name: string; count: number }>(
    `SELECT client_id || ' ' || kind AS name, count(*)::int AS count FROM tasks WHERE state = 'failed'
     GROUP BY client_id, kind ORDER BY max(ended_at) DESC`,
  )
  if (rows.length === 0) return null
  return warn(
    'work',
    `${sumOf(rows)} tasks have failed: ${some(rows.map(({ name, count }) => `${name} (${count})`))}`,
    'mend what their errors say; authors read them in the scheme portal at Tasks, and run them again there',
  )
}

/** Mails that are tried again and again, such as those that the mail server refuses for a time. */
async function findUnsentMails(owner: pg.Client): Promise<Finding | null> {
  const { rows } = await owner.query<{ name: string; count: number }>(
    `SELECT client_id AS name, count(*)::int AS count FROM mails
     WHERE state = 'waiting' AND tries >= $1 AND error IS NOT NULL GROUP BY client_id ORDER BY 2 DESC`,
    [MANY_TRIES],
  )
  if (rows.length === 0) return null
  return warn(
    'work',
    `${sumOf(rows)} mails wait after ${MANY_TRIES} tries or more: ${some(rows.map(({ name, count }) => `${name} (${count})`))}`,
    'the log of a server says why ("mail not sent")',
  )
}

async function findFailedMails(owner: pg.Client): Promise<Finding | null> {
  const { rows } = await owner.query<{ name: string; count: number }>(
    `SELECT client_id AS name, count(*)::int AS count FROM mails
     WHERE state = 'failed' AND ended_at > now() - $1 * interval '24 hours' GROUP BY client_id ORDER BY 2 DESC`,
    [MAIL_DAYS],
  )
  if (rows.length === 0) return null
  return warn(
    'work',
    `${sumOf(rows)} mails of the last ${MAIL_DAYS} days were given up: ${some(rows.map(({ name, count }) => `${name} (${count})`))}`,
    'look at the mail server; a refused address is the recipient’s',
  )
}

const sumOf = (rows: readonly { count: number }[]) => rows.reduce((sum, { count }) => sum + count, 0)
