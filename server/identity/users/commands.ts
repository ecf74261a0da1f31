import type { UserType } from '#contract/platform/fields.ts'
import { audit } from '#server/platform/audit.ts'
import { execute, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

export interface NewUser {
  id: string
  type: UserType
  email: string | null
  username: string | null
  firstname: string
  lastname: string
  passwordHash: string | null
  clubIds: string[]
  ngoId?: string | null
  /** False until the user has accepted the invitation; true when left out. */
  verified?: boolean
}

const INSERT_USER = tenantStatement(
  'identity/insert-user',
  `INSERT INTO users (client_id, id, type, email, username, firstname, lastname, password_hash, ngo_id, verified)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
)

const INSERT_CLUBS = tenantStatement(
  'identity/insert-clubs-of-user',
  'INSERT INTO user_clubs (client_id, user_id, club_id) SELECT $1, $2, club FROM unnest($3::uuid[]) club',
)

/**
 * Creates a user with their clubs. `actorId` is the user who does it, or null for a login at a provider and for
 * operators.
 */
export async function createUser(tx: Tx, clientId: string, actorId: string | null, user: NewUser): Promise<void> {
  // The audit log must not hold the hash.
  const { passwordHash, ...auditedFields } = user
  await execute(tx, INSERT_USER, [
    user.id,
    user.type,
    user.email,
    user.username,
    user.firstname,
    user.lastname,
    passwordHash,
    user.ngoId ?? null,
    user.verified ?? true,
  ])
  await execute(tx, INSERT_CLUBS, [user.id, user.clubIds])
  await audit(tx, clientId, {
    userId: actorId,
    action: 'create',
    entity: 'user',
    entityId: user.id,
    after: auditedFields,
  })
}
