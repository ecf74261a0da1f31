import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { inTenant, openDatabase } from '#server/platform/tenancy.ts'
import { call, logIn, startBenchServer } from './bench-server.ts'
import { median, type Row } from './table.ts'

/** The number of members in the club of the reports; all new clubs together have as many. */
const MEMBERS = 50_000
const CLUBS = 10_000
const ROUNDS = 5

/**
 * SQL that joins `bench_group` to `bench_member`. There is a group for every forty members' numbers in a club; half of
 * these numbers are in the club of the reports, so its groups have 20 members.
 */
const GROUP_OF_MEMBER =
  'bench_group ON bench_group.club_id = bench_member.club_id AND bench_group.number = bench_member.number / 40'

/**
 * SQL that adds members to the demo's first client, with groups, awards, progress, marks and registers. It uses the
 * tables `bench_scheme` and `bench_level`, which `bench` creates.
 */
const FILL = [
  `INSERT INTO clubs (client_id, id, name, time_zone)
   SELECT 'aquila', gen_random_uuid(), 'Bench ' || number, 'Europe/London' FROM generate_series(1, ${CLUBS}) number`,
  // every second member is in the club of the reports, the others are in the new clubs
  `CREATE TEMP TABLE bench_member AS
   SELECT gen_random_uuid() AS id, number, CASE WHEN number % 2 = 0 THEN $1::uuid ELSE
     (SELECT array_agg(id ORDER BY id) FROM clubs WHERE client_id = 'aquila' AND name LIKE 'Bench %')[1 + number % ${CLUBS}]
     END AS club_id
   FROM generate_series(1, ${2 * MEMBERS}) number`,
  `INSERT INTO members (client_id, id, firstname, lastname, dob)
   SELECT 'aquila', id, 'Nia', 'N' || number, '2016-01-01' FROM bench_member`,
  `INSERT INTO club_members (client_id, club_id, member_id) SELECT 'aquila', club_id, id FROM bench_member`,
  `CREATE TEMP TABLE bench_group AS
   SELECT gen_random_uuid() AS id, club_id, number
   FROM (SELECT DISTINCT club_id, number / 40 AS number FROM bench_member) numbered`,
  `INSERT INTO groups (client_id, id, club_id, name, scheme_id, weekdays, first_date)
   SELECT 'aquila', id, club_id, 'Bench ' || number, (SELECT scheme_id FROM bench_scheme), '{1}', '2020-01-01'
   FROM bench_group`,
  `INSERT INTO group_members (client_id, group_id, member_id, from_date)
   SELECT 'aquila', bench_group.id, bench_member.id, '2020-01-01'
   FROM bench_member JOIN ${GROUP_OF_MEMBER}`,
  `INSERT INTO user_clubs (client_id, user_id, club_id)
   SELECT 'aquila', (SELECT author_id FROM bench_scheme), id FROM clubs
   WHERE client_id = 'aquila' AND name LIKE 'Bench %'`,
  `INSERT INTO member_schemes (client_id, member_id, scheme_id, revision)
   SELECT 'aquila', bench_member.id, bench_scheme.scheme_id, 1 FROM bench_member, bench_scheme`,
  // up to five levels of a member are awarded, at different times of the last year (600,000 s is about a week)
  `INSERT INTO awards (client_id, member_id, scheme_id, node_id, completed_ts, forced, title)
   SELECT 'aquila', bench_member.id, bench_scheme.scheme_id, bench_level.id,
     extract(epoch FROM now())::bigint - (1 + bench_member.number % 50) * 600000 + bench_level.ordinal * 90000, false, '{}'
   FROM bench_member, bench_scheme, bench_level WHERE bench_level.ordinal <= bench_member.number % 6`,
  `INSERT INTO progress (client_id, member_id, scheme_id, node_id, state, percent, forced)
   SELECT 'aquila', bench_member.id, bench_scheme.scheme_id, node.id,
     CASE WHEN bench_member.number % 9 = 0 THEN 'completed' WHEN bench_member.number % 3 = 0 THEN 'passed' ELSE 'started' END,
     bench_member.number % 100, false
   FROM bench_member, bench_scheme,
     (SELECT id, row_number() OVER (ORDER BY t, id) AS ordinal FROM scheme_nodes, bench_scheme
      WHERE scheme_nodes.client_id = 'aquila' AND scheme_nodes.scheme_id = bench_scheme.scheme_id
        AND scheme_nodes.t IN ('l', 'sg') AND scheme_nodes.deleted_at IS NULL) node
   WHERE node.ordinal <= 12`,
  // marks of starred skills, for the report of percentages; times and ids that no report reads are 0 or the author's
  `INSERT INTO results
     (client_id, member_id, scheme_id, node_id, grade, pass, ts, author_id, stamp_ms, stamp_counter, stamp_device, stamp_seq)
   SELECT 'aquila', bench_member.id, bench_scheme.scheme_id, node.id, bench_member.number % 4, 3, 0, bench_scheme.author_id,
     0, 0, bench_scheme.author_id, 0
   FROM bench_member, bench_scheme,
     (SELECT id, row_number() OVER (ORDER BY id) AS ordinal FROM scheme_nodes, bench_scheme
      WHERE scheme_nodes.client_id = 'aquila' AND scheme_nodes.scheme_id = bench_scheme.scheme_id
        AND scheme_nodes.starred AND scheme_nodes.deleted_at IS NULL) node
   WHERE node.ordinal <= 15 AND bench_member.number % 2 = 0`,
  // twelve assessments of a member, one every 17 days
  `INSERT INTO assessments
     (client_id, op_id, member_id, scheme_id, node_id, grade, pass, ts, date, entered_ts, club_id, group_id, author_id,
      stamp_ms, stamp_counter, stamp_device, stamp_seq)
   SELECT 'aquila', gen_random_uuid(), bench_member.id, bench_scheme.scheme_id, first_level.id, 3, 3, 0,
     current_date - (occasion * 17 + bench_member.number % 30)::int, 0, bench_member.club_id, bench_group.id,
     bench_scheme.author_id, 0, 0, bench_scheme.author_id, bench_member.number * 24 + occasion
   FROM bench_member JOIN ${GROUP_OF_MEMBER}, bench_scheme, generate_series(0, 11) occasion,
     (SELECT id FROM bench_level LIMIT 1) first_level`,
  // fourteen weekly registers of a member
  `INSERT INTO registers (client_id, lane, kind, club_id, member_id, group_id, date, value, author_id, ts)
   SELECT 'aquila', 'bench/' || bench_member.number || '/' || week, 'attendance', bench_member.club_id, bench_member.id,
     bench_group.id, current_date - (week * 7 + bench_member.number % 7)::int,
     CASE WHEN (bench_member.number + week) % 8 = 0 THEN '"absent"' ELSE '"present"' END::jsonb, bench_scheme.author_id, 0
   FROM bench_member JOIN ${GROUP_OF_MEMBER}, bench_scheme, generate_series(0, 13) week`,
]

