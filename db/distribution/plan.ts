import type pg from 'pg'
import { CLIENT_SETTING } from '#server/platform/tenancy.ts'

/** A statement on the way of a database to the nodes of a cluster. */
export interface Step {
  sql: string
  /** The table that it brings to the nodes; null for a step before these. */
  table: string | null
}

/** A table is `whole` on every node when it belongs to no client, or clients share rows of it. */
interface Table {
  name: string
  whole: boolean
}

interface Key {
  name: string
  table: string
  to: string
}

/**
 * The steps that spread the tables of this database by client over the nodes of a cluster, in their order, read from its
 * catalogue: what stands in the way, the functions, the tables that every node has whole, and then all others, each after
 * those that its keys refer to.
 */
export async function planDistribution(db: pg.Client): Promise<Step[]> {
  const tables = await readTables(db)
  const keys = await readKeys(db)
  const whole = tables.filter((table) => table.whole).map(({ name }) => name)
  const ofClients = tables.filter((table) => !table.whole).map(({ name }) => name)
  return [
    // with it, SET LOCAL of the client reaches the nodes, whose policies compare with it
    ...(await sqlOf(db, PROPAGATE)).map((sql) => ({ sql, table: null })),
    ...keys
      .filter((key) => whole.includes(key.table) && ofClients.includes(key.to))
      .map(({ name, table }) => ({ sql: `ALTER TABLE ${table} DROP CONSTRAINT ${name}`, table: null })),
    ...(await sqlOf(db, PLAIN_POLICIES)).map((sql) => ({ sql, table: null })),
    ...(await sqlOf(db, FUNCTIONS)).map((sql) => ({ sql, table: null })),
    ...whole.map((table) => ({ sql: `SELECT create_reference_table('${table}')`, table })),
    ...inOrderOfKeys(ofClients, keys).map((table) => ({
      sql:
        table === CLIENTS
          ? `SELECT create_distributed_table('${table}', 'client_id')`
          : `SELECT create_distributed_table('${table}', 'client_id', colocate_with => '${CLIENTS}')`,
      table,
    })),
  ]
}

/** The table to which all others of clients keep their rows near. */
const CLIENTS = 'public.clients'

const PROPAGATE = `SELECT format('ALTER DATABASE %I SET citus.propagate_set_commands = ''local''', current_database()) AS sql`

/**
 * A policy that looks into other tables is refused on a node. Of shared rows, the statements name the subscription
 * themselves, and this leaves them to do so.
 */
const PLAIN_POLICIES = `SELECT format('ALTER POLICY %I ON %I.%I USING (current_setting(''${CLIENT_SETTING}'', true) <> '''')',
    policyname, schemaname, tablename) AS sql
  FROM pg_policies WHERE schemaname = 'public' AND policyname = 'shared' AND qual ~ 'SELECT' ORDER BY tablename`

/** The functions that statements call on a node. The others read tables, and run where the statement comes from. */
const FUNCTIONS = `SELECT format('SELECT create_distributed_function(%L)',
    format('public.%I(%s)', proname, oidvectortypes(proargtypes))) AS sql
  FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND provolatile = 'i' ORDER BY proname`

async function sqlOf(db: pg.Client, query: string): Promise<string[]> {
  const { rows } = await db.query<{ sql: string }>(query)
  return rows.map(({ sql }) => sql)
}

async function readTables(db: pg.Client): Promise<Table[]> {
  const { rows } = await db.query<Table>(
    `SELECT format('%I.%I', nspname, relname) AS name, NOT relrowsecurity OR EXISTS (
       SELECT FROM pg_policy WHERE polrelid = pg_class.oid AND polname = 'shared') AS whole
     FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE nspname = 'public' AND relkind IN ('r', 'p') ORDER BY relname`,
  )
  return rows
}

async function readKeys(db: pg.Client): Promise<Key[]> {
  const { rows } = await db.query<Key>(
    `SELECT quote_ident(conname) AS name, format('public.%I', child.relname) AS table,
       format('public.%I', parent.relname) AS to
     FROM pg_constraint JOIN pg_class child ON child.oid = conrelid JOIN pg_class parent ON parent.oid = confrelid
     WHERE contype = 'f' AND connamespace = 'public'::regnamespace ORDER BY child.relname, conname`,
  )
  return rows
}

/** The tables in an order in which each stands after those that it refers to. */
export function inOrderOfKeys(tables: readonly string[], keys: readonly Omit<Key, 'name'>[]): string[] {
  const placed: string[] = []
  let waiting = [...tables]
  while (waiting.length > 0) {
    const isFree = (table: string) =>
      keys.every((key) => key.table !== table || key.to === table || !waiting.includes(key.to))
    const next = waiting.filter(isFree)
    if (next.length === 0) throw new Error(`the keys of ${waiting.join(', ')} form a circle`)
    placed.push(...next)
    waiting = waiting.filter((table) => !next.includes(table))
  }
  return placed
}
