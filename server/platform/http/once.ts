import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { canonicalJson } from '#domain/platform/canonical.ts'
import { inTenant, type Database, type Tx } from '#server/platform/tenancy.ts'
import type { Session } from './session.ts'

/** For this long a repeated request counts as the same write [R1.5]. */
const REMEMBERED_MS = 24 * 3_600_000

/**
 * Runs a write at most once per user, X-Request-Id, method, path and body. The answer is stored in the transaction of
 * the write, and a repeat gets the stored answer. Of two simultaneous requests, the second waits for the first. A write
 * that failed or was refused stores nothing, so a repeat runs it again. Requests without an X-Request-Id always run.
 */
export async function writeOnce<T>(
  db: Database,
  session: Session,
  request: FastifyRequest,
  reply: FastifyReply,
  nowMs: number,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return inTenant(
    db,
    session.clientId,
    'write',
    async (tx) => {
      // `request.id` differs when the sender gave no valid id and the server made one, which no repeat can have.
      if (request.headers['x-request-id'] !== request.id) return work(tx)
      const key = [session.clientId, session.userId, request.id, fingerprint(request)]
      await tx.query(
        // Deletes some requests of more than a day ago.
        `DELETE FROM requests WHERE (client_id, user_id, request_id, fingerprint) IN
           (SELECT client_id, user_id, request_id, fingerprint FROM requests WHERE at < $1
            LIMIT 100 FOR UPDATE SKIP LOCKED)`,
        [new Date(nowMs - REMEMBERED_MS)],
      )
      const { rowCount } = await tx.query(
        `INSERT INTO requests (client_id, user_id, request_id, fingerprint, at)
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
        [...key, new Date(nowMs)],
      )
      const sameRequest = 'WHERE client_id = $1 AND user_id = $2 AND request_id = $3 AND fingerprint = $4'
      // The insert waits for a simultaneous transaction with the same key, so a conflict means that the answer is
      // stored.
      if (rowCount === 0) {
        const { rows } = await tx.query<{ status: number; answer: T }>(
          `SELECT status, answer FROM requests ${sameRequest}`,
          key,
        )
        const [stored] = rows
        if (stored) {
          reply.code(stored.status)
          return stored.answer
        }
      }
      const answer = await work(tx)
      await tx.query(`UPDATE requests SET status = $5, answer = $6 ${sameRequest}`, [
        ...key,
        reply.statusCode,
        JSON.stringify(answer ?? null),
      ])
      return answer
    },
    session,
  )
}

function fingerprint(request: FastifyRequest): Buffer {
  const { method, url, body } = request
  const bodyKey = Buffer.isBuffer(body) ? createHash('sha256').update(body).digest('hex') : (body ?? null)
  return createHash('sha256')
    .update(canonicalJson([method, url, bodyKey]))
    .digest()
}
