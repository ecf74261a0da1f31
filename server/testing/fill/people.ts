import { indexingSql } from '#server/members/index-members.ts'
import { hasLeft, JOURNEYS, LEFT_DAYS_AGO } from './journeys.ts'
import { nameSql } from './names.ts'

/** The members of a group, and the groups of a coach. */
const GROUP_MEMBERS = 20
const COACH_GROUPS = 6
/** A family has so many children, of one club. */
const CHILDREN = 2

const JOURNEYS_LEFT = Array.from({ length: JOURNEYS }, (_, journey) => journey).filter(hasLeft)
/** SQL: whether a member of `fill.member` has left the group. */
const IS_LEFT = `fill.member.journey IN (${JOURNEYS_LEFT.join()})`

/**
 * The tables of a fill, which all its statements read: `fill.club` is filled by the caller, the others by `PEOPLE`.
 * They are dropped when the fill is done.
 */
export const TABLES = [
  'DROP SCHEMA IF EXISTS fill CASCADE',
  'CREATE SCHEMA fill',
  // `first_member` is the number of the club's first member among those of all clubs; `is_new` is false for a club that
  // exists already, whose change counter is `base_rev`
  `CREATE UNLOGGED TABLE fill.club (client_id text, id uuid, number int, members int, first_member bigint,
     plan int, scheme_id uuid, weeks int, is_new boolean, base_rev bigint DEFAULT 0, groups int)`,
  `CREATE UNLOGGED TABLE fill.coach (client_id text, id uuid, club_id uuid, club_number int, number int)`,
  `CREATE UNLOGGED TABLE fill.group_ (client_id text, id uuid, club_id uuid, number int, coach_id uuid, begun date)`,
  `CREATE UNLOGGED TABLE fill.member (client_id text, id uuid, club_id uuid, number bigint, at_club int, plan int,
     scheme_id uuid, journey int, group_id uuid, group_number int, coach_id uuid, begun date, first_rev bigint, groups int)`,
  `CREATE UNLOGGED TABLE fill.session (plan int, journey int, week int, value text, at int)`,
  `CREATE UNLOGGED TABLE fill.mark
     (plan int, journey int, week int, number int, node_id text, grade int, pass int, at int)`,
  `CREATE UNLOGGED TABLE fill.result
     (plan int, journey int, week int, number int, node_id text, grade int, pass int, at int, since int, won_at int)`,
  `CREATE UNLOGGED TABLE fill.progress
     (plan int, journey int, node_id text, state text, percent int, forced boolean, completed_at int)`,
  `CREATE UNLOGGED TABLE fill.award (plan int, journey int, node_id text, completed_at int)`,
]

const indexing = indexingSql(
  '(club_members.client_id, club_members.member_id) IN (SELECT client_id, id FROM fill.member)',
  '(client_id, member_id) IN (SELECT client_id, id FROM fill.member)',
)

