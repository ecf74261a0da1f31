import { prepared, type Tx } from '#server/platform/tenancy.ts'

/** The kinds of entries of a club's change list. `contract/assessment/sync.ts` says what a device receives for each. */
export type ChangeKind =
  | 'group'
  | 'member'
  | 'group_member'
  | 'result'
  | 'conflict'
  | 'register'
  | 'erasure'
  | 'plan'
  | 'plan_group'

/** One changed row, to be put on the change list of a club. */
export interface ChangedKey {
  clubId: string
  kind: ChangeKind
  key: string
  /** True when the row itself is unchanged and is sent only to devices that may not have it yet. */
  redelivered?: boolean
}

/** Advances a club's change counter without an entry on its change list, so that cached answers about the club, such as parents' overviews, become stale. */
export async function touchClub(tx: Tx, clubId: string): Promise<void> {
  await tx.query('UPDATE club_counters SET rev = rev + 1 WHERE club_id = $1', [clubId])
}

/**
 * Advances each club's change counter and stamps the changed keys with it; returns the new counters by club. Counters
 * are locked in the order of club ids, so that two writers cannot deadlock. It must be the last statement of a writing
 * transaction: the counters stay locked until commit, so that readers never see a later counter first. A change of a
 * group's members also resends the member's row, because the groups decide which members a device may hold.
 */
export async function recordChanges(
  tx: Tx,
  clientId: string,
  keys: readonly ChangedKey[],
): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map()
  const changed = keys.flatMap((change): ChangedKey[] =>
    change.kind === 'group_member'
      ? [
          change,
          {
            clubId: change.clubId,
            kind: 'member',
            key: change.key.slice(change.key.indexOf('/') + 1),
            redelivered: true,
          },
        ]
      : [change],
  )
  const clubs = [...new Set(changed.map((c) => c.clubId))].sort()
  const locked = tx.query(
    prepared('SELECT FROM club_counters WHERE club_id = ANY($1) ORDER BY club_id FOR UPDATE', [clubs]),
  )
  const bumped = tx.query<{ club_id: string; rev: number }>(
    prepared(
      `WITH bumped AS (UPDATE club_counters SET rev = rev + 1 WHERE club_id = ANY($2) RETURNING club_id, rev),
     stamped AS (INSERT INTO changes AS c (client_id, club_id, kind, key, rev, changed_rev)
       SELECT $1, b.club_id, t.kind, t.key, b.rev, CASE WHEN bool_and(t.redelivered) THEN 0 ELSE b.rev END
       FROM unnest($3::uuid[], $4::text[], $5::text[], $6::boolean[]) t (club, kind, key, redelivered)
       JOIN bumped b ON b.club_id = t.club GROUP BY b.club_id, t.kind, t.key, b.rev
       ON CONFLICT (client_id, club_id, kind, key) DO UPDATE
         SET rev = excluded.rev, changed_rev = greatest(c.changed_rev, excluded.changed_rev))
     SELECT club_id, rev FROM bumped`,
      [
        clientId,
        clubs,
        changed.map((c) => c.clubId),
        changed.map((c) => c.kind),
        changed.map((c) => c.key),
        changed.map((c) => c.redelivered ?? false),
      ],
    ),
  )
  const [, { rows }] = await Promise.all([locked, bumped])
  return new Map(rows.map((row) => [row.club_id, row.rev]))
}
