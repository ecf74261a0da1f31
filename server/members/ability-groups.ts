import { abilityGroupKey } from '#domain/members/ability-groups.ts'
import { queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

const COUNTED_TAGS = tenantStatement(
  'members/list-tags-by-use',
  `SELECT tag FROM club_members, unnest(club_members.tags) tag
   WHERE club_members.client_id = $1 AND club_members.club_id = $2 AND club_members.status IN ('active', 'inactive')
     AND club_members.member_id IS DISTINCT FROM $3::uuid
   GROUP BY tag ORDER BY count(*), tag DESC`,
)

/**
 * The club's most common spelling of each ability group, by key. The member `excludedMemberId` does not count: it may
 * be the only one with its old spelling.
 */
export async function spellingsOf(tx: Tx, clubId: string, excludedMemberId?: string): Promise<Map<string, string>> {
  const rows = await queryRows(tx, COUNTED_TAGS, [clubId, excludedMemberId ?? null])
  // Old data may hold two spellings of one name. The most common comes last and overwrites the others in the map.
  return new Map(rows.map(({ tag }) => [abilityGroupKey(tag), tag]))
}
