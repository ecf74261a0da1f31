import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { openSecrets } from '#db/open-secrets.ts'
import { grantLogin } from '#db/roles.ts'
import { openFiles } from '#server/platform/files/storage.ts'
import { recalculateIfChanged } from '#server/curriculum/schemes/recalculate-if-changed.ts'
import { createWorker } from '#server/flows/jobs/create-worker.ts'
import { createScheme } from '#server/curriculum/schemes/commands.ts'
import { releaseScheme } from '#server/curriculum/schemes/set-state.ts'
import { Curricula } from '#server/curriculum/schemes/curriculum.ts'
import { Providers } from '#server/identity/providers/providers.ts'
import { inTenant, openDatabase, type Database } from '#server/platform/tenancy.ts'
import { benchNodes, createBenchClient } from './scheme.ts'
import { median, type Row } from './table.ts'

const MEMBERS = 2_000
const LEVELS = 20
/** The number of skills in each level. */
const SKILLS = 14
/** For how many members one transaction of the limit writes. */
const BATCH = 200
const ROUNDS = 4
const CLIENT = 'bench'

/**
 * Measures a recalculation of 2,000 members on 300 nodes. The limit is plain SQL that reads the same rows and writes
 * those that change.
 */
export async function bench(): Promise<Row[]> {
  const dir = await mkdtemp(join(tmpdir(), 'rungs-bench-'))
  // as root, the database runs as another user, who must be able to enter the folder
  await chmod(dir, 0o755)
  const database = await startEmbedded({ dataDir: join(dir, 'database') })
  await migrate(database.url)
  const secrets = await openSecrets(database.url, /* secret */ new Uint8Array(32))
  const db = openDatabase(await grantLogin(database.url), /* connections */ 4)
  const owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  try {
    const schemeId = await createMembersWithMarks(db, owner)
    const curricula = new Curricula()
    let now = Date.now()
    const worker = createWorker({
      files: await openFiles(dir, null),
      providers: new Providers(db, secrets, { demo: true, now: Date.now }),
      db,
      curricula,
      now: () => now,
      announce: () => {},
      onError: (error) => {
        throw error
      },
    })
    /**
     * Marks the first skill of each level as skipped, or as not skipped, which changes every member's progress. Then it
     * recalculates, and returns the members per second of that.
     */
    const recalculate = async ({ skipFirst }: { skipFirst: boolean }): Promise<number> => {
      await inTenant(db, CLIENT, 'write', async (tx) => {
        await tx.query(`UPDATE scheme_nodes SET skipped = $1 WHERE id LIKE '%/skill-0'`, [skipFirst])
        await tx.query('UPDATE schemes SET revision = revision + 1')
        const rules = await new Curricula().scheme(tx, CLIENT, schemeId)
        if (rules) await recalculateIfChanged(tx, rules, { schemeId, nowMs: now, by: null })
      })
      // a recalculation is due one minute after the edit
      now += 60_000
      const began = process.hrtime.bigint()
      await worker.runDue(CLIENT)
      return MEMBERS / (Number(process.hrtime.bigint() - began) / 1e9)
    }
    // these two recalculations warm up, and show which rows of progress each later one changes
    await recalculate({ skipFirst: true })
    const before = await readProgress(owner)
    await recalculate({ skipFirst: false })
    const after = await readProgress(owner)
    const changing = [...after.values()].filter((row) => before.get(keyOf(row))?.values_text !== row.values_text)
    const ours: number[] = []
    const limit: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      ours.push(await recalculate({ skipFirst: round % 2 === 0 }))
      limit.push(await rewriteProgress(db, schemeId, changing))
    }
    return [
      {
        label: `recalculation, ${LEVELS * (SKILLS + 1)} nodes, ${Math.round(changing.length / MEMBERS)} rows change a member`,
        unit: 'members/s',
        ours: median(ours),
        limit: median(limit),
        moreIsBetter: true,
      },
    ]
  } finally {
    await owner.end()
    await db.pool.end()
    await database.stop()
    await rm(dir, { recursive: true, force: true })
  }
}

/**
 * Creates one scheme, and members who each have marks for two thirds of its skills. Returns the scheme's id, which is
 * also the id of the coach and of the coach's device, for simplicity.
 */
