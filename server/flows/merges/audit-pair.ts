import { audit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'

/** Logs for each of two records of the club what was done with them both. */
export async function auditPair(
  tx: Tx,
  context: ClubContext,
  action: string,
  oneId: string,
  otherId: string,
): Promise<void> {
  for (const [entityId, other] of [
    [oneId, otherId],
    [otherId, oneId],
  ] as const)
    await audit(tx, {
      userId: context.userId,
      action,
      entity: 'member',
      entityId,
      after: { clubId: context.clubId, other },
    })
}
