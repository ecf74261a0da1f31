import pg from 'pg'
import type { Scheme } from '#domain/curriculum/scheme.ts'
import { Curricula } from '#server/curriculum/schemes/curriculum.ts'
import { inTenant, type Database } from '#server/platform/tenancy.ts'
import { END_OF_LOG, ONCE, WEEKLY } from './history.ts'
import { JOURNEYS, makeJourney, type History } from './journeys.ts'
import { PEOPLE, TABLES } from './people.ts'

/** Clubs of a client that follow one of its schemes. */
export interface FillPlan {
  clientId: string
  schemeSlug: string
  /** The number of members of each club. */
  clubs: readonly number[]
  /** The id of a club that exists; the members of the first of `clubs` are added to it. Without it all are new. */
  into?: string
  history: History
}

/** Statements run on so many connections at once: one for each core of the smallest machine. */
const CONNECTIONS = 2

/**
 * Fills a database with clubs, their people and their history, as the product would have left them; the clients and
 * schemes exist. Rows come from SQL, millions in a minute; results, progress and awards from the domain's own rules,
 * which judge a few journeys through each scheme (`makeJourney`). `ownerUrl` is a connection of the superuser. It may be
 * called again, for more clubs.
 */
export async function fill(ownerUrl: string, db: Database, plans: readonly FillPlan[]): Promise<void> {
  const connections = Array.from({ length: CONNECTIONS }, () => new pg.Client({ connectionString: ownerUrl }))
  const [owner] = connections
  if (!owner) return
  try {
    for (const connection of connections) {
      await connection.connect()
      await connection.query(`SET synchronous_commit = off`)
      await connection.query(`SET maintenance_work_mem = '512MB'`)
    }
    for (const sql of TABLES) await owner.query(sql)
    await planClubs(owner, db, plans)
    // as the product writes them, with foreign keys: they are few
    for (const sql of PEOPLE) await owner.query(sql)
    await fillHistory(connections, Math.max(...plans.map(({ history }) => history.weeks)))
  } finally {
    await owner.query('DROP SCHEMA IF EXISTS fill CASCADE')
    for (const connection of connections) await connection.end()
  }
}

/** Writes the clubs, numbered on from those of earlier fills, and the journeys of their members. */
async function planClubs(owner: pg.Client, db: Database, plans: readonly FillPlan[]): Promise<void> {
  const { rows: counts } = await owner.query<{ clubs: number; members: number }>(
    `SELECT (SELECT count(*)::int FROM users WHERE email LIKE 'office%@filled.example') AS clubs,
       (SELECT count(*)::int FROM members WHERE ngo_id LIKE 'F-%') AS members`,
  )
  let { clubs: number, members: firstMember } = counts[0] ?? { clubs: 0, members: 0 }
  for (const [plan, { clientId, schemeSlug, clubs, into, history }] of plans.entries()) {
    const { schemeId, scheme } = await inTenant(db, clientId, 'read', async (tx) => {
      const { rows } = await tx.query<{ id: string }>({
        text: 'SELECT id FROM schemes WHERE client_id = $1 AND slug = $2',
        values: [clientId, schemeSlug],
      })
      const id = rows[0]?.id ?? ''
      return { schemeId: id, scheme: await new Curricula().scheme(tx, clientId, id) }
    })
    if (!scheme) throw new Error(`${clientId} has no scheme ${schemeSlug}`)
    const rows = clubs.map((members, index) => {
      const club = {
        id: index === 0 && into !== undefined ? into : crypto.randomUUID(),
        number: ++number,
        members,
        first_member: firstMember,
        is_new: index > 0 || into === undefined,
      }
      firstMember += members
      return club
    })
    await owner.query(
      `INSERT INTO fill.club (client_id, id, number, members, first_member, plan, scheme_id, weeks, is_new)
       SELECT $1, id, number, members, first_member, $2, $3, $4, is_new
       FROM jsonb_to_recordset($5) club (id uuid, number int, members int, first_member bigint, is_new boolean)`,
      [clientId, plan, schemeId, history.weeks, JSON.stringify(rows)],
    )
    await writeJourneys(owner, plan, scheme, history)
  }
  await owner.query('ANALYZE fill.club, fill.session, fill.mark, fill.result, fill.progress, fill.award')
}

