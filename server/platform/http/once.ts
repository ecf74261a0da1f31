import { createHash, createHmac } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { canonicalJson } from '#domain/platform/canonical.ts'
import { Type } from 'typebox'
import { execute, findRow, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Deps } from '#server/platform/deps.ts'
import { inTenant, type Tx } from '#server/platform/tenancy.ts'
import type { Session } from './session.ts'

/** For this long a repeated request counts as the same write [R1.5]. */
const REMEMBERED_MS = 24 * 3_600_000

/** Deletes some requests of more than a day ago. */
const DELETE_OLD_REQUESTS = tenantStatement(
  'platform/delete-old-requests',
  `DELETE FROM requests WHERE client_id = $1 AND (client_id, user_id, request_id, fingerprint) IN
     (SELECT client_id, user_id, request_id, fingerprint FROM requests WHERE client_id = $1 AND at < $2
      LIMIT 100 FOR UPDATE SKIP LOCKED)`,
)

const INSERT_REQUEST = tenantStatement(
  'platform/insert-request',
  `INSERT INTO requests (client_id, user_id, request_id, fingerprint, at)
   VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
)

const SAME_REQUEST = 'WHERE client_id = $1 AND user_id = $2 AND request_id = $3 AND fingerprint = $4'

const ANSWER_OF_REQUEST = tenantStatement(
  'platform/find-answer-of-request',
  `SELECT status, answer FROM requests ${SAME_REQUEST} AND status IS NOT NULL`,
  { json: { answer: Type.Unknown() } },
)

const SET_ANSWER = tenantStatement(
  'platform/set-answer-of-request',
  `UPDATE requests SET status = $5, answer = $6 ${SAME_REQUEST}`,
)

/**
 * Runs a write at most once per user, X-Request-Id, method, path and body. The answer is stored in the transaction of
 * the write, and a repeat gets the stored answer. Of two simultaneous requests, the second waits for the first. A write
 * that failed or was refused stores nothing, so a repeat runs it again. Requests without an X-Request-Id always run.
 */
export async function writeOnce<T>(
  { db, pepper, now }: Pick<Deps, 'db' | 'pepper' | 'now'>,
  session: Session,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return inTenant(
    db,
    session.clientId,
    'write',
    async (tx) => {
      // `request.id` differs when the sender gave no valid id and the server made one, which no repeat can have.
      if (request.headers['x-request-id'] !== request.id) return work(tx)
      const nowMs = now()
      const key = [session.userId, request.id, fingerprint(request, pepper)] as const
      await execute(tx, DELETE_OLD_REQUESTS, [new Date(nowMs - REMEMBERED_MS)])
      const inserted = await execute(tx, INSERT_REQUEST, [...key, new Date(nowMs)])
      // The insert waits for a simultaneous transaction with the same key, so a conflict means that the answer is
      // stored.
      if (inserted === 0) {
        const stored = await findRow(tx, ANSWER_OF_REQUEST, key)
        if (stored) {
          reply.code(stored.status)
          // what the same route has answered
          return stored.answer as T
        }
      }
      const answer = await work(tx)
      await execute(tx, SET_ANSWER, [...key, reply.statusCode, JSON.stringify(answer ?? null)])
      return answer
    },
    session,
  )
}

/** It depends on the pepper, because the body may be a PIN or a password, which a plain hash would tell. */
function fingerprint(request: FastifyRequest, pepper: Uint8Array): Buffer {
  const { method, url, body } = request
  const bodyKey = Buffer.isBuffer(body) ? createHash('sha256').update(body).digest('hex') : (body ?? null)
  return createHmac('sha256', pepper)
    .update(canonicalJson([method, url, bodyKey]))
    .digest()
}
