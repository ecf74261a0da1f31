import { abilityGroupKey } from '#domain/members/ability-groups.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/**
 * The club's most common spelling of each ability group, by key. The member `excludedMemberId` does not count: it may
 * be the only one with its old spelling.
 */
export async function spellingsOf(tx: Tx, clubId: string, excludedMemberId?: string): Promise<Map<string, string>> {
  const { rows } = await tx.query<{ tag: string }>(
    `SELECT tag FROM club_members, unnest(club_members.tags) tag
     WHERE club_members.club_id = $1 AND club_members.status IN ('active', 'inactive')
       AND club_members.member_id IS DISTINCT FROM $2::uuid
     GROUP BY tag ORDER BY count(*), tag DESC`,
    [clubId, excludedMemberId ?? null],
  )
  // Old data may hold two spellings of one name. The most common comes last and overwrites the others in the map.
  return new Map(rows.map(({ tag }) => [abilityGroupKey(tag), tag]))
}
