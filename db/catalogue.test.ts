import { readdir, readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import { createTestDatabase, type TestDatabase } from './testing.ts'

/** The tables that belong to no tenant. All others are tenant tables: each of their rows belongs to one tenant. */
const GLOBAL_TABLES = ['due_work', 'hostnames', 'installation', 'schema_migrations', 'signing_keys']

let database: TestDatabase
let owner: pg.Client
let app: pg.Client

beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  app = new pg.Client({ connectionString: database.appUrl })
  await owner.connect()
  await app.connect()
})
afterAll(async () => {
  await owner.end()
  await app.end()
  await database.drop()
})

/** Runs a query as the owner and returns its column `name`. `$1` in the query stands for the global tables. */
async function names(sql: string): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(sql, sql.includes('$1') ? [GLOBAL_TABLES] : [])
  return rows.map((row) => row.name)
}

/** The FROM and WHERE clauses of a query over all tenant tables. */
const FROM_TENANT_TABLES = `FROM pg_class tenant_table WHERE relnamespace = 'public'::regnamespace
  AND relkind IN ('r', 'p') AND relname <> ALL($1)`

test('every tenant table has client_id not null and forced row-level security', async () => {
  expect(await names(`SELECT relname AS name ${FROM_TENANT_TABLES}`)).not.toHaveLength(0)
  expect(
    await names(`SELECT relname AS name ${FROM_TENANT_TABLES} AND (NOT relrowsecurity OR NOT relforcerowsecurity
      OR NOT EXISTS (SELECT FROM pg_attribute
        WHERE attrelid = tenant_table.oid AND attname = 'client_id' AND attnotnull))`),
  ).toEqual([])
})

/**
 * The tables in which a client may read some rows of other clients: published schemes, requests to subscribe to one, and
 * the answers.
 */
const SHARED_TABLES = [
  'published_files',
  'published_revisions',
  'published_schemes',
  'subscription_grants',
  'subscriptions',
]

test('every policy compares client_id with the tenant of the transaction, for reading and writing', async () => {
  const { rows } = await owner.query<{ tablename: string; qual: string; with_check: string }>(
    `SELECT tablename, qual, with_check FROM pg_policies WHERE policyname NOT IN ('shared', 'backup', 'drafts', 'emptied', 'brought', 'erased', 'moved')`,
  )
  const tables = await names(`SELECT relname AS name ${FROM_TENANT_TABLES}`)
  expect(rows.map((row) => row.tablename).sort()).toEqual(tables.sort())
  for (const { qual, with_check } of rows) {
    expect(qual).toBe(`(client_id = current_setting('app.client'::text, true))`)
    expect(with_check).toBe(qual)
  }
})

test('no policy calls a function of ours, and only two look into other tables', async () => {
  // of an IMMUTABLE function a prepared statement would keep the value of another tenant
  expect(
    await names(`SELECT polrelid::regclass || ' calls ' || refobjid::regprocedure AS name FROM pg_policy
      JOIN pg_depend ON classid = 'pg_policy'::regclass AND objid = pg_policy.oid AND refclassid = 'pg_proc'::regclass`),
  ).toEqual([])
  expect(
    await names(`SELECT tablename AS name FROM pg_policies WHERE qual ~ 'SELECT' OR with_check ~ 'SELECT' ORDER BY 1`),
  ).toEqual(['published_files', 'published_revisions'])
})

test('no row belongs to the empty client, which is what the setting holds after a transaction', async () => {
  await expect(
    owner.query(
      `INSERT INTO clients (client_id, name, auth_provider, login, theme_name, translation_url) VALUES ('', '', 'local', 'email', 'aquila', '/t')`,
    ),
  ).rejects.toThrow(/clients_client_id_check/)
  // every row belongs to a row of clients
  expect(
    await names(`WITH RECURSIVE referring AS (
        SELECT 'clients'::regclass::oid AS id
        UNION SELECT conrelid FROM pg_constraint JOIN referring ON confrelid = referring.id WHERE contype = 'f')
      SELECT relname AS name ${FROM_TENANT_TABLES} AND oid NOT IN (SELECT id FROM referring)`),
  ).toEqual([])
})

