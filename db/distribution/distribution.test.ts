import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import pg from 'pg'
import { distribute } from '#cli/distribute.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { connections, migrations, superuser } from './obstacle.ts'
import { inOrderOfKeys, planDistribution, type Step } from './plan.ts'

// The extension is not installed where these tests run: what it does with its part of the steps is not shown here.

let database: TestDatabase
let owner: pg.Client
let plan: Step[]

beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  plan = await planDistribution(owner)
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

async function column(sql: string): Promise<string[]> {
  const { rows } = await owner.query<{ value: string }>(sql)
  return rows.map(({ value }) => value)
}

/** The tables that the steps distribute by one of these functions, in their order. */
const tablesBy = (call: string) =>
  plan.flatMap(({ sql, table }) => (sql.startsWith(`SELECT ${call}(`) && table !== null ? [table] : []))

describe('the plan', () => {
  test('has each table of the database once', async () => {
    const tables = await column(
      `SELECT 'public.' || relname AS value FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')`,
    )
    expect(plan.flatMap(({ table }) => table ?? []).sort()).toEqual(tables.sort())
  })

  test('gives every node the tables that belong to no client, or that clients share', () => {
    expect(tablesBy('create_reference_table')).toEqual(
      [
        'due_work',
        'hostnames',
        'installation',
        'published_files',
        'published_revisions',
        'published_schemes',
        'schema_migrations',
        'signing_keys',
        'subscription_grants',
        'subscriptions',
      ].map((name) => `public.${name}`),
    )
  })

  test('distributes each other table by client, after those that its keys refer to, the clients first', async () => {
    const tables = tablesBy('create_distributed_table')
    expect(tables[0]).toBe('public.clients')
    const keys = await owner.query<{ child: string; parent: string }>(
      `SELECT 'public.' || child.relname AS child, 'public.' || parent.relname AS parent FROM pg_constraint
       JOIN pg_class child ON child.oid = conrelid JOIN pg_class parent ON parent.oid = confrelid
       WHERE contype = 'f' AND conrelid <> confrelid`,
    )
    const between = keys.rows.filter(({ child, parent }) => tables.includes(child) && tables.includes(parent))
    expect(between.length).toBeGreaterThan(50)
    expect(between.filter(({ child, parent }) => tables.indexOf(child) < tables.indexOf(parent))).toEqual([])
    // a key to a table that is on no node yet would be refused
    const whole = tablesBy('create_reference_table')
    expect(keys.rows.filter(({ child, parent }) => tables.includes(child) && whole.includes(parent))).toEqual([])
  })

  test('drops nothing but the keys of tables on every node to those of one client', () => {
    expect(plan.map(({ sql }) => sql).filter((sql) => /DROP|ALTER/.test(sql))).toEqual([
      expect.stringMatching(/^ALTER DATABASE \w+ SET citus\.propagate_set_commands = 'local'$/),
      'ALTER TABLE public.published_files DROP CONSTRAINT published_files_client_id_file_id_fkey',
      'ALTER TABLE public.published_files DROP CONSTRAINT published_files_client_id_scheme_id_fkey',
      'ALTER TABLE public.published_revisions DROP CONSTRAINT published_revisions_client_id_scheme_id_fkey',
      'ALTER TABLE public.published_schemes DROP CONSTRAINT published_schemes_client_id_scheme_id_fkey',
      'ALTER TABLE public.subscription_grants DROP CONSTRAINT subscription_grants_client_id_scheme_id_fkey',
      'ALTER TABLE public.subscriptions DROP CONSTRAINT subscriptions_client_id_fkey',
      `ALTER POLICY shared ON public.published_files USING (current_setting('app.client', true) <> '')`,
      `ALTER POLICY shared ON public.published_revisions USING (current_setting('app.client', true) <> '')`,
    ])
  })

  test('takes to the nodes the functions that read no tables', () => {
    expect(plan.map(({ sql }) => sql).filter((sql) => sql.includes('create_distributed_function'))).toEqual([
      `SELECT create_distributed_function('public.folded(text)')`,
      `SELECT create_distributed_function('public.folded_words(text)')`,
    ])
  })
})

test('without the extension the command says so and changes nothing, and still prints the plan', async () => {
  const state = () =>
    column(`SELECT conname::text AS value FROM pg_constraint
      UNION ALL SELECT tablename || policyname || qual FROM pg_policies
      UNION ALL SELECT setconfig::text FROM pg_db_role_setting ORDER BY 1`)
  const before = await state()
  await expect(distribute([], database.ownerUrl)).rejects.toThrow(
    'nothing is changed: this database lacks the extension',
  )
  await expect(distribute(['--client', 'one', '--node', 'db2.example:5432'], database.ownerUrl)).rejects.toThrow(
    'nothing is changed: this database lacks the extension',
  )
  const printed = await distribute(['--plan'], database.ownerUrl)
  expect(printed.split('\n')).toEqual(plan.map(({ sql }) => `${sql};`))
  expect(await state()).toEqual(before)
})

test.each([
  [['now']],
  [['--client', 'one']],
  [['--node', 'db2.example:5432']],
  [['--plan', '--client', 'one', '--node', 'db2.example:5432']],
])('%j is wrong usage', async (args) => {
  await expect(distribute(args, database.ownerUrl)).rejects.toThrow(/^use: rungs distribute/)
})

test('what PostgreSQL runs of the plan is run, and a plan made then has it no more', async () => {
  const copy = await createTestDatabase()
  const client = new pg.Client({ connectionString: copy.ownerUrl })
  await client.connect()
  try {
    const steps = await planDistribution(client)
    for (const { sql } of steps.filter(({ sql: text }) => text.startsWith('ALTER'))) await client.query(sql)
    const left = (await planDistribution(client)).map(({ sql }) => sql).filter((sql) => sql.startsWith('ALTER'))
    expect(left).toEqual([expect.stringContaining('citus.propagate_set_commands')])
  } finally {
    await client.end()
    await copy.drop()
  }
})

test('a circle of keys is no plan', () => {
  const keys = [
    { table: 'a', to: 'b' },
    { table: 'b', to: 'a' },
  ]
  expect(() => inOrderOfKeys(['a', 'b'], keys)).toThrow('the keys of a, b form a circle')
  expect(inOrderOfKeys(['a', 'b', 'c'], [{ table: 'a', to: 'c' }, ...keys.slice(0, 1)])).toEqual(['b', 'c', 'a'])
})

describe('an obstacle is', () => {
  test('a role that is no superuser', async () => {
    const app = new pg.Client({ connectionString: database.appUrl })
    await app.connect()
    try {
      expect(await superuser(app)).toMatch(/^\w+ is no superuser/)
    } finally {
      await app.end()
    }
    expect(await superuser(owner)).toBeNull()
  })

  test('a migration that is not applied', async () => {
    expect(await migrations(owner)).toBeNull()
    await owner.query('BEGIN')
    try {
      await owner.query(`DELETE FROM schema_migrations WHERE name LIKE '%.contract.sql'`)
      expect(await migrations(owner)).toMatch(/contract\.sql is not applied: rungs migrate --contract$/)
    } finally {
      await owner.query('ROLLBACK')
    }
  })

  test('anybody else on the database, and a migration that runs', async () => {
    expect(await connections(owner)).toBeNull()
    const other = new pg.Client({ connectionString: database.ownerUrl })
    await other.connect()
    try {
      expect(await connections(owner)).toMatch(/^others are connected to the database \(1 as \w+\)/)
      expect(await connections(other)).toBe('the database is being migrated: wait for it')
    } finally {
      await other.end()
    }
  })
})
