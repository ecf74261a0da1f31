import type { UserType } from '#contract/platform/fields.ts'
import { storedUserFields, USER_FIELDS, type UserFields } from '#domain/identity/user-fields.ts'
import { audit } from '#server/platform/audit.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { enteredJson, enteredTable } from '#server/platform/sql/entered-rows.ts'
import { execute, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** A user to be created. A field that is left out is empty. */
export interface NewUser extends Partial<UserFields> {
  id: string
  type: UserType
  username: string | null
  firstname: string
  lastname: string
  passwordHash: string | null
  clubIds: string[]
  /** False until the user has accepted the invitation; true when left out. */
  verified?: boolean
}

/** SQL of the table `entered` with one row, the fields of a user, from the JSON array `param`. */
export const enteredUser = (param: string) =>
  enteredTable(param, Object.fromEntries(USER_FIELDS.map((name) => [name, 'text'])))

const INSERT_USER = tenantStatement(
  'identity/insert-user',
  `INSERT INTO users (client_id, id, type, username, password_hash, verified, ${USER_FIELDS.join(', ')})
   SELECT $1, $2, $3, $4, $5, $6, ${USER_FIELDS.map((name) => `entered.${name}`).join(', ')}
   FROM ${enteredUser('$7')} RETURNING client_id`,
)

const INSERT_CLUBS = tenantStatement(
  'identity/insert-clubs-of-user',
  `INSERT INTO user_clubs (client_id, user_id, club_id) SELECT $1, $2, club FROM unnest($3::uuid[]) club
   RETURNING client_id`,
)

const LOCK_USER = tenantStatement(
  'identity/lock-user',
  'SELECT FROM users WHERE client_id = $1 AND id = $2 FOR NO KEY UPDATE',
)

/** Locks an account until the transaction ends, before anything of it is read that decides about it. */
export async function lockAccount(tx: Tx, userId: string): Promise<void> {
  await execute(tx, LOCK_USER, [userId])
}

/** Runs a write of an address or number; refuses one that another user has, also with simultaneous writes. */
export async function refusingTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    const { constraint } = error as { constraint?: string }
    if (constraint === 'users_email') throw new Refusal('CONFLICT_EMAIL', { field: 'email' })
    if (constraint === 'users_ngo_id') throw new Refusal('CONFLICT_NGO_ID', { field: 'ngo_id' })
    throw error
  }
}

/**
 * Creates a user with their clubs. `actorId` is the user who does it, or null for a login at a provider and for
 * operators.
 */
export async function createUser(tx: Tx, actorId: string | null, user: NewUser): Promise<void> {
  // The audit log must not hold the hash.
  const { passwordHash, ...auditedFields } = user
  const { id, type, username, verified = true, clubIds } = user
  const fields = enteredJson([storedUserFields(user)])
  await refusingTaken(() => execute(tx, INSERT_USER, [id, type, username, passwordHash, verified, fields]))
  await execute(tx, INSERT_CLUBS, [id, clubIds])
  await audit(tx, {
    userId: actorId,
    action: 'create',
    entity: 'user',
    entityId: id,
    after: auditedFields,
  })
}
