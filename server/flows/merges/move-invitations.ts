import { Type, type Static } from 'typebox'
import { execute, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/**
 * The guardians who were invited for a merged record and had not accepted (`all`), and those of them who were neither
 * invited for the kept record nor linked with it (`added`).
 */
export const MovedInvitations = Type.Object({ all: Type.Array(Type.String()), added: Type.Array(Type.String()) })
export type MovedInvitations = Static<typeof MovedInvitations>

const INVITE_FOR_OTHER = tenantStatement(
  'flows/invite-guardians-for-other-record',
  `INSERT INTO invited_links (client_id, user_id, member_id, invited_by)
   SELECT $1, invited.user_id, $3, invited.invited_by FROM invited_links invited
   WHERE invited.client_id = $1 AND invited.member_id = $2 AND ($4::uuid[] IS NULL OR invited.user_id = ANY($4))
     AND NOT EXISTS (SELECT FROM member_links linked WHERE linked.client_id = invited.client_id
       AND linked.user_id = invited.user_id AND linked.member_id = $3)
   ON CONFLICT DO NOTHING RETURNING user_id`,
)

const WITHDRAW = tenantStatement(
  'flows/withdraw-invitations-for-record',
  `DELETE FROM invited_links WHERE client_id = $1 AND member_id = $2 AND ($3::uuid[] IS NULL OR user_id = ANY($3))
   RETURNING user_id`,
)

/** Moves invitations that nobody has accepted to the kept record, whose child the guardian is to be linked with. */
export async function moveInvitations(tx: Tx, fromMember: string, toMember: string): Promise<MovedInvitations> {
  const added = await queryRows(tx, INVITE_FOR_OTHER, [fromMember, toMember, null])
  const all = await queryRows(tx, WITHDRAW, [fromMember, null])
  return { all: all.map((row) => row.user_id), added: added.map((row) => row.user_id) }
}

/** Links those of these parents ($4) with the other record ($3) who are linked with the first one ($2). */
export const LINK_PARENTS_OF = tenantStatement(
  'flows/link-parents-of-record-with-other',
  `INSERT INTO member_links (client_id, user_id, member_id)
   SELECT $1, linked.user_id, $3 FROM member_links linked
   WHERE linked.client_id = $1 AND linked.member_id = $2 AND linked.user_id = ANY($4)
   ON CONFLICT DO NOTHING RETURNING client_id`,
)

export const UNLINK_PARENTS = tenantStatement(
  'flows/unlink-parents-of-record',
  'DELETE FROM member_links WHERE client_id = $1 AND member_id = $2 AND user_id = ANY($3)',
)

/** Gives the invitations back to the record for which they were, and the links of those that were accepted since. */
export async function moveInvitationsBack(
  tx: Tx,
  keptId: string,
  mergedId: string,
  { all, added }: MovedInvitations,
): Promise<void> {
  await execute(tx, INVITE_FOR_OTHER, [keptId, mergedId, all])
  await execute(tx, LINK_PARENTS_OF, [keptId, mergedId, all])
  await execute(tx, WITHDRAW, [keptId, added])
  await execute(tx, UNLINK_PARENTS, [keptId, added])
}