/** Writes the journeys of a plan's members through their scheme. */
async function writeJourneys(owner: pg.Client, plan: number, scheme: Scheme, history: History): Promise<void> {
  for (let number = 0; number < JOURNEYS; number++) {
    const { sessions, marks, results, progress, awards } = makeJourney(number, scheme, history)
    const tables: [table: string, rows: readonly object[]][] = [
      ['session', sessions],
      ['mark', marks.map(({ nodeId, ...mark }) => ({ ...mark, node_id: nodeId }))],
      [
        'result',
        results.map(({ winner, result: { ts, ...result } }) => ({
          ...result,
          at: ts,
          week: winner.week,
          number: winner.number,
          node_id: winner.nodeId,
          won_at: winner.at,
        })),
      ],
      [
        'progress',
        progress.map(({ nodeId, completedAt, ...row }) => ({ ...row, node_id: nodeId, completed_at: completedAt })),
      ],
      ['award', awards.map(({ nodeId, completedAt }) => ({ node_id: nodeId, completed_at: completedAt }))],
    ]
    for (const [table, rows] of tables)
      await owner.query(`INSERT INTO fill.${table} SELECT * FROM jsonb_populate_recordset(NULL::fill.${table}, $1)`, [
        JSON.stringify(rows.map((row) => ({ ...row, plan, journey: number }))),
      ])
  }
}

/**
 * Writes what is recorded about the members. The tables are filled without their indexes and foreign keys, because the
 * rows are right, and looking at each of them would take longer than all else.
 */
async function fillHistory(connections: readonly pg.Client[], weeks: number): Promise<void> {
  const [owner] = connections
  if (!owner) return
  const tables = [...new Set([...Object.keys(WEEKLY), ...Object.keys(ONCE)])]
  const restore = await dropIndexes(owner, tables)
  for (const connection of connections) await connection.query('SET session_replication_role = replica')
  for (const sql of Object.values(ONCE)) await owner.query(sql)
  const { rows } = await owner.query<{ last: string }>(`SELECT nextval('audit_log_id_seq') AS last`)
  const last = rows[0]?.last ?? '0'
  await inParallel(connections, Object.values(WEEKLY), async (connection, sql) => {
    for (let week = 0; week < weeks; week++) await connection.query(sql, sql.includes('$2') ? [week, last] : [week])
  })
  await owner.query(END_OF_LOG, [last, weeks])
  for (const connection of connections) await connection.query('RESET session_replication_role')
  await inParallel(connections, restore, (connection, sql) => connection.query(sql))
}

/** Does all work, each piece on the connection that is free first. */
async function inParallel<T>(
  connections: readonly pg.Client[],
  work: readonly T[],
  run: (connection: pg.Client, piece: T) => Promise<unknown>,
): Promise<void> {
  const waiting = [...work]
  await Promise.all(
    connections.map(async (connection) => {
      for (let piece = waiting.shift(); piece !== undefined; piece = waiting.shift()) await run(connection, piece)
    }),
  )
}

/**
 * Drops the indexes of these tables, also those of primary keys to which no foreign key refers, and returns the SQL
 * that makes them again: one text for each table, because two indexes of a table cannot be made at once with its keys.
 */
async function dropIndexes(owner: pg.Client, tables: readonly string[]): Promise<string[]> {
  const { rows } = await owner.query<{ drop: string; make: string; table: string }>(
    `SELECT indrelid::regclass::text AS table,
       CASE WHEN conname IS NULL THEN format('DROP INDEX %s', indexrelid::regclass)
         ELSE format('ALTER TABLE %s DROP CONSTRAINT %I', indrelid::regclass, conname) END AS drop,
       CASE WHEN conname IS NULL THEN pg_get_indexdef(indexrelid)
         ELSE format('ALTER TABLE %s ADD CONSTRAINT %I %s', indrelid::regclass, conname, pg_get_constraintdef(own.oid))
         END AS make
     FROM pg_index LEFT JOIN pg_constraint own ON own.conindid = indexrelid AND own.contype IN ('p', 'u')
     WHERE indrelid = ANY($1::regclass[])
       AND NOT EXISTS (SELECT FROM pg_constraint foreign_key WHERE foreign_key.contype = 'f' AND foreign_key.conindid = indexrelid)`,
    [tables],
  )
  for (const { drop } of rows) await owner.query(drop)
  return [...Map.groupBy(rows, ({ table }) => table).values()].map((own) => own.map(({ make }) => make).join(';\n'))
}
