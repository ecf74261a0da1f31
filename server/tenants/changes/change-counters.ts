import { prepared, type Tx } from '#server/platform/tenancy.ts'

/** What a change list can name. `contract/assessment/sync.ts` says what a device gets for each. */
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

export interface ChangedKey {
  clubId: string
  kind: ChangeKind
  key: string
  /** The row is as it was; it only has to arrive where it was not before. */
  redelivered?: boolean
}

/** Moves a club's counter though nothing on its change list is new: what parents are told of their children's club is. */
export async function touchClub(tx: Tx, clubId: string): Promise<void> {
  await tx.query('UPDATE club_counters SET rev = rev + 1 WHERE club_id = $1', [clubId])
}

/**
 * Moves each club's change counter on, in id order, and stamps the changed keys with it. Last statement of a
 * writing transaction: the counter rows stay locked until commit, so that readers never see a later counter first.
 * With a place in a group goes the member's own row: what a device may hold of a member depends on it.
 */
export async function recordChanges(
  tx: Tx,
  clientId: string,
  keys: readonly ChangedKey[],
): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map()
  const changed = keys.flatMap((one): ChangedKey[] =>
    one.kind === 'group_member'
      ? [one, { clubId: one.clubId, kind: 'member', key: one.key.slice(one.key.indexOf('/') + 1), redelivered: true }]
      : [one],
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
