import { audit } from '#server/platform/audit.ts'
import { execute, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

export interface NewClub {
  id: string
  name: string
  ngoId: string | null
  timeZone: string
  memberTypes: string[]
}

const INSERT_CLUB = tenantStatement(
  'tenants/insert-club',
  'INSERT INTO clubs (client_id, id, name, ngo_id, time_zone, member_types) VALUES ($1, $2, $3, $4, $5, $6)',
)

const INSERT_COUNTER = tenantStatement(
  'tenants/insert-counter-of-club',
  'INSERT INTO club_counters (client_id, club_id) VALUES ($1, $2)',
)

export async function createClub(tx: Tx, actorId: string | null, club: NewClub): Promise<void> {
  await execute(tx, INSERT_CLUB, [club.id, club.name, club.ngoId, club.timeZone, club.memberTypes])
  await execute(tx, INSERT_COUNTER, [club.id])
  await audit(tx, { userId: actorId, action: 'create', entity: 'club', entityId: club.id, after: club })
}
