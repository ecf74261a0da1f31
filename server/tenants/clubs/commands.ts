import { audit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/tenancy.ts'

export interface NewClub {
  id: string
  name: string
  ngoId: string | null
  timeZone: string
  memberTypes: string[]
}

export async function createClub(tx: Tx, clientId: string, actorId: string | null, club: NewClub): Promise<void> {
  await tx.query(
    'INSERT INTO clubs (client_id, id, name, ngo_id, time_zone, member_types) VALUES ($1, $2, $3, $4, $5, $6)',
    [clientId, club.id, club.name, club.ngoId, club.timeZone, club.memberTypes],
  )
  await tx.query('INSERT INTO club_counters (client_id, club_id) VALUES ($1, $2)', [clientId, club.id])
  await audit(tx, clientId, { userId: actorId, action: 'create', entity: 'club', entityId: club.id, after: club })
}
