import { abilityGroupKey } from '#domain/members/ability-groups.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** How the club spells its ability groups, as most of its members have them; without one member, who may be the only one. */
export async function spellingsOf(tx: Tx, clubId: string, without?: string): Promise<Map<string, string>> {
  const { rows } = await tx.query<{ tag: string }>(
    `SELECT tag FROM club_members cm, unnest(cm.tags) tag
     WHERE cm.club_id = $1 AND cm.status IN ('active', 'inactive') AND cm.member_id IS DISTINCT FROM $2::uuid
     GROUP BY tag ORDER BY count(*), tag DESC`,
    [clubId, without ?? null],
  )
  // of two spellings of long ago the last one here counts
  return new Map(rows.map(({ tag }) => [abilityGroupKey(tag), tag]))
}
