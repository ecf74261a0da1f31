import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { inTenant, openDatabase } from '#server/platform/tenancy.ts'
import { call, logIn, startBenchServer } from './bench-server.ts'
import { median, type Row } from './table.ts'

/** The number of members in the club of the reports, and in all other clubs together. */
const MEMBERS = 50_000
const CLUBS = 10_000
const ROUNDS = 5

/** SQL that adds members to the demo's first client, in groups of 20 with a year of marks, awards and registers. */
const FILL = [
  `INSERT INTO clubs (client_id, id, name, time_zone) SELECT 'aquila', gen_random_uuid(), 'Bench ' || n, 'Europe/London'
   FROM generate_series(1, ${CLUBS}) n`,
  `CREATE TEMP TABLE b AS SELECT gen_random_uuid() AS id, n, CASE WHEN n % 2 = 0 THEN $1::uuid
     ELSE (SELECT array_agg(id ORDER BY id) FROM clubs WHERE client_id = 'aquila' AND name LIKE 'Bench %') [1 + n % ${CLUBS}] END AS club_id
   FROM generate_series(1, ${2 * MEMBERS}) n`,
  `INSERT INTO members (client_id, id, firstname, lastname, dob) SELECT 'aquila', id, 'Nia', 'N' || n, '2016-01-01' FROM b`,
  `INSERT INTO club_members (client_id, club_id, member_id) SELECT 'aquila', club_id, id FROM b`,
  `CREATE TEMP TABLE bg AS SELECT gen_random_uuid() AS id, club_id, k FROM (SELECT DISTINCT club_id, n / 40 AS k FROM b) x`,
  `INSERT INTO groups (client_id, id, club_id, name, scheme_id, weekdays, first_date)
   SELECT 'aquila', id, club_id, 'Bench ' || k, (SELECT scheme_id FROM bs), '{1}', '2020-01-01' FROM bg`,
  `INSERT INTO group_members (client_id, group_id, member_id, from_date) SELECT 'aquila', bg.id, b.id, '2020-01-01'
   FROM b JOIN bg ON bg.club_id = b.club_id AND bg.k = b.n / 40`,
  `INSERT INTO user_clubs (client_id, user_id, club_id) SELECT 'aquila', (SELECT author_id FROM bs), id FROM clubs
   WHERE client_id = 'aquila' AND name LIKE 'Bench %'`,
  `INSERT INTO member_schemes (client_id, member_id, scheme_id, revision) SELECT 'aquila', b.id, bs.scheme_id, 1 FROM b, bs`,
  `INSERT INTO awards (client_id, member_id, scheme_id, node_id, completed_ts, forced, title)
   SELECT 'aquila', b.id, bs.scheme_id, l.id, extract(epoch FROM now())::bigint - (1 + b.n % 50) * 600000 + l.place * 90000, false, '{}'
   FROM b, bs, bl l WHERE l.place <= b.n % 6`,
  `INSERT INTO progress (client_id, member_id, scheme_id, node_id, state, percent, forced)
   SELECT 'aquila', b.id, bs.scheme_id, n.id, CASE WHEN b.n % 9 = 0 THEN 'completed' WHEN b.n % 3 = 0 THEN 'passed' ELSE 'started' END, b.n % 100, false
   FROM b, bs, (SELECT id, row_number() OVER (ORDER BY t, id) AS place FROM scheme_nodes n, bs
     WHERE n.client_id = 'aquila' AND n.scheme_id = bs.scheme_id AND n.t IN ('l', 'sg') AND n.deleted_at IS NULL) n WHERE n.place <= 12`,
  `INSERT INTO results (client_id, member_id, scheme_id, node_id, grade, pass, ts, author_id, stamp_ms, stamp_counter, stamp_device, stamp_seq)
   SELECT 'aquila', b.id, bs.scheme_id, n.id, b.n % 4, 3, 0, bs.author_id, 0, 0, bs.author_id, 0
   FROM b, bs, (SELECT id, row_number() OVER (ORDER BY id) AS place FROM scheme_nodes n, bs
     WHERE n.client_id = 'aquila' AND n.scheme_id = bs.scheme_id AND n.starred AND n.deleted_at IS NULL) n WHERE n.place <= 15 AND b.n % 2 = 0`,
  `INSERT INTO assessments (client_id, op_id, member_id, scheme_id, node_id, grade, pass, ts, date, entered_ts, club_id, group_id, author_id,
     stamp_ms, stamp_counter, stamp_device, stamp_seq)
   SELECT 'aquila', gen_random_uuid(), b.id, bs.scheme_id, bl.id, 3, 3, 0, current_date - (w * 17 + b.n % 30)::int, 0, b.club_id, bg.id, bs.author_id,
     0, 0, bs.author_id, b.n * 24 + w
   FROM b JOIN bg ON bg.club_id = b.club_id AND bg.k = b.n / 40, bs, generate_series(0, 11) w, (SELECT id FROM bl LIMIT 1) bl`,
  `INSERT INTO registers (client_id, lane, kind, club_id, member_id, group_id, date, value, author_id, ts)
   SELECT 'aquila', 'bench/' || b.n || '/' || w, 'attendance', b.club_id, b.id, bg.id, current_date - (w * 7 + b.n % 7)::int,
     CASE WHEN (b.n + w) % 8 = 0 THEN '"absent"' ELSE '"present"' END::jsonb, bs.author_id, 0
   FROM b JOIN bg ON bg.club_id = b.club_id AND bg.k = b.n / 40, bs, generate_series(0, 13) w`,
]