/**
 * Measures reports through HTTP: of a club of 50,000 members, and across 10,000 clubs that have as many together, each
 * over three months. The limit is the simplest statement that reads the same rows and counts them.
 */
export async function bench(): Promise<Row[]> {
  const benchServer = await startBenchServer()
  const clubLogin = await logIn(benchServer.port, 'club')
  const { clubId } = clubLogin
  const schemeLogin = await logIn(benchServer.port, 'scheme')
  const owner = new pg.Client({ connectionString: benchServer.database.url })
  const db = openDatabase(benchServer.appUrl, /* connections */ 2)
  try {
    await owner.connect()
    await owner.query(
      // the scheme of most of the club's groups, and a user who is the author of all new marks
      `CREATE TEMP TABLE bench_scheme AS
       SELECT scheme_id, (SELECT author_id FROM assessments WHERE client_id = 'aquila' LIMIT 1) AS author_id
       FROM groups WHERE client_id = 'aquila' AND club_id = $1 GROUP BY scheme_id ORDER BY count(*) DESC LIMIT 1`,
      [clubId],
    )
    await owner.query(
      `CREATE TEMP TABLE bench_level AS
       SELECT node.id, row_number() OVER (ORDER BY node.position) AS ordinal FROM scheme_nodes node, bench_scheme
       WHERE node.client_id = 'aquila' AND node.scheme_id = bench_scheme.scheme_id
         AND node.t = 'l' AND node.deleted_at IS NULL`,
    )
    for (const sql of FILL) await owner.query(sql, sql.includes('$1') ? [clubId] : [])
    // autovacuum would do this within minutes
    await owner.query('VACUUM ANALYZE')
    const medianMs = async (work: () => Promise<unknown>) => {
      const times: number[] = []
      for (let n = 0; n < ROUNDS; n++) {
        const began = performance.now()
        await work()
        times.push(performance.now() - began)
      }
      return median(times)
    }
    /** A function that reads a report through HTTP. */
    const readReport = (portal: 'club' | 'scheme', path: string) => async () => {
      const { status, text } = await call(benchServer.port, `${portal}.aquila.localhost`, `/v1/${path}`, {
        token: portal === 'club' ? clubLogin.token : schemeLogin.token,
      })
      if (status !== 200) throw new Error(`${path}: ${status} ${text}`)
    }
    /** A function that runs a statement. */
    const runStatement = (sql: string, values: unknown[]) => () =>
      inTenant(db, 'aquila', 'read', (tx) => tx.query(sql, values))
    /** The end of a statement about the club's members and their rows in this table; $1 is the club. */
    const ofMembers = (table: string) =>
      `club_members JOIN ${table} USING (client_id, member_id) WHERE club_members.club_id = $1`
    const lastThreeMonths = 'date > current_date - 92'
    /** The statement that is the limit of each report of a club. */
    const limitOfClub: Record<string, string> = {
      attendance: `SELECT group_id, date, count(*) FROM registers
        WHERE club_id = $1 AND kind = 'attendance' AND ${lastThreeMonths} GROUP BY 1, 2`,
      percentage: `SELECT node_id, count(*) FROM ${ofMembers('progress')} GROUP BY 1`,
      levels: `SELECT member_id, count(*) FROM ${ofMembers('awards')} GROUP BY 1`,
      awards: `SELECT node_id, count(*) FROM ${ofMembers('awards')} GROUP BY 1`,
      unassessed: `SELECT member_id, max(date) FROM ${ofMembers('assessments')} GROUP BY 1`,
      ready: `SELECT node_id, count(*) FROM ${ofMembers('progress')} AND progress.state = 'completed' GROUP BY 1`,
      coaches: `SELECT author_id, date, count(*) FROM assessments
        WHERE club_id = $1 AND ${lastThreeMonths} GROUP BY 1, 2`,
    }
    const awardsByClub = `SELECT club_members.club_id, count(*)
      FROM club_members JOIN awards USING (client_id, member_id) GROUP BY 1`
    /** The same for the reports over all clubs. */
    const limitOfAllClubs: Record<string, string> = {
      levels: awardsByClub,
      attendance: `SELECT club_id, date, count(*) FROM registers
        WHERE kind = 'attendance' AND ${lastThreeMonths} GROUP BY 1, 2`,
      awards: awardsByClub,
      adoption: `SELECT club_id, date, count(*) FROM assessments WHERE ${lastThreeMonths} GROUP BY 1, 2`,
    }
    const rows: Row[] = []
    const addRow = async (label: string, ours: () => Promise<unknown>, limit?: () => Promise<unknown>) => {
      const oursMs = await medianMs(ours)
      rows.push({ label, unit: 'ms', ours: oursMs, limit: limit ? await medianMs(limit) : null, moreIsBetter: false })
    }
    for (const [kind, sql] of Object.entries(limitOfClub)) {
      await addRow(`${kind}, a club of 50,000`, readReport('club', `reports/${kind}`), runStatement(sql, [clubId]))
      await addRow(`${kind}, its members, a page`, readReport('club', `reports/${kind}/members?per_page=25`))
    }
    await addRow('percentage, its file', readReport('club', 'reports/percentage/file'))
    await addRow('percentage, its members as a file', readReport('club', 'reports/percentage/members/file'))
    await addRow('levels, twelve months', readReport('club', 'reports/levels?months=12'))
    await addRow('attendance, twelve months', readReport('club', 'reports/attendance?months=12'))
    for (const [kind, sql] of Object.entries(limitOfAllClubs))
      await addRow(`${kind}, ${CLUBS} clubs`, readReport('scheme', `client-reports/${kind}`), runStatement(sql, []))
    return rows
  } finally {
    await owner.end()
    await db.pool.end()
    await benchServer.close()
  }
}