async function createMembersWithMarks(db: Database, owner: pg.Client): Promise<string> {
  const schemeId = crypto.randomUUID()
  const nodes = benchNodes(LEVELS, SKILLS)
  await inTenant(db, CLIENT, 'write', async (tx) => {
    await createBenchClient(tx, CLIENT)
    const scheme = { id: schemeId, slug: 'swim', name: { en: 'Swim' }, languages: ['en-GB'], sections: [], videos: [] }
    await createScheme(tx, CLIENT, /* by */ null, { ...scheme, grades: [{ grade: 3, pass: 3 }], nodes })
    await releaseScheme(tx, 'swim')
  })
  await owner.query(
    `INSERT INTO users (client_id, id, type, email, firstname, lastname) VALUES ($1, $2, 'coach', 'c@bench.example', 'C', 'C')`,
    [CLIENT, schemeId],
  )
  await owner.query(
    `INSERT INTO members (client_id, id, firstname, lastname, dob)
     SELECT $1, gen_random_uuid(), 'M', 'M', '2016-01-01' FROM generate_series(1, ${MEMBERS})`,
    [CLIENT],
  )
  await owner.query('INSERT INTO member_schemes (client_id, member_id, scheme_id) SELECT $1, id, $2 FROM members', [
    CLIENT,
    schemeId,
  ])
  await owner.query(
    // a hash of member and node gives a value from 0 to 8: below 6 there is a mark, and a mark from 3 on is passed
    `INSERT INTO results
       (client_id, member_id, scheme_id, node_id, grade, pass, ts, since, author_id,
        stamp_ms, stamp_counter, stamp_device, stamp_seq)
     SELECT $1, member.id, $2, node.id, mark.grade, 3, 1700000000, CASE WHEN mark.grade = 3 THEN 1700000000 END, $2,
       1700000000000, 0, $2, row_number() OVER ()
     FROM members member CROSS JOIN scheme_nodes node
     CROSS JOIN LATERAL (SELECT abs(hashtext(member.id || node.id)) % 9 AS value) chance
     CROSS JOIN LATERAL (SELECT least(chance.value, 3) AS grade) mark
     WHERE node.t = 's' AND chance.value < 6`,
    [CLIENT, schemeId],
  )
  await owner.query('ANALYZE')
  return schemeId
}

interface ProgressRow {
  member_id: string
  node_id: string
  state: string
  percent: number
  forced: boolean
  completed_ts: number | null
  /** The columns from `state` to `completed_ts` as one text, with which rows are compared. */
  values_text: string
}

const keyOf = (row: ProgressRow) => row.member_id + row.node_id

async function readProgress(owner: pg.Client): Promise<Map<string, ProgressRow>> {
  const { rows } = await owner.query<ProgressRow>(
    `SELECT member_id, node_id, state, percent, forced, completed_ts,
       concat_ws(' ', state, percent, forced, completed_ts) AS values_text FROM progress`,
  )
  return new Map(rows.map((row) => [keyOf(row), row]))
}

/**
 * The limit, in members per second: plain SQL in batches reads the rows that an evaluation needs and writes the rows of
 * `changing`.
 */
async function rewriteProgress(db: Database, schemeId: string, changing: readonly ProgressRow[]): Promise<number> {
  const rowsByMember = Map.groupBy(changing, (row) => row.member_id)
  const members = [...rowsByMember.keys()].sort()
  const began = process.hrtime.bigint()
  for (let start = 0; start < members.length; start += BATCH) {
    const batch = members.slice(start, start + BATCH)
    const rows = batch.flatMap((member) => rowsByMember.get(member) ?? [])
    await inTenant(db, CLIENT, 'write', (tx) =>
      Promise.all([
        tx.query(
          'SELECT FROM member_schemes WHERE scheme_id = $1 AND member_id = ANY($2) ORDER BY member_id FOR UPDATE',
          [schemeId, batch],
        ),
        tx.query(
          'SELECT member_id, node_id, grade, pass, ts, since FROM results WHERE scheme_id = $1 AND member_id = ANY($2)',
          [schemeId, batch],
        ),
        tx.query(
          `SELECT member_id, node_id, state, percent, forced, completed_ts FROM progress
           WHERE scheme_id = $1 AND member_id = ANY($2)`,
          [schemeId, batch],
        ),
        tx.query(
          `INSERT INTO progress (client_id, member_id, scheme_id, node_id, state, percent, forced, completed_ts)
           SELECT $1, member_id, $2, node_id, state, percent, forced, completed_ts
           FROM unnest($3::uuid[], $4::text[], $5::text[], $6::int[], $7::boolean[], $8::bigint[])
             new_row (member_id, node_id, state, percent, forced, completed_ts)
           ON CONFLICT (client_id, member_id, scheme_id, node_id) DO UPDATE
             SET state = excluded.state, percent = excluded.percent, forced = excluded.forced,
               completed_ts = excluded.completed_ts`,
          [
            CLIENT,
            schemeId,
            rows.map((row) => row.member_id),
            rows.map((row) => row.node_id),
            rows.map((row) => row.state),
            rows.map((row) => row.percent),
            rows.map((row) => row.forced),
            rows.map((row) => row.completed_ts),
          ],
        ),
      ]),
    )
  }
  return members.length / (Number(process.hrtime.bigint() - began) / 1e9)
}
