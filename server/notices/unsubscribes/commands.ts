import type { Unsubscribes, UnsubscribesBody } from '#contract/notices/unsubscribes.ts'
import { audit } from '#server/platform/audit.ts'
import { findRow, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

const SET_PREFERENCES = tenantStatement(
  'notices/set-mail-preferences',
  `UPDATE users SET unsubscribe_operational = coalesce($3::int::boolean, unsubscribe_operational),
     award_mail = coalesce($4::int::boolean, award_mail)
   WHERE client_id = $1 AND id = $2 AND status = 'current' RETURNING unsubscribe_operational, award_mail`,
)

/** Sets a user's mail preferences; fields that are left out stay. Null when there is no active user with this id. */
export async function setUnsubscribes(
  tx: Tx,
  userId: string,
  preferences: UnsubscribesBody,
): Promise<Unsubscribes | null> {
  const stored = await findRow(tx, SET_PREFERENCES, [
    userId,
    preferences.unsubscribe_operational ?? null,
    preferences.award_mail ?? null,
  ])
  if (!stored) return null
  await audit(tx, {
    userId,
    action: 'set-unsubscribes',
    entity: 'user',
    entityId: userId,
    after: preferences,
  })
  return { unsubscribe_operational: stored.unsubscribe_operational ? 1 : 0, award_mail: stored.award_mail ? 1 : 0 }
}