test('the owner, and nobody else, may read all rows of every tenant table on a connection that makes a backup', async () => {
  const tables = await names(`SELECT relname AS name ${FROM_TENANT_TABLES}`)
  const { rows } = await owner.query<{ tablename: string; cmd: string; readers: string; qual: string }>(
    `SELECT tablename, cmd, array_to_string(roles, ',') AS readers, qual FROM pg_policies WHERE policyname = 'backup'`,
  )
  expect(rows.map((row) => row.tablename).sort()).toEqual(tables.sort())
  const { rows: owners } = await owner.query<{ name: string }>('SELECT current_user AS name')
  for (const { cmd, readers, qual } of rows) {
    expect({ cmd, readers }).toEqual({ cmd: 'SELECT', readers: owners[0]?.name })
    expect(qual).toBe(`(current_setting('app.backup'::text, true) = 'on'::text)`)
  }
})

test('five tables have a second policy, for reading only, that compares the tenant too, and published revisions cannot be changed', async () => {
  const { rows } = await owner.query<{ tablename: string; cmd: string; permissive: string; qual: string }>(
    `SELECT tablename, cmd, permissive, qual FROM pg_policies WHERE policyname = 'shared' ORDER BY tablename`,
  )
  expect(rows.map((row) => row.tablename)).toEqual(SHARED_TABLES)
  for (const { cmd, qual } of rows) {
    expect(cmd).toBe('SELECT')
    expect(qual).toContain(`current_setting('app.client'::text, true)`)
  }
  const { rows: rights } = await owner.query<{ right: string }>(
    `SELECT privilege_type AS right FROM information_schema.role_table_grants
     WHERE grantee = 'rungs_app' AND table_name = 'published_revisions' ORDER BY 1`,
  )
  expect(rights.map(({ right }) => right)).toEqual(['INSERT', 'SELECT'])
})

test('drafts of schemes, and working copies, are hidden from every user who is no author, and from nobody else', async () => {
  const { rows } = await owner.query(
    `SELECT tablename, cmd, permissive FROM pg_policies WHERE policyname = 'drafts' ORDER BY tablename`,
  )
  expect(rows).toEqual([
    { tablename: 'schemes', cmd: 'SELECT', permissive: 'RESTRICTIVE' },
    // nobody else writes them either
    { tablename: 'working_copies', cmd: 'ALL', permissive: 'RESTRICTIVE' },
    { tablename: 'working_copy_edits', cmd: 'ALL', permissive: 'RESTRICTIVE' },
  ])
  await owner.query(
    `INSERT INTO clients (client_id, name, auth_provider, login, theme_name, translation_url) VALUES ('d', 'D', 'local', 'email', 'aquila', '/t')`,
  )
  for (const state of ['draft', 'released', 'retired'])
    await owner.query(
      `INSERT INTO schemes (client_id, id, slug, name, languages, state) VALUES ('d', gen_random_uuid(), $1, '{}', '{en-GB}', $1)`,
      [state],
    )
  const seenBy = async (type: string) => {
    await app.query('BEGIN')
    await app.query(`SELECT set_config('app.client', 'd', true), set_config('app.user_type', $1, true)`, [type])
    const { rows: seen } = await app.query<{ slug: string }>('SELECT slug FROM schemes ORDER BY slug')
    await app.query('COMMIT')
    return seen.map(({ slug }) => slug)
  }
  // '' is the server's own work
  for (const type of ['', 'ngo']) expect(await seenBy(type)).toEqual(['draft', 'released', 'retired'])
  for (const type of ['coach', 'parent', 'admin', 'api', 'anybody'])
    expect(await seenBy(type)).toEqual(['released', 'retired'])
})

/** An index by hash has one column; the lanes in it contain random ids, which no other client has. */
const INDEX_OF_LANES = 'register_edits_of_lane'

