import type { QueryConfig } from 'pg'
import { prepared } from '#server/platform/tenancy.ts'

/**
 * Queries a text that changes whenever the overview of this parent may have changed. It is made of the day, the links,
 * the change counters of the children's clubs, and the revisions of the schemes and of the children's progress. Every
 * write at a club increments its counter in the same transaction.
 */
export function overviewVersion(userId: string): QueryConfig {
  return prepared(
    `SELECT concat_ws('/', current_date,
       (SELECT string_agg(l.member_id || ':' || cc.club_id || ':' || cc.rev, ',' ORDER BY l.member_id, cc.club_id)
        FROM member_links l
        JOIN club_members cm ON cm.client_id = l.client_id AND cm.member_id = l.member_id
        JOIN club_counters cc ON cc.client_id = cm.client_id AND cc.club_id = cm.club_id
        WHERE l.user_id = $1),
       (SELECT sum(revision) FROM schemes),
       (SELECT sum(ms.revision) FROM member_links l
        JOIN member_schemes ms ON ms.client_id = l.client_id AND ms.member_id = l.member_id WHERE l.user_id = $1)) AS version`,
    [userId],
  )
}
