import { featuresOf, type Features } from '#domain/tenants/pages.ts'
import { FlagValues } from '#server/identity/auth/queries.ts'
import type { Session } from '#server/platform/http/session.ts'
import { findRow, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

const FEATURES = tenantStatement(
  'assessment/read-features',
  `SELECT clients.auth_provider AS provider, clients.features || clubs.features AS features
   FROM clients JOIN clubs ON clubs.client_id = clients.client_id
   WHERE clients.client_id = $1 AND clubs.id = $2`,
  { prepare: true, json: { features: FlagValues } },
)

/** The flags of a club [R1.4]. Those of the session are the flags of the club at which the coach is logged in. */
export async function featuresAt(tx: Tx, session: Session, clubId: string): Promise<Features> {
  if (clubId === session.clubId) return session.features
  const row = await findRow(tx, FEATURES, [clubId])
  return row ? featuresOf(row.provider, row.features) : {}
}