test('every key, foreign key and index of a tenant table leads with client_id, except one by hash', async () => {
  expect(
    await names(`SELECT indexrelid::regclass::text AS name FROM pg_index
      JOIN pg_class ON pg_class.oid = indrelid
      JOIN pg_attribute first_column ON first_column.attrelid = indrelid AND first_column.attnum = indkey[0]
      WHERE relnamespace = 'public'::regnamespace AND relname <> ALL($1) AND first_column.attname <> 'client_id'`),
  ).toEqual([INDEX_OF_LANES])
  expect(
    // The types are f for foreign keys, p for primary keys and u for unique constraints.
    await names(`SELECT conname AS name FROM pg_constraint
      JOIN pg_class ON pg_class.oid = conrelid
      JOIN pg_attribute first_column ON first_column.attrelid = conrelid AND first_column.attnum = conkey[1]
      WHERE relnamespace = 'public'::regnamespace AND relname <> ALL($1) AND contype IN ('f', 'p', 'u')
        AND first_column.attname <> 'client_id'`),
  ).toEqual([])
})

test('foreign keys form no circle, so that tables can be filled and copied one after the other', async () => {
  expect(
    await names(`WITH RECURSIVE
      key AS (SELECT DISTINCT conrelid, confrelid FROM pg_constraint WHERE contype = 'f' AND conrelid <> confrelid),
      reached AS (SELECT conrelid AS from_table, confrelid AS to_table FROM key
        UNION SELECT reached.from_table, key.confrelid FROM reached JOIN key ON key.conrelid = reached.to_table)
      SELECT from_table::regclass::text AS name FROM reached WHERE from_table = to_table`),
  ).toEqual([])
})

// What a distributed engine does not take (decision 140).
test('no table has a trigger, and no function runs with the rights of the owner', async () => {
  expect(
    await names(`SELECT tgrelid::regclass || '.' || tgname AS name FROM pg_trigger WHERE NOT tgisinternal`),
  ).toEqual([])
  expect(
    await names(`SELECT proname AS name FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prosecdef`),
  ).toEqual([])
})

test('the functions that read or write tables of tenants are few, and take the time and the client as such an engine does', async () => {
  const ofTenants = `FROM pg_proc, (SELECT relname ${FROM_TENANT_TABLES}) tenant_table
    WHERE pronamespace = 'public'::regnamespace AND prosrc ~ ('\\m' || relname || '\\M')`
  expect(await names(`SELECT DISTINCT proname AS name ${ofTenants} ORDER BY 1`)).toEqual([
    'anonymise_user',
    'erase_member',
    'move_history',
    'open_work',
    'remove_unused_members',
  ])
  expect(
    await names(`SELECT DISTINCT proname AS name ${ofTenants}
      AND (prosrc ~* 'update [^;]*\\mnow\\(' OR prosrc ~ '\\mset_config\\(')`),
  ).toEqual([])
})

test('the application has its right on the sequence of every identity column', async () => {
  expect(
    await names(`SELECT pg_class.relname AS name FROM pg_depend
      JOIN pg_class ON pg_class.oid = objid AND relkind = 'S' AND relnamespace = 'public'::regnamespace
      WHERE classid = 'pg_class'::regclass AND deptype = 'i' AND NOT has_sequence_privilege('rungs_app', objid, 'USAGE')`),
  ).toEqual([])
})

test('which client has work due is read without a tenant, and says nothing else', async () => {
  expect(
    await names(`SELECT attname AS name FROM pg_attribute
      WHERE attrelid = 'due_work'::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`),
  ).toEqual(['client_id', 'id', 'queue', 'due_at', 'holder'])
  expect(
    await names(`SELECT conname AS name FROM pg_constraint WHERE conrelid = 'due_work'::regclass AND contype = 'f'`),
  ).toEqual([])
})

test('the application role owns nothing, is no superuser and cannot bypass row-level security', async () => {
  const { rows } = await owner.query(
    `SELECT rolsuper, rolbypassrls, rolcreatedb, rolcreaterole FROM pg_roles WHERE rolname = 'rungs_app'`,
  )
  expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false, rolcreatedb: false, rolcreaterole: false }])
  expect(await names(`SELECT relname AS name FROM pg_class WHERE relowner = 'rungs_app'::regrole`)).toEqual([])
})