/** The clubs of `fill.club` with their groups, coaches, members, families and who is where. */
export const PEOPLE = [
  `UPDATE fill.club SET groups = 1 + (members - 1) / ${GROUP_MEMBERS}, base_rev = coalesce(
     (SELECT rev FROM club_counters WHERE club_counters.client_id = club.client_id AND club_id = club.id), 0)`,
  `INSERT INTO clubs (client_id, id, name, time_zone)
   SELECT client_id, id, 'Filled ' || number, 'Europe/London' FROM fill.club WHERE is_new`,
  `INSERT INTO club_counters (client_id, club_id) SELECT client_id, id FROM fill.club WHERE is_new`,
  `INSERT INTO fill.coach SELECT client_id, gen_random_uuid(), id, number, coach
   FROM fill.club, generate_series(0, (groups - 1) / ${COACH_GROUPS}) coach`,
  // a group meets each week, first on the weekday that its number gives, last within the last seven days
  `INSERT INTO fill.group_
   SELECT club.client_id, gen_random_uuid(), club.id, nth, coach.id, current_date - 7 * weeks + nth % 7
   FROM fill.club CROSS JOIN LATERAL generate_series(0, groups - 1) nth
   JOIN fill.coach ON coach.club_id = club.id AND coach.number = nth / ${COACH_GROUPS}`,
  `ANALYZE fill.group_`,
  `INSERT INTO fill.member
   SELECT club.client_id, gen_random_uuid(), club.id, first_member + at_club, at_club, plan, scheme_id,
     at_club % ${JOURNEYS}, group_.id, group_.number, coach_id, begun, base_rev + 1, groups
   FROM fill.club CROSS JOIN LATERAL generate_series(0, members - 1) at_club
   JOIN fill.group_ ON group_.club_id = club.id AND group_.number = at_club / ${GROUP_MEMBERS}`,
  `ANALYZE fill.member`,
  // the factors are primes, so that members with successive numbers have unrelated names
  `INSERT INTO members (client_id, id, firstname, lastname, dob, ngo_id)
   SELECT client_id, id, ${nameSql('number * 7919')}, ${nameSql('number * 104729')},
     current_date - 1800 - (number * 37 % 3300)::int, 'F-' || number FROM fill.member`,
  `INSERT INTO guardians (client_id, member_id, position, firstname, lastname, email)
   SELECT client_id, id, 0, ${nameSql(`(number / ${CHILDREN}) * 31`)}, ${nameSql('number * 104729')},
     CASE WHEN number % 12 > 0 THEN 'family' || number / ${CHILDREN} || '@filled.example' END FROM fill.member`,
  `INSERT INTO club_members (client_id, club_id, member_id, status, inactive_since)
   SELECT client_id, club_id, id, CASE WHEN at_club % 21 = 0 THEN 'inactive' ELSE 'active' END,
     CASE WHEN at_club % 21 = 0 THEN now() END FROM fill.member`,
  indexing.sort,
  indexing.words,
  `INSERT INTO users (client_id, id, type, email, firstname, lastname, verified)
   SELECT client_id, id, 'coach', 'coach' || club_number || '.' || number || '@filled.example', 'Coach',
     ${nameSql('club_number * 31 + number')}, true FROM fill.coach
   UNION ALL
   SELECT client_id, gen_random_uuid(), 'admin', 'office' || number || '@filled.example', 'Office',
     ${nameSql('number')}, true FROM fill.club
   UNION ALL
   SELECT client_id, gen_random_uuid(), 'parent', 'family' || number / ${CHILDREN} || '@filled.example',
     ${nameSql(`(number / ${CHILDREN}) * 31`)}, ${nameSql('number * 104729')}, true
   FROM fill.member WHERE number % ${CHILDREN} = 0`,
  `INSERT INTO user_clubs (client_id, user_id, club_id)
   SELECT client_id, id, club_id FROM fill.coach
   UNION ALL
   SELECT club.client_id, users.id, club.id FROM fill.club
   JOIN users ON users.client_id = club.client_id AND users.type = 'admin'
     AND lower(users.email) = 'office' || number || '@filled.example'`,
  `INSERT INTO member_links (client_id, user_id, member_id)
   SELECT member.client_id, users.id, member.id FROM fill.member
   JOIN users ON users.client_id = member.client_id AND users.type = 'parent'
     AND lower(users.email) = 'family' || number / ${CHILDREN} || '@filled.example'`,
  `INSERT INTO groups
     (client_id, id, club_id, name, scheme_id, levels, assessment_levels, start_at, weekdays, first_date, max_size)
   SELECT group_.client_id, group_.id, club_id, 'Group ' || group_.number, scheme_id, level.ids, level.ids,
     make_time(9 + group_.number % 10, 0, 0), ARRAY[extract(dow FROM begun)::int], begun, ${GROUP_MEMBERS + 4}
   FROM fill.group_ JOIN fill.club ON club.id = club_id
   JOIN LATERAL (SELECT array_agg(id ORDER BY position) AS ids FROM scheme_nodes node
     WHERE node.client_id = club.client_id AND node.scheme_id = club.scheme_id AND t = 'l' AND deleted_at IS NULL) level
     ON true`,
  `INSERT INTO group_members (client_id, group_id, member_id, from_date, to_date)
   SELECT client_id, group_id, id, begun, CASE WHEN ${IS_LEFT}
     THEN greatest(begun, current_date - ${LEFT_DAYS_AGO}) END FROM fill.member`,
  `INSERT INTO group_coaches (client_id, group_id, user_id, from_date)
   SELECT client_id, id, coach_id, begun FROM fill.group_`,
]
