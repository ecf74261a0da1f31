import { Type } from 'typebox'
import { tenantStatement } from '#server/platform/sql/statement.ts'
import { todayAt } from '#server/tenants/clubs/today.ts'

/** The change counters of clubs, by their ids. */
export const ClubRevs = Type.Record(Type.String(), Type.Integer())

/** After more changes at a club than this, an overview is built anew without looking through them. */
const MOST_CHANGES = 500

/**
 * What tells whether the overviews of the parents `$2` are still as they were when the change counters were `$3`; a row
 * for each parent, by its number from 1:
 *
 * - `version`, a text that is another one when the epoch, the links, the children's clubs, their names, logos or days,
 *   the schemes, the names of the client's users or the revisions of the children's progress have changed;
 * - `concerned`, whether since then something has changed for one of the children, or a group or who is in it. Every
 *   write at a club names what it changes in the club's list of changes, in the same transaction;
 * - `revs`, the change counters now.
 */
export const OVERVIEW_VERSIONS = tenantStatement(
  'assessment/list-overview-versions',
  `SELECT asked.number::int, overview.version, overview.concerned, overview.revs
   FROM unnest($2::uuid[], $3::jsonb[]) WITH ORDINALITY asked (user_id, revs, number)
   CROSS JOIN LATERAL (
     WITH places AS MATERIALIZED (
       SELECT member_links.member_id, clubs.id AS club_id, clubs.name, clubs.logo_file_id, clubs.deleted_at,
         ${todayAt('clubs')} AS today, club_counters.rev
       FROM member_links
       JOIN club_members ON club_members.client_id = member_links.client_id
         AND club_members.member_id = member_links.member_id
       JOIN clubs ON clubs.client_id = club_members.client_id AND clubs.id = club_members.club_id
       JOIN club_counters ON club_counters.client_id = clubs.client_id AND club_counters.club_id = clubs.id
       WHERE member_links.client_id = $1 AND member_links.user_id = asked.user_id),
     kept AS MATERIALIZED (
       SELECT places.club_id, places.member_id, places.rev, seen.rev AS seen FROM places
       JOIN (SELECT key::uuid AS club_id, value::bigint AS rev FROM jsonb_each_text(asked.revs)) seen
         ON seen.club_id = places.club_id AND seen.rev < places.rev)
     SELECT concat_ws('/',
       (SELECT string_agg(concat_ws(':', member_id, club_id, name, logo_file_id, deleted_at, today), ','
          ORDER BY member_id, club_id) FROM places),
       (SELECT sum(revision) FROM schemes WHERE schemes.client_id = $1),
       (SELECT concat_ws(':', epoch, user_names_revision) FROM clients WHERE clients.client_id = $1),
       (SELECT sum(member_schemes.revision) FROM member_links
        JOIN member_schemes ON member_schemes.client_id = member_links.client_id
          AND member_schemes.member_id = member_links.member_id
        WHERE member_links.client_id = $1 AND member_links.user_id = asked.user_id)) AS version,
       CASE WHEN EXISTS (SELECT FROM kept WHERE kept.rev > kept.seen + ${MOST_CHANGES}) THEN true
         ELSE EXISTS (SELECT FROM kept JOIN changes ON changes.client_id = $1 AND changes.club_id = kept.club_id
           AND changes.rev > kept.seen
           AND (changes.kind IN ('group', 'group_member') OR changes.member_id = kept.member_id)) END AS concerned,
       (SELECT coalesce(jsonb_object_agg(club_id, rev), '{}') FROM places) AS revs) overview`,
  { prepare: true, json: { revs: ClubRevs } },
)
