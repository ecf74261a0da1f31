import { stateObstacle, type SchemeState } from '#domain/curriculum/scheme-state.ts'
import { audit } from '#server/platform/audit.ts'
import { hasMarks } from '#server/members/lock-member-schemes.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { execute, findRow, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** What takes a scheme up locks its row, too, by a key or before it reads the state. */
const LOCK_SCHEME = tenantStatement(
  'curriculum/lock-scheme-to-set-state',
  'SELECT FROM schemes WHERE client_id = $1 AND slug = $2 AND deleted_at IS NULL FOR UPDATE',
)

const STATE = tenantStatement(
  'curriculum/read-state-of-scheme',
  `SELECT id, state, published,
     EXISTS (SELECT FROM member_schemes WHERE member_schemes.client_id = schemes.client_id
       AND member_schemes.scheme_id = schemes.id
       AND ${hasMarks('member_schemes.member_id', 'schemes.id')}) AS marks,
     EXISTS (SELECT FROM groups WHERE groups.client_id = schemes.client_id AND groups.scheme_id = schemes.id)
       OR EXISTS (SELECT FROM lesson_plans WHERE lesson_plans.client_id = schemes.client_id
         AND lesson_plans.scheme_id = schemes.id) AS groups
   FROM schemes WHERE client_id = $1 AND slug = $2 AND deleted_at IS NULL`,
)

const SET_STATE = tenantStatement(
  'curriculum/set-state-of-scheme',
  'UPDATE schemes SET state = $3, state_at = $4 WHERE client_id = $1 AND id = $2',
)

/**
 * Releases or retires a scheme, or makes it a draft again; refuses what its use does not allow, and with EDIT_CONFLICT
 * when it is not in the state `from` any more. `userId` is null for the command line.
 */
export async function setSchemeState(
  tx: Tx,
  { userId, nowMs }: { userId: string | null; nowMs: number },
  slug: string,
  { from, to }: { from: SchemeState; to: SchemeState },
): Promise<void> {
  await execute(tx, LOCK_SCHEME, [slug])
  // after the lock, or it would not read a group that was being made
  const scheme = await findRow(tx, STATE, [slug])
  if (!scheme) throw new Refusal('NOT_FOUND', { field: 'slug' })
  const { id, state, ...use } = scheme
  if (state === to) return
  if (state !== from) throw new Refusal('EDIT_CONFLICT', { field: 'from' })
  const obstacle = stateObstacle(from, to, use)
  if (obstacle !== null) throw new Refusal('SCHEME_STATE', { field: 'to', detail: obstacle })
  await execute(tx, SET_STATE, [id, to, new Date(nowMs)])
  const action = ({ draft: 'unrelease', released: 'release', retired: 'retire' } as const)[to]
  await audit(tx, { userId, action, entity: 'scheme', entityId: id, before: { state }, after: { state: to } })
}

/** Releases a draft without a user, as the demo, tests and benches do with the schemes that they create. */
export function releaseScheme(tx: Tx, slug: string, nowMs = Date.now()): Promise<void> {
  return setSchemeState(tx, { userId: null, nowMs }, slug, { from: 'draft', to: 'released' })
}
