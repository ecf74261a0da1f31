import { prepared, type Tx } from '#server/platform/tenancy.ts'

const personJson = (alias: string) =>
  `json_build_object('uuid', ${alias}.id, 'firstname', ${alias}.firstname, 'lastname', ${alias}.lastname)`

/**
 * Ids of the plans whose changes a coach's device receives: the coach's own, those that are or were shared with the
 * coach, and those that are or were on one of the coach's groups. `planSql` decides which of them the coach may still
 * read; the device deletes the others.
 */
export async function concernedPlans(tx: Tx, userId: string, groups: readonly string[]): Promise<string[]> {
  const { rows } = await tx.query<{ plans: string[] }>(
    prepared(
      `SELECT ARRAY(SELECT id FROM lesson_plans WHERE owner_id = $1 AND revision > 0
         UNION SELECT plan_id FROM lesson_plan_shares WHERE user_id = $1
         UNION SELECT plan_id FROM lesson_plan_groups WHERE group_id = ANY($2::uuid[])) AS plans`,
      [userId, groups],
    ),
  )
  return rows[0]?.plans ?? []
}

/** Plans by id ($1) as a coach ($2) with these groups ($3) may read them; null when the coach may not, or no longer. */
export const planSql = `SELECT k AS key, CASE WHEN p.id IS NOT NULL THEN json_build_object('uuid', p.id, 'owner', ${personJson('o')},
    'content', json_build_object('title', p.title, 'sections', p.sections, 'reminder', p.reminder,
      'schemeSlug', (SELECT s.slug FROM schemes s WHERE s.client_id = p.client_id AND s.id = p.scheme_id)),
    'revision', p.revision, 'last', json_build_object('chain', p.chain, 'seq', p.chain_seq), 'copyOf', p.copy_of, 'ts', p.ts,
    'shared', coalesce((SELECT json_agg(${personJson('u')} ORDER BY u.lastname, u.firstname) FROM lesson_plan_shares r
      JOIN users u ON u.client_id = r.client_id AND u.id = r.user_id
      WHERE r.client_id = p.client_id AND r.plan_id = p.id AND r.shared AND (p.owner_id = $2 OR r.user_id = $2)), '[]')) END AS data
  FROM unnest($1::text[]) k
  LEFT JOIN lesson_plans p ON p.id = k::uuid AND p.revision > 0 AND NOT p.deleted AND (p.owner_id = $2
    OR EXISTS (SELECT FROM lesson_plan_shares r WHERE r.client_id = p.client_id AND r.plan_id = p.id AND r.user_id = $2 AND r.shared)
    OR EXISTS (SELECT FROM lesson_plan_groups g WHERE g.client_id = p.client_id AND g.plan_id = p.id AND g.attached
      AND g.group_id = ANY($3::uuid[])))
  LEFT JOIN users o ON o.client_id = p.client_id AND o.id = p.owner_id`

/** Links of plans to groups, by their keys `<group>/<plan>` ($1), for these groups ($2); null when there is none. */
export const planGroupSql = `SELECT k AS key, CASE WHEN g.attached THEN
    json_build_object('groupId', g.group_id, 'planUuid', g.plan_id, 'ts', g.ts) END AS data
  FROM unnest($1::text[]) k LEFT JOIN lesson_plan_groups g
    ON g.group_id = split_part(k, '/', 1)::uuid AND g.plan_id = split_part(k, '/', 2)::uuid AND g.group_id = ANY($2::uuid[])`
