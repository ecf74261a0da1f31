import type pg from 'pg'
import type { Step } from './plan.ts'

/** The tables that are on the nodes already: distributed by a column, or whole on each. */
async function distributedTables(db: pg.Client): Promise<Set<string>> {
  const { rows } = await db.query<{ name: string }>(
    `SELECT format('%I.%I', nspname, relname) AS name FROM pg_dist_partition
     JOIN pg_class ON pg_class.oid = logicalrelid JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE partmethod = 'h' OR repmodel = 't'`,
  )
  return new Set(rows.map(({ name }) => name))
}

/** Does the steps that are not done yet, each in its own transaction; returns how many tables it has distributed. */
export async function distribute(db: pg.Client, steps: readonly Step[]): Promise<number> {
  const done = await distributedTables(db)
  let count = 0
  for (const { sql, table } of steps) {
    if (table !== null && done.has(table)) continue
    try {
      await db.query(sql)
    } catch (error) {
      throw new Error(`${sql}; failed, and what is done so far stays (the next run goes on from here)`, {
        cause: error,
      })
    }
    if (table !== null) count++
  }
  return count
}

/**
 * Gives a client shards of its own and moves them, those of all tables together, to a node of the cluster. Meanwhile
 * what is written to the shards waits. What is done already is left as it is.
 */
export async function giveNode(db: pg.Client, clientId: string, host: string, port: number): Promise<void> {
  const { rows: clients } = await db.query('SELECT FROM clients WHERE client_id = $1', [clientId])
  if (clients.length === 0) throw new Error(`no client "${clientId}"`)
  const { rows: nodes } = await db.query(
    `SELECT FROM pg_dist_node WHERE nodename = $1 AND nodeport = $2 AND isactive AND noderole = 'primary' AND groupid <> 0`,
    [host, port],
  )
  if (nodes.length === 0) throw new Error(`${host}:${port} is no node of the cluster: citus_add_node adds it`)
  const shard = (await shardOf(db, clientId)) ?? (await isolate(db, clientId))
  const { rows: places } = await db.query<{ host: string; port: number }>(
    `SELECT nodename AS host, nodeport AS port FROM pg_dist_placement JOIN pg_dist_node USING (groupid)
     WHERE shardid = $1 AND noderole = 'primary'`,
    [shard],
  )
  const [place] = places
  if (!place) throw new Error(`shard ${shard} is on no node`)
  if (place.host === host && place.port === port) return
  await db.query(
    `SELECT citus_move_shard_placement($1::bigint, $2::text, $3::int, $4::text, $5::int, 'block_writes')`,
    [shard, place.host, place.port, host, port],
  )
}

/** The shard that holds nobody but this client; null when it shares one. */
async function shardOf(db: pg.Client, clientId: string): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT shardid::text AS id FROM pg_dist_shard
     WHERE shardid = get_shard_id_for_distribution_column('public.clients', $1::text) AND shardminvalue = shardmaxvalue`,
    [clientId],
  )
  return rows[0]?.id ?? null
}

async function isolate(db: pg.Client, clientId: string): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT isolate_tenant_to_new_shard('public.clients', $1::text, 'CASCADE', 'block_writes')::text AS id`,
    [clientId],
  )
  if (!rows[0]) throw new Error(`${clientId} got no shard of its own`)
  return rows[0].id
}
