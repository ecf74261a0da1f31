import { createHash } from 'node:crypto'
import { Refusal } from '#server/http/errors.ts'
import type { Tx } from '#server/tenancy.ts'

/** How often something may be tried before it has to wait: `grow` waits a second, doubled with each further try, at most a minute; `hold` waits for the window's end. */
export interface Limit {
  free: number
  windowMs: number
  after: 'grow' | 'hold'
}

/** Wrong passwords, codes and tokens. */
export const WRONG: Limit = { free: 10, windowMs: 15 * 60_000, after: 'grow' }
/** Wrong membership details. */
export const WRONG_MEMBERSHIP: Limit = { free: 5, windowMs: 3_600_000, after: 'hold' }

/** The key under which tries of one kind are counted; hashed, because names that nobody has may be anything. */
export function subjectOf(
  kind: 'account' | 'network' | 'reset' | 'factor' | 'membership' | 'leave' | 'own-password',
  value: string,
): string {
  return `${kind}:${createHash('sha256').update(value).digest('hex')}`
}

/** Refuses with TOO_MANY_REQUESTS while any of the subjects has to wait. */
export async function holdBack(tx: Tx, limit: Limit, subjects: string[], now: number): Promise<void> {
  const { rows } = await tx.query<{ failed: number; since: Date; last: Date }>(
    'SELECT failed, since, last FROM login_failures WHERE subject = ANY($1) AND since > $2',
    [subjects, new Date(now - limit.windowMs)],
  )
  for (const { failed, since, last } of rows) {
    if (failed < limit.free) continue
    const until =
      limit.after === 'hold'
        ? since.getTime() + limit.windowMs
        : last.getTime() + Math.min(2 ** (failed - limit.free), 60) * 1_000
    if (until > now) throw new Refusal('TOO_MANY_REQUESTS', { retryAfter: Math.ceil((until - now) / 1000) })
  }
}

export async function countTry(tx: Tx, clientId: string, limit: Limit, subjects: string[], now: number): Promise<void> {
  await tx.query(
    `INSERT INTO login_failures AS f (client_id, subject, failed, since, last)
     SELECT $1, s, 1, $3, $3 FROM unnest($2::text[]) s ORDER BY s
     ON CONFLICT (client_id, subject) DO UPDATE SET last = $3,
       failed = CASE WHEN f.since > $4 THEN f.failed + 1 ELSE 1 END,
       since = CASE WHEN f.since > $4 THEN f.since ELSE $3 END`,
    [clientId, subjects, new Date(now), new Date(now - limit.windowMs)],
  )
}

export async function forgetTries(tx: Tx, subjects: string[]): Promise<void> {
  await tx.query('DELETE FROM login_failures WHERE subject = ANY($1)', [subjects])
}
