import { tenantStatement } from '#server/platform/sql/statement.ts'
import { todayAt } from '#server/tenants/clubs/today.ts'

/**
 * A text that changes whenever the overview of the parent `$2` may have changed. It is made of the links, the days and
 * change counters of the children's clubs, and the revisions of the schemes and of the children's progress. Every write
 * at a club increments its counter in the same transaction.
 */
export const OVERVIEW_VERSION = tenantStatement(
  'assessment/read-overview-version',
  `SELECT concat_ws('/',
     -- links, and the change counters and days of clubs
     (SELECT string_agg(
          concat_ws(':', member_links.member_id, club_counters.club_id, club_counters.rev, ${todayAt('clubs')}), ','
        ORDER BY member_links.member_id, club_counters.club_id)
      FROM member_links
      JOIN club_members ON club_members.client_id = member_links.client_id
        AND club_members.member_id = member_links.member_id
      JOIN club_counters ON club_counters.client_id = club_members.client_id
        AND club_counters.club_id = club_members.club_id
      JOIN clubs ON clubs.client_id = club_members.client_id AND clubs.id = club_members.club_id
      WHERE member_links.client_id = $1 AND member_links.user_id = $2),
     (SELECT sum(revision) FROM schemes WHERE schemes.client_id = $1),
     (SELECT sum(member_schemes.revision) FROM member_links
      JOIN member_schemes ON member_schemes.client_id = member_links.client_id
        AND member_schemes.member_id = member_links.member_id
      WHERE member_links.client_id = $1 AND member_links.user_id = $2)) AS version`,
  { prepare: true },
)