test('the application role can only add to the audit log and the assessments, only read host names, signing keys and the list of migrations, and truncate no table', async () => {
  const { rows } = await owner.query<{ table_name: string; rights: string }>(
    `SELECT table_name, string_agg(privilege_type, ',' ORDER BY privilege_type) AS rights FROM information_schema.role_table_grants
     WHERE grantee = 'rungs_app' GROUP BY table_name`,
  )
  const rights = new Map(rows.map((row) => [row.table_name, row.rights]))
  expect(rights.get('audit_log')).toBe('INSERT,SELECT')
  expect(rights.get('assessments')).toBe('INSERT,SELECT')
  expect(rights.get('hostnames')).toBe('SELECT')
  expect(rights.get('signing_keys')).toBe('SELECT')
  expect(rights.get('schema_migrations')).toBe('SELECT')
  expect(rights.get('installation')).toBe('SELECT')
  expect([...rights.values()].filter((list) => /TRUNCATE|REFERENCES|TRIGGER/.test(list))).toEqual([])
})

test('of an entry of the log the application may take the contents away, and change or delete nothing else', async () => {
  await owner.query(
    `INSERT INTO clients (client_id, name, auth_provider, login, theme_name, translation_url) VALUES ('log', 'L', 'local', 'email', 'aquila', '/t')`,
  )
  for (const entity of ['user', 'group'])
    await owner.query(
      `INSERT INTO audit_log (client_id, action, entity, entity_id, after) VALUES ('log', 'change', $1, 'x', '{"name": "Mair"}')`,
      [entity],
    )
  const asLog = async (sql: string) => {
    await app.query(`BEGIN; SET LOCAL app.client = 'log'`)
    try {
      return (await app.query(sql)).rowCount
    } finally {
      await app.query('COMMIT')
    }
  }
  for (const column of ['at = now()', `action = 'view'`, 'user_id = NULL', `entity_id = 'y'`, 'id = DEFAULT'])
    await expect(asLog(`UPDATE audit_log SET ${column}`), column).rejects.toThrow(/permission denied/)
  await expect(asLog('DELETE FROM audit_log')).rejects.toThrow(/permission denied/)
  await expect(asLog(`UPDATE audit_log SET after = '{"name": "Nia"}'`)).rejects.toThrow(/row-level security/)
  // only entries of persons, who can ask to be forgotten
  expect(await asLog('UPDATE audit_log SET before = NULL, after = NULL')).toBe(1)
  const { rows } = await owner.query(`SELECT entity, after FROM audit_log WHERE client_id = 'log' ORDER BY id`)
  expect(rows).toEqual([
    { entity: 'user', after: null },
    { entity: 'group', after: { name: 'Mair' } },
  ])
})

test('the log keeps no text that a downloaded list was searched for', async () => {
  const filters = { search: 'Mair', status: 'active' }
  await owner.query(
    `INSERT INTO audit_log (client_id, action, entity, entity_id, after)
     SELECT 'log', 'download', 'member', 'x', jsonb_build_object('rows', 1, 'filters', filters)
     FROM unnest($1::jsonb[]) filters`,
    [[filters, { status: 'active' }].map((given) => JSON.stringify(given))],
  )
  await owner.query(await readFile(new URL('migrations/000135_searched_texts.sql', import.meta.url), 'utf8'))
  const { rows } = await owner.query(
    `SELECT after -> 'filters' AS filters FROM audit_log WHERE client_id = 'log' AND action = 'download' ORDER BY id`,
  )
  expect(rows).toEqual([{ filters: { search: '…', status: 'active' } }, { filters: { status: 'active' } }])
})

