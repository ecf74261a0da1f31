import type pg from 'pg'

const MEMBERS = 50_000
/** Marks of each member of the large club, so that it has two million. */
const MARKS = 40
/** Ordinary clubs, of five members each. */
export const CLUBS = 10_000
const USERS = 400

export const SYLLABLES = 'an bre ca dwy el fi gwen ha io ka llw ma ni or pri rho sa ti un wy'.split(' ')

/** Name number `n`. There are 8,000, so names repeat as real ones do; they are the same in each run. */
export function nameOf(n: number): string {
  const syllableAt = (position: number) => SYLLABLES[Math.floor(n / SYLLABLES.length ** position) % SYLLABLES.length]
  return `${syllableAt(0)}${syllableAt(1)}${syllableAt(2)}`
}

/** SQL of name number `n`, which is SQL of a number; the same as `nameOf`. */
const nameSql = (n: string) => {
  const syllableAt = (position: number) =>
    `('{${SYLLABLES.join(',')}}'::text[])[1 + (${n}) / ${SYLLABLES.length ** position} % ${SYLLABLES.length}]`
  return `initcap(${[0, 1, 2].map(syllableAt).join(' || ')})`
}

/**
 * SQL that joins `bench_group` to `bench_member`: there is a group for every forty members' numbers in a club; half of
 * these numbers are in the large club, so its groups have 20 members.
 */
const GROUP_OF_MEMBER =
  'bench_group ON bench_group.club_id = bench_member.club_id AND bench_group.number = bench_member.number / 40'

/** SQL of a node's number among those of the scheme that the condition leaves, from 1. */
const numberedNodes = (condition: string) => `SELECT id, row_number() OVER (ORDER BY position, id) AS number
  FROM scheme_nodes WHERE client_id = 'aquila' AND scheme_id = (SELECT scheme_id FROM bench_scheme)
    AND deleted_at IS NULL AND ${condition}`

