import { SeparateMembers } from '#contract/flows/member-merges.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { execute, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { refuseIfProviderOwns, type ClubContext } from '#server/tenants/clubs/club-context.ts'
import { auditPair } from './audit-pair.ts'

/** How many pairs are listed at most. */
const MAX_LISTED = 100

const LIST = tenantStatement(
  'flows/list-separate-members',
  `SELECT json_build_array(
       json_build_object('uuid', one.id, 'name', one.firstname || ' ' || one.lastname),
       json_build_object('uuid', other.id, 'name', other.firstname || ' ' || other.lastname)) AS members,
     administrator.firstname || ' ' || administrator.lastname AS by,
     floor(extract(epoch FROM separate.at))::int AS at
   FROM separate_members separate
   JOIN members one ON one.client_id = separate.client_id AND one.id = separate.one_id
   JOIN members other ON other.client_id = separate.client_id AND other.id = separate.other_id
   JOIN users administrator ON administrator.client_id = separate.client_id AND administrator.id = separate.user_id
   WHERE separate.client_id = $1 AND separate.club_id = $2
   ORDER BY separate.at DESC, separate.one_id, separate.other_id LIMIT ${MAX_LISTED}`,
  { json: { members: SeparateMembers.properties.members } },
)

/** The pairs of records of this club that are known to be two children, newest first. */
export async function listSeparateMembers(tx: Tx, { clubId }: ClubContext): Promise<SeparateMembers[]> {
  return queryRows(tx, LIST, [clubId])
}

const MEMBERS_OF_CLUB = tenantStatement(
  'flows/find-members-of-pair',
  `SELECT FROM club_members WHERE client_id = $1 AND club_id = $2 AND member_id IN ($3, $4) AND status <> 'merged'`,
)

const SEPARATE = tenantStatement(
  'flows/separate-members',
  `INSERT INTO separate_members (client_id, club_id, one_id, other_id, user_id, at)
   VALUES ($1, $2, least($3::uuid, $4::uuid), greatest($3::uuid, $4::uuid), $5, to_timestamp($6::bigint / 1000.0))
   ON CONFLICT DO NOTHING`,
)

const LIST_AGAIN = tenantStatement(
  'flows/list-members-as-duplicates',
  `DELETE FROM separate_members WHERE client_id = $1 AND club_id = $2
     AND one_id = least($3::uuid, $4::uuid) AND other_id = greatest($3::uuid, $4::uuid)`,
)

/**
 * Remembers that two records of the club are two children, or, when `areTwo` is false, forgets it, so that they are
 * listed as duplicates again. Repeating it changes nothing.
 */
export async function separateMembers(
  tx: Tx,
  context: ClubContext,
  memberId: string,
  otherId: string,
  areTwo: boolean,
): Promise<void> {
  refuseIfProviderOwns(context)
  const { clubId, userId } = context
  if (memberId === otherId || (await execute(tx, MEMBERS_OF_CLUB, [clubId, memberId, otherId])) !== 2)
    throw new Refusal('NOT_FOUND', { field: 'other_uuid' })
  const changed = areTwo
    ? await execute(tx, SEPARATE, [clubId, memberId, otherId, userId, context.nowMs])
    : await execute(tx, LIST_AGAIN, [clubId, memberId, otherId])
  if (changed === 0) return
  await auditPair(tx, context, areTwo ? 'keep-apart' : 'list-again', memberId, otherId)
}
