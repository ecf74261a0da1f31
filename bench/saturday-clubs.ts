import type pg from 'pg'
import { indexingSql } from '#server/members/index-members.ts'
import type { MemberInGroup } from './marks.ts'

const CLUBS = 30
export const COACHES = 300
export const PARENTS = 1_000
/** Children in a coach's class. */
const CLASS_SIZE = 12

/** A coach of one of the clubs, with the class of the day. */
export interface SaturdayCoach {
  userId: string
  email: string
  club: string
  children: MemberInGroup[]
}

const indexing = indexingSql(
  `club_members.client_id = 'aquila' AND club_members.member_id IN (SELECT id FROM saturday_child)`,
  `client_id = 'aquila' AND member_id IN (SELECT id FROM saturday_child)`,
)

/**
 * Adds to the demo's first client 30 clubs with 300 coaches, who have the password of the demo's coach. Each has a class
 * of 12 children that meets today, with the progress of one of the demo's children. There are 1,000 parents, each of two
 * children of different classes; `parents` are their user ids.
 */
export async function addSaturdayClubs(
  owner: pg.Client,
  demoCoach: string,
): Promise<{ coaches: SaturdayCoach[]; parents: string[] }> {
  for (const [sql, values] of [
    // a child of the demo's coach with marks, and its group
    [
      `CREATE TEMP TABLE taught AS
       SELECT group_members.member_id, group_members.group_id FROM group_members
       JOIN group_coaches ON group_coaches.client_id = group_members.client_id
         AND group_coaches.group_id = group_members.group_id
       JOIN groups ON groups.client_id = group_members.client_id AND groups.id = group_members.group_id
       JOIN schemes ON schemes.client_id = groups.client_id AND schemes.id = groups.scheme_id AND schemes.slug = 'swim'
       WHERE group_coaches.client_id = 'aquila' AND group_coaches.user_id = $1 AND group_members.to_date IS NULL
       ORDER BY (SELECT count(*) FROM results WHERE results.client_id = 'aquila'
         AND results.member_id = group_members.member_id) DESC, group_members.member_id LIMIT 1`,
      [demoCoach],
    ],
    [
      `CREATE TEMP TABLE saturday_club AS SELECT number, gen_random_uuid() AS id FROM generate_series(1, ${CLUBS}) number`,
    ],
    [
      `CREATE TEMP TABLE saturday AS
       SELECT number, gen_random_uuid() AS coach_id, gen_random_uuid() AS group_id,
         (SELECT id FROM saturday_club WHERE saturday_club.number = 1 + class.number % ${CLUBS}) AS club_id
       FROM generate_series(1, ${COACHES}) AS class (number)`,
    ],
    [
      `CREATE TEMP TABLE saturday_child AS SELECT saturday.*, gen_random_uuid() AS id
       FROM saturday, generate_series(1, ${CLASS_SIZE})`,
    ],
    [
      `INSERT INTO clubs (client_id, id, name, time_zone)
       SELECT 'aquila', id, 'Saturday ' || number, 'Europe/London' FROM saturday_club`,
    ],
    [`INSERT INTO club_counters (client_id, club_id) SELECT 'aquila', id FROM saturday_club`],
    [
      `INSERT INTO users (client_id, id, type, email, firstname, lastname, verified, password_hash)
       SELECT 'aquila', coach_id, 'coach', 'saturday' || number || '@example.com', 'Coach', 'S' || number, true,
         (SELECT password_hash FROM users WHERE client_id = 'aquila' AND id = $1) FROM saturday`,
      [demoCoach],
    ],
    [`INSERT INTO user_clubs (client_id, user_id, club_id) SELECT 'aquila', coach_id, club_id FROM saturday`],
    [
      `INSERT INTO groups
         (client_id, id, club_id, name, scheme_id, levels, assessment_levels, start_at, weekdays, first_date, max_size)
       SELECT 'aquila', saturday.group_id, saturday.club_id, 'Class ' || number, scheme_id, levels, assessment_levels,
         make_time(9 + number % 8, 0, 0), '{0,1,2,3,4,5,6}', '2020-01-01', 24
       FROM saturday, groups WHERE groups.client_id = 'aquila' AND groups.id = (SELECT group_id FROM taught)`,
    ],
    [
      `INSERT INTO group_coaches (client_id, group_id, user_id, from_date)
       SELECT 'aquila', group_id, coach_id, '2020-01-01' FROM saturday`,
    ],
    [
      `INSERT INTO members (client_id, id, firstname, lastname, dob)
       SELECT 'aquila', id, 'Child', 'S' || number, '2017-01-01' FROM saturday_child`,
    ],
    [`INSERT INTO club_members (client_id, club_id, member_id) SELECT 'aquila', club_id, id FROM saturday_child`],
    [indexing.sort],
    [indexing.words],
    [
      `INSERT INTO group_members (client_id, group_id, member_id, from_date)
       SELECT 'aquila', group_id, id, '2020-01-01' FROM saturday_child`,
    ],
    ...['member_schemes', 'results', 'progress'].map((table): [string] => [
      `INSERT INTO ${table} SELECT (copied).* FROM (
         SELECT jsonb_populate_record(own, jsonb_build_object('member_id', saturday_child.id)) AS copied
         FROM ${table} own JOIN taught ON own.client_id = 'aquila' AND own.member_id = taught.member_id,
           saturday_child) copies`,
    ]),
    [
      `CREATE TEMP TABLE saturday_parent AS SELECT number, gen_random_uuid() AS id FROM generate_series(1, ${PARENTS}) number`,
    ],
    [
      `INSERT INTO users (client_id, id, type, email, firstname, lastname, verified)
       SELECT 'aquila', id, 'parent', 'saturday-parent' || number || '@example.com', 'Parent', 'S' || number, true
       FROM saturday_parent`,
    ],
    [
      `INSERT INTO member_links (client_id, user_id, member_id)
       SELECT 'aquila', saturday_parent.id, child.id
       FROM (SELECT id, row_number() OVER (ORDER BY id) AS number FROM saturday_child) child
       JOIN saturday_parent ON child.number <= ${2 * PARENTS} AND saturday_parent.number = 1 + child.number % ${PARENTS}`,
    ],
    ['VACUUM ANALYZE'],
  ] as [string, unknown[]?][])
    await owner.query(sql, values)
  const { rows: coaches } = await owner.query<SaturdayCoach>(
    `SELECT coach_id AS "userId", 'saturday' || number || '@example.com' AS email, club_id AS club,
       json_agg(json_build_object('member', id, 'group', group_id, 'club', club_id)) AS children
     FROM saturday_child GROUP BY coach_id, number, club_id ORDER BY number`,
  )
  const { rows: parents } = await owner.query<{ id: string }>('SELECT id FROM saturday_parent ORDER BY number')
  return { coaches, parents: parents.map(({ id }) => id) }
}