/** Members, groups and coaches. `$1` is the large club. */
const PEOPLE = [
  // the scheme of most of the club's groups, and a user who is the author of all new marks
  `CREATE TEMP TABLE bench_scheme AS
   SELECT scheme_id, (SELECT author_id FROM assessments WHERE client_id = 'aquila' LIMIT 1) AS author_id
   FROM groups WHERE client_id = 'aquila' AND club_id = $1 GROUP BY scheme_id ORDER BY count(*) DESC LIMIT 1`,
  `INSERT INTO clubs (client_id, id, name, time_zone)
   SELECT 'aquila', gen_random_uuid(), 'Bench ' || number, 'Europe/London' FROM generate_series(1, ${CLUBS}) number`,
  `INSERT INTO club_counters (client_id, club_id) SELECT 'aquila', id FROM clubs
   WHERE client_id = 'aquila' AND name LIKE 'Bench %'`,
  // every second member is in the large club, the others are in the ordinary ones
  `CREATE TEMP TABLE bench_member AS
   SELECT gen_random_uuid() AS id, number, number % 2 = 0 AS is_large, CASE WHEN number % 2 = 0 THEN $1::uuid ELSE
     (SELECT array_agg(id ORDER BY id) FROM clubs WHERE client_id = 'aquila' AND name LIKE 'Bench %')
       [1 + number / 2 % ${CLUBS}] END AS club_id
   FROM generate_series(0, ${2 * MEMBERS - 1}) number`,
  // the factors are primes, so that members with successive numbers have unrelated names
  `INSERT INTO members (client_id, id, firstname, lastname, dob, ngo_id)
   SELECT 'aquila', id, ${nameSql('number::bigint * 7919')}, ${nameSql('number::bigint * 104729')},
     date '2008-01-01' + number * 37 % 5000, 'LB-' || number FROM bench_member`,
  // before the members are in a club, because the words of a club's members are indexed with each change
  `INSERT INTO guardians (client_id, member_id, position, firstname, lastname, email)
   SELECT 'aquila', id, 0, ${nameSql('number::bigint * 31')}, ${nameSql('number::bigint * 104729')},
     CASE WHEN number % 12 > 0 THEN 'g' || number || '@example.com' END FROM bench_member`,
  `INSERT INTO club_members (client_id, club_id, member_id, status)
   SELECT 'aquila', club_id, id, CASE WHEN number % 20 = 6 THEN 'inactive' ELSE 'active' END FROM bench_member`,
  `CREATE TEMP TABLE bench_group AS
   SELECT gen_random_uuid() AS id, club_id, number
   FROM (SELECT DISTINCT club_id, number / 40 AS number FROM bench_member) numbered`,
  `INSERT INTO groups
     (client_id, id, club_id, name, scheme_id, levels, assessment_levels, start_at, weekdays, first_date, max_size)
   SELECT 'aquila', id, club_id, 'Lists ' || number, demo_group.scheme_id, demo_group.levels, demo_group.levels,
     make_time(9 + number % 10, 0, 0), ARRAY[number % 7], '2020-01-01', 24
   FROM bench_group, (SELECT scheme_id, levels FROM groups WHERE client_id = 'aquila' AND club_id = $1
     AND scheme_id = (SELECT scheme_id FROM bench_scheme) ORDER BY id LIMIT 1) demo_group`,
  // every seventh member has no group
  `INSERT INTO group_members (client_id, group_id, member_id, from_date)
   SELECT 'aquila', bench_group.id, bench_member.id, '2020-01-01'
   FROM bench_member JOIN ${GROUP_OF_MEMBER} WHERE bench_member.number % 7 > 0`,
  `INSERT INTO users (client_id, id, type, email, firstname, lastname, verified)
   SELECT 'aquila', gen_random_uuid(), 'coach', 'lb' || number || '@example.com', 'Coach', 'Lists ' || number, true
   FROM generate_series(1, ${USERS}) number`,
  `INSERT INTO user_clubs (client_id, user_id, club_id)
   SELECT client_id, id, $1 FROM users WHERE email LIKE 'lb%@example.com'`,
  `INSERT INTO user_clubs (client_id, user_id, club_id)
   SELECT 'aquila', (SELECT author_id FROM bench_scheme), id FROM clubs WHERE client_id = 'aquila' AND name LIKE 'Bench %'`,
  `INSERT INTO group_coaches (client_id, group_id, user_id, from_date)
   SELECT 'aquila', bench_group.id, coach.id, '2020-01-01'
   FROM bench_group JOIN (SELECT id, row_number() OVER (ORDER BY id) - 1 AS number FROM users
     WHERE email LIKE 'lb%@example.com') coach ON coach.number = bench_group.number % ${USERS}
   WHERE bench_group.club_id = $1`,
]

