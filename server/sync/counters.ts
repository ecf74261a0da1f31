import { prepared, type Tx } from '#server/tenancy.ts'

export interface ChangedKey {
  clubId: string
  kind: 'group' | 'member' | 'group_member' | 'result'
  key: string
}

/** Clubs that hold any of these members, with the members each holds. */
export async function clubsOfMembers(
  tx: Tx,
  memberIds: readonly string[],
): Promise<{ club_id: string; member_id: string }[]> {
  const { rows } = await tx.query<{ club_id: string; member_id: string }>(
    prepared('SELECT club_id, member_id FROM club_members WHERE member_id = ANY($1)', [memberIds]),
  )
  return rows
}

/**
 * Moves each club's change counter on, in id order, and stamps the changed keys with it. Last statement of a
 * writing transaction: the counter rows stay locked until commit, so that readers never see a later counter first.
 */
export async function recordChanges(
  tx: Tx,
  clientId: string,
  changed: readonly ChangedKey[],
): Promise<Map<string, number>> {
  if (changed.length === 0) return new Map()
  const clubs = [...new Set(changed.map((c) => c.clubId))].sort()
  const locked = tx.query(
    prepared('SELECT FROM club_counters WHERE club_id = ANY($1) ORDER BY club_id FOR UPDATE', [clubs]),
  )
  const bumped = tx.query<{ club_id: string; rev: number }>(
    prepared(
      `WITH bumped AS (UPDATE club_counters SET rev = rev + 1 WHERE club_id = ANY($2) RETURNING club_id, rev),
     stamped AS (INSERT INTO changes (client_id, club_id, kind, key, rev)
       SELECT DISTINCT $1, b.club_id, t.kind, t.key, b.rev FROM unnest($3::uuid[], $4::text[], $5::text[]) t (club, kind, key)
       JOIN bumped b ON b.club_id = t.club
       ON CONFLICT (client_id, club_id, kind, key) DO UPDATE SET rev = excluded.rev)
     SELECT club_id, rev FROM bumped`,
      [clientId, clubs, changed.map((c) => c.clubId), changed.map((c) => c.kind), changed.map((c) => c.key)],
    ),
  )
  const [, { rows }] = await Promise.all([locked, bumped])
  return new Map(rows.map((row) => [row.club_id, row.rev]))
}
