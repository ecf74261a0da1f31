import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { freePort, startEmbedded } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { ServerProcess } from '#e2e/prove/proof-setup.ts'
import type { Row } from './table.ts'

const TENANTS = [1_000, 10_000]
/** What an idle server may cost. */
const MAX_PER_SECOND = 5
const MEASURE_MS = 60_000

/** Adds clients without anything until there are $1, which had their upkeep at some time of the last day. */
const ADD_TENANTS = `WITH added AS (
    INSERT INTO clients (client_id, name, auth_provider, login, theme_name, translation_url)
    SELECT 'idle-' || number, 'Idle', 'local', 'email', 'rungs', '/t' FROM generate_series(1, $1::int) number
    ON CONFLICT DO NOTHING RETURNING client_id),
  kept AS (INSERT INTO due_work (client_id, queue, due_at)
    SELECT client_id, 'upkeep', now() + random() * interval '18 hours' FROM added)
  INSERT INTO hostnames (hostname, client_id, portal)
  SELECT portal || '.' || client_id || '.localhost', client_id, portal
  FROM added, unnest(ARRAY['parent', 'coach', 'club', 'scheme']) portal`

/**
 * Counts the transactions of a server at which nobody does anything, by the number of its tenants. `TEST_POSTGRES_BIN`
 * names the programs of another PostgreSQL, as in tests.
 */
export async function bench(): Promise<Row[]> {
  const dir = await mkdtemp(join(tmpdir(), 'rungs-bench-'))
  // as root, the database runs as another user, who must be able to enter the folder
  await chmod(dir, 0o755)
  const bin = process.env.TEST_POSTGRES_BIN
  const database = await startEmbedded({ dataDir: join(dir, 'database'), ...(bin === undefined ? {} : { bin }) })
  await migrate(database.url)
  const owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  const server = new ServerProcess(await freePort(), database.url)
  try {
    const rows: Row[] = []
    for (const tenants of TENANTS) {
      await owner.query(ADD_TENANTS, [tenants])
      await server.start()
      const perSecond = await transactionsPerSecond(owner)
      await server.kill('SIGTERM')
      rows.push({
        label: `an idle server with ${tenants.toLocaleString('en-GB')} tenants`,
        unit: 'transactions/s',
        ours: perSecond,
        limit: MAX_PER_SECOND,
        moreIsBetter: false,
      })
    }
    return rows
  } finally {
    await server.kill('SIGTERM')
    await owner.end()
    await database.stop()
    await rm(dir, { recursive: true, force: true })
  }
}

async function transactionsPerSecond(owner: pg.Client): Promise<number> {
  const count = async () => {
    const { rows } = await owner.query<{ count: number }>(
      'SELECT xact_commit::float8 AS count FROM pg_stat_database WHERE datname = current_database()',
    )
    return rows[0]?.count ?? 0
  }
  const before = await count()
  await pause(MEASURE_MS)
  return ((await count()) - before) / (MEASURE_MS / 1_000)
}