test('the application deletes a member, and moves a mark to another, only while a function says that it does', async () => {
  await owner.query(
    `INSERT INTO clients (client_id, name, auth_provider, login, theme_name, translation_url) VALUES ('h', 'H', 'local', 'email', 'aquila', '/t')`,
  )
  await owner.query(
    `INSERT INTO members (client_id, id, firstname, lastname) VALUES ('h', '00000000-0000-4000-8000-000000000001', 'Mair', 'Rees')`,
  )
  const asTenant = async (sql: string) => {
    await app.query(`BEGIN; SET LOCAL app.client = 'h'`)
    try {
      return (await app.query(sql)).rowCount
    } finally {
      await app.query('COMMIT')
    }
  }
  for (const table of ['assessments', 'register_edits']) {
    const columns = await names(`SELECT column_name AS name FROM information_schema.column_privileges
      WHERE grantee = 'rungs_app' AND privilege_type = 'UPDATE' AND table_name = '${table}'`)
    expect(columns).toEqual([table === 'assessments' ? 'member_id' : 'lane'])
    expect(
      await names(`SELECT policyname AS name FROM pg_policies
        WHERE tablename = '${table}' AND cmd = 'UPDATE' AND permissive = 'RESTRICTIVE'`),
    ).toEqual(['moved'])
  }
  expect(await asTenant('DELETE FROM members')).toBe(0)
  await asTenant(`SELECT erase_member('00000000-0000-4000-8000-000000000001')`)
  expect(await names(`SELECT firstname AS name FROM members WHERE client_id = 'h'`)).toEqual([])
})

test('the application reads a row only as its tenant, and writes none without a tenant', async () => {
  await owner.query(
    `INSERT INTO clients (client_id, name, auth_provider, login, theme_name, translation_url) VALUES ('x', 'X', 'local', 'email', 'aquila', '/t')`,
  )
  expect((await app.query('SELECT FROM clients')).rowCount).toBe(0)
  await expect(
    app.query(`INSERT INTO clubs (client_id, id, name, time_zone) VALUES ('x', gen_random_uuid(), 'C', 'UTC')`),
  ).rejects.toThrow(/row-level security/)
  await app.query(`BEGIN; SELECT set_config('app.client', 'y', true)`)
  expect((await app.query('SELECT FROM clients')).rowCount).toBe(0)
  await app.query(`SELECT set_config('app.client', 'x', true)`)
  expect((await app.query('SELECT FROM clients')).rowCount).toBe(1)
  await app.query('COMMIT')
  // the setting is '' now, and was null before
  expect((await app.query('SELECT FROM clients')).rowCount).toBe(0)
  await expect(
    app.query(`INSERT INTO clubs (client_id, id, name, time_zone) VALUES ('', gen_random_uuid(), 'C', 'UTC')`),
  ).rejects.toThrow(/foreign key/)
})

test('a prepared statement sees the rows of the transaction’s tenant, however often it has run for another', async () => {
  for (const client of ['p1', 'p2'])
    await owner.query(
      `INSERT INTO clients (client_id, name, auth_provider, login, theme_name, translation_url) VALUES ($1, $1, 'local', 'email', 'aquila', '/t')`,
      [client],
    )
  const seenBy = async (client: string) => {
    await app.query(`BEGIN; SET LOCAL app.client = '${client}'`)
    const { rows } = await app.query<{ name: string }>({ name: 'clients', text: 'SELECT name FROM clients' })
    await app.query('COMMIT')
    return rows.map(({ name }) => name)
  }
  // PostgreSQL plans anew for the first five runs, and keeps one plan from then on
  for (let run = 0; run < 8; run++) for (const client of ['p1', 'p2']) expect(await seenBy(client)).toEqual([client])
})

test('only server/platform/tenancy.ts sets the tenant', async () => {
  const files = (await readdir('.', { recursive: true })).filter(
    (path) => /^(server|db|cli|demo|bench)\/.*\.ts$/.test(path) && !path.endsWith('.test.ts'),
  )
  const filesThatSetTenant: string[] = []
  for (const file of files) if (/app\.client/.test(await readFile(file, 'utf8'))) filesThatSetTenant.push(file)
  expect(filesThatSetTenant).toEqual(['server/platform/tenancy.ts'])
})