/**
 * Measures reports through HTTP: of a club of 50,000 members, and across 10,000 clubs that have as many together, each
 * over three months. The limit is the simplest statement that reads the same rows and counts them.
 */
export async function bench(): Promise<Row[]> {
  const benchServer = await startBenchServer()
  const { token, clubId } = await logIn(benchServer.port, 'club')
  const scheme = await logIn(benchServer.port, 'scheme')
  const owner = new pg.Client({ connectionString: benchServer.database.url })
  const db = openDatabase(benchServer.appUrl, 2)
  try {
    await owner.connect()
    await owner.query(
      `CREATE TEMP TABLE bs AS SELECT g.scheme_id, (SELECT author_id FROM assessments WHERE client_id = 'aquila' LIMIT 1) AS author_id
       FROM groups g WHERE g.client_id = 'aquila' AND g.club_id = $1 GROUP BY g.scheme_id ORDER BY count(*) DESC LIMIT 1`,
      [clubId],
    )
    await owner.query(
      `CREATE TEMP TABLE bl AS SELECT n.id, row_number() OVER (ORDER BY n.position) AS place FROM scheme_nodes n, bs
       WHERE n.client_id = 'aquila' AND n.scheme_id = bs.scheme_id AND n.t = 'l' AND n.deleted_at IS NULL`,
    )
    for (const sql of FILL) await owner.query(sql, sql.includes('$1') ? [clubId] : [])
    // autovacuum would do this within minutes
    await owner.query('VACUUM ANALYZE')
    const timed = async (work: () => Promise<unknown>) => {
      const times: number[] = []
      for (let n = 0; n < ROUNDS; n++) {
        const began = performance.now()
        await work()
        times.push(performance.now() - began)
      }
      return median(times)
    }
    const reading = (portal: 'club' | 'scheme', path: string) => async () => {
      const { status, text } = await call(
        benchServer.port,
        `${portal}.aquila.localhost`,
        `/v1/${path}`,
        portal === 'club' ? token : scheme.token,
      )
      if (status !== 200) throw new Error(`${path}: ${status} ${text}`)
    }
    const bare = (sql: string, values: unknown[]) => () => inTenant(db, 'aquila', 'read', (tx) => tx.query(sql, values))
    const ofClub: Record<string, string> = {
      attendance: `SELECT group_id, date, count(*) FROM registers WHERE club_id = $1 AND kind = 'attendance' AND date > current_date - 92 GROUP BY 1, 2`,
      percentage: `SELECT p.node_id, count(*) FROM club_members cm JOIN progress p USING (client_id, member_id) WHERE cm.club_id = $1 GROUP BY 1`,
      levels: `SELECT a.member_id, count(*) FROM club_members cm JOIN awards a USING (client_id, member_id) WHERE cm.club_id = $1 GROUP BY 1`,
      awards: `SELECT a.node_id, count(*) FROM club_members cm JOIN awards a USING (client_id, member_id) WHERE cm.club_id = $1 GROUP BY 1`,
      unassessed: `SELECT a.member_id, max(a.date) FROM club_members cm JOIN assessments a USING (client_id, member_id) WHERE cm.club_id = $1 GROUP BY 1`,
      ready: `SELECT p.node_id, count(*) FROM club_members cm JOIN progress p USING (client_id, member_id) WHERE cm.club_id = $1 AND p.state = 'completed' GROUP BY 1`,
      coaches: `SELECT author_id, date, count(*) FROM assessments WHERE club_id = $1 AND date > current_date - 92 GROUP BY 1, 2`,
    }
    const across: Record<string, string> = {
      levels: `SELECT cm.club_id, count(*) FROM club_members cm JOIN awards a USING (client_id, member_id) GROUP BY 1`,
      attendance: `SELECT club_id, date, count(*) FROM registers WHERE kind = 'attendance' AND date > current_date - 92 GROUP BY 1, 2`,
      awards: `SELECT cm.club_id, count(*) FROM club_members cm JOIN awards a USING (client_id, member_id) GROUP BY 1`,
      adoption: `SELECT club_id, date, count(*) FROM assessments WHERE date > current_date - 92 GROUP BY 1, 2`,
    }
    const rows: Row[] = []
    const row = async (what: string, ours: () => Promise<unknown>, limit: (() => Promise<unknown>) | null) => {
      const took = await timed(ours)
      rows.push({ what, unit: 'ms', ours: took, limit: limit && (await timed(limit)), more: false })
    }
    for (const [kind, sql] of Object.entries(ofClub)) {
      await row(`${kind}, a club of 50,000`, reading('club', `reports/${kind}`), bare(sql, [clubId]))
      await row(`${kind}, its members, a page`, reading('club', `reports/${kind}/members?per_page=25`), null)
    }
    await row('percentage, its file', reading('club', 'reports/percentage/file'), null)
    await row('percentage, its members as a file', reading('club', 'reports/percentage/members/file'), null)
    await row('levels, twelve months', reading('club', 'reports/levels?months=12'), null)
    await row('attendance, twelve months', reading('club', 'reports/attendance?months=12'), null)
    for (const [kind, sql] of Object.entries(across))
      await row(`${kind}, ${CLUBS} clubs`, reading('scheme', `client-reports/${kind}`), bare(sql, []))
    return rows
  } finally {
    await owner.end()
    await db.pool.end()
    await benchServer.close()
  }
}
