import type { Unsubscribes, UnsubscribesBody } from '#contract/notices/unsubscribes.ts'
import { audit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** Sets a user's mail preferences; fields that are left out stay. Null when there is no active user with this id. */
export async function setUnsubscribes(
  tx: Tx,
  clientId: string,
  userId: string,
  preferences: UnsubscribesBody,
): Promise<Unsubscribes | null> {
  const { rows } = await tx.query<Unsubscribes>(
    `UPDATE users SET unsubscribe_operational = coalesce($2::int::boolean, unsubscribe_operational),
       award_mail = coalesce($3::int::boolean, award_mail) WHERE id = $1 AND status = 'current'
     RETURNING unsubscribe_operational::int AS unsubscribe_operational, award_mail::int AS award_mail`,
    [userId, preferences.unsubscribe_operational ?? null, preferences.award_mail ?? null],
  )
  const stored = rows[0]
  if (!stored) return null
  await audit(tx, clientId, {
    userId,
    action: 'set-unsubscribes',
    entity: 'user',
    entityId: userId,
    after: preferences,
  })
  return stored
}