/** What is recorded about the members: marks with their results, progress and awards, registers, and the audit log. */
const HISTORY = [
  `INSERT INTO member_schemes (client_id, member_id, scheme_id, revision)
   SELECT 'aquila', bench_member.id, bench_scheme.scheme_id, 1 FROM bench_member, bench_scheme`,
  // up to five levels of a member are awarded, at different times of the last year (600,000 s is about a week)
  `INSERT INTO awards (client_id, member_id, scheme_id, node_id, completed_ts, forced, title)
   SELECT 'aquila', bench_member.id, bench_scheme.scheme_id, level.id,
     extract(epoch FROM now())::bigint - (1 + bench_member.number % 50) * 600000 + level.number * 90000, false, '{}'
   FROM bench_member, bench_scheme, (${numberedNodes(`t = 'l'`)}) level WHERE level.number <= bench_member.number % 6`,
  `INSERT INTO progress (client_id, member_id, scheme_id, node_id, state, percent, forced)
   SELECT 'aquila', bench_member.id, bench_scheme.scheme_id, node.id,
     CASE WHEN node.number <= 10 THEN 'passed' WHEN bench_member.number % 9 = 0 THEN 'completed' ELSE 'started' END,
     bench_member.number % 100, false
   FROM bench_member, bench_scheme, (${numberedNodes(`t IN ('l', 'sg')`)}) node WHERE node.number <= 12`,
  // times and devices that no list reads are 0 or the author's
  `INSERT INTO results
     (client_id, member_id, scheme_id, node_id, grade, pass, ts, author_id, stamp_ms, stamp_counter, stamp_device, stamp_seq)
   SELECT 'aquila', bench_member.id, bench_scheme.scheme_id, node.id, bench_member.number % 4, 3, 0,
     bench_scheme.author_id, 0, 0, bench_scheme.author_id, 0
   FROM bench_member, bench_scheme, (${numberedNodes(`t = 's'`)}) node
   WHERE node.number <= CASE WHEN bench_member.is_large THEN ${MARKS / 2} ELSE 6 END`,
  // a mark every ten days, the last one up to 36 days ago, so that some have had none for four weeks
  `INSERT INTO assessments
     (client_id, op_id, member_id, scheme_id, node_id, grade, pass, ts, date, entered_ts, club_id, group_id, author_id,
      stamp_ms, stamp_counter, stamp_device, stamp_seq, log_id)
   SELECT 'aquila', gen_random_uuid(), bench_member.id, bench_scheme.scheme_id, node.id, 3, 3, 0,
     current_date - (occasion * 10 + bench_member.number % 37)::int, 0, bench_member.club_id, bench_group.id,
     bench_scheme.author_id, 0, 0, bench_scheme.author_id, occasion, nextval('audit_log_id_seq')
   FROM generate_series(${MARKS - 1}, 0, -1) occasion
   JOIN (${numberedNodes(`t = 's'`)}) node ON node.number = 1 + occasion / 2, bench_scheme,
     bench_member JOIN ${GROUP_OF_MEMBER} WHERE bench_member.is_large OR occasion < 6`,
  // fourteen weekly registers of a member
  `INSERT INTO registers (client_id, lane, kind, club_id, member_id, group_id, date, value, author_id, ts)
   SELECT 'aquila', 'bench/' || bench_member.number || '/' || week, 'attendance', bench_member.club_id, bench_member.id,
     bench_group.id, current_date - (week * 7 + bench_member.number % 7)::int,
     CASE WHEN (bench_member.number + week) % 8 = 0 THEN '"absent"' ELSE '"present"' END::jsonb, bench_scheme.author_id, 0
   FROM generate_series(13, 0, -1) week, bench_scheme, bench_member JOIN ${GROUP_OF_MEMBER}`,
  // ten entries about each member of the club
  `INSERT INTO audit_log (client_id, at, user_id, action, entity, entity_id, after, club_id)
   SELECT 'aquila', now() - make_interval(days => 30 * age), (SELECT author_id FROM bench_scheme), 'update', 'member',
     bench_member.id::text, '{"fields": ["note"]}', bench_member.club_id
   FROM generate_series(9, 0, -1) age, bench_member WHERE bench_member.is_large`,
]

/**
 * Adds to the demo's first client 50,000 members with two million marks at this club, and 10,000 ordinary clubs with as
 * many members together. `owner` is a connection of the database's superuser.
 */
export async function fillLargeClub(owner: pg.Client, clubId: string): Promise<void> {
  await owner.query('SET synchronous_commit = off')
  for (const sql of PEOPLE) await owner.query(sql, sql.includes('$1') ? [clubId] : [])
  await owner.query('ANALYZE')
  const indexes = await dropIndexes(owner)
  // the rows are right, and testing the foreign keys of each would take longer than all else
  await owner.query('SET session_replication_role = replica')
  for (const sql of HISTORY) await owner.query(sql)
  await owner.query('RESET session_replication_role')
  await owner.query(`SET maintenance_work_mem = '512MB'`)
  for (const sql of indexes) await owner.query(sql)
  // autovacuum would do this within minutes
  await owner.query('VACUUM ANALYZE')
}

/** Drops the indexes of the largest tables but their keys, and returns the SQL that makes them again in one go. */
async function dropIndexes(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ name: string; sql: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS sql FROM pg_index
     WHERE indrelid IN ('assessments'::regclass, 'registers'::regclass, 'awards'::regclass, 'audit_log'::regclass)
       AND NOT indisunique`,
  )
  for (const { name } of rows) await owner.query(`DROP INDEX ${name}`)
  return rows.map(({ sql }) => sql)
}
