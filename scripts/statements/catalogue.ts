import pg from 'pg'

/** A column of a table or view, from the catalogue. */
interface CatalogueColumn {
  name: string
  notNull: boolean
  /** True for json and jsonb. */
  json: boolean
  /** The texts that a check constraint allows, such as `kind IN ('term', 'holiday')`; null when any text may stand. */
  literals: readonly string[] | null
}

export interface CatalogueTable {
  name: string
  columns: readonly CatalogueColumn[]
  /** Whether each row belongs to a client: the table has `client_id` and row-level security, or is a view on such tables. */
  ofTenant: boolean
  /** Whether a policy lets a client read some rows of others, such as published schemes. */
  shared: boolean
}

/** A data type. */
interface CatalogueType {
  name: string
  /** The type of an array's elements; null for other types. */
  element: string | null
}

/** What a walk over statements must know of the database. */
export interface Catalogue {
  tables: ReadonlyMap<string, CatalogueTable>
  /** The names of the columns of functions with OUT parameters, such as `jsonb_each`. */
  functionColumns: ReadonlyMap<string, readonly string[]>
  /** Data types by their object id; a domain is its base type. */
  types: ReadonlyMap<number, CatalogueType>
}

/** Reads the catalogue of a migrated database. */
export async function readCatalogue(client: pg.Client): Promise<Catalogue> {
  const literals = await readLiterals(client)
  const { rows: columns } = await client.query<{
    relation: string
    table: string
    column: string
    notNull: boolean
    json: boolean
    secured: boolean
    shared: boolean
  }>(
    `SELECT pg_class.oid::text AS relation, relname AS table, attname AS column, attnotnull AS "notNull",
       atttypid IN ('json'::regtype, 'jsonb'::regtype) AS json, relrowsecurity OR relkind = 'v' AND relnamespace = 'public'::regnamespace AS secured,
       EXISTS (SELECT FROM pg_policy WHERE polrelid = pg_class.oid AND polcmd = 'r') AS shared
     FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
     WHERE relnamespace IN ('public'::regnamespace, 'pg_catalog'::regnamespace) AND relkind IN ('r', 'p', 'v', 'm', 'f')
       AND attnum > 0 AND NOT attisdropped ORDER BY relnamespace, relname, attnum`,
  )
  const tables = new Map<string, { name: string; columns: CatalogueColumn[]; ofTenant: boolean; shared: boolean }>()
  for (const { relation, table: name, column, notNull, json, secured, shared } of columns) {
    const table = tables.get(name) ?? { name, columns: [], ofTenant: false, shared }
    table.columns.push({ name: column, notNull, json, literals: literals.get(`${relation}.${column}`) ?? null })
    if (secured && column === 'client_id') table.ofTenant = true
    tables.set(name, table)
  }
  const { rows: functions } = await client.query<{ name: string; columns: string[] }>(
    `SELECT DISTINCT ON (proname) proname AS name, out_names.columns
     FROM pg_proc CROSS JOIN LATERAL (SELECT array_agg(proargnames[n]::text ORDER BY n) AS columns
       FROM generate_subscripts(proargmodes, 1) AS n WHERE proargmodes[n] IN ('o', 'b', 't')) AS out_names
     WHERE out_names.columns IS NOT NULL ORDER BY proname, pg_proc.oid`,
  )
  const { rows: types } = await client.query<{ id: string; name: string; element: string | null }>(
    `SELECT type.oid::text AS id, coalesce(base.typname, type.typname) AS name, element.typname AS element
     FROM pg_type type LEFT JOIN pg_type base ON base.oid = nullif(type.typbasetype, 0)
     LEFT JOIN pg_type element ON element.oid = type.typelem AND type.typcategory = 'A'`,
  )
  return {
    tables,
    functionColumns: new Map(functions.map((row) => [row.name, row.columns])),
    types: new Map(types.map(({ id, name, element }) => [Number(id), { name, element }])),
  }
}

/** The texts that check constraints allow, by object id of the table and name of the column. */
async function readLiterals(client: pg.Client): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ key: string; definition: string }>(
    `SELECT conrelid || '.' || attname AS key, pg_get_constraintdef(pg_constraint.oid) AS definition
     FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
     WHERE contype = 'c' AND convalidated AND cardinality(conkey) = 1`,
  )
  const allowed = new Map<string, string[]>()
  for (const { key, definition } of rows) {
    const list = /^CHECK \(\(\w+ = ANY \(ARRAY\[(.*)\]\)\)\)$/.exec(definition)?.[1]
    if (list === undefined) continue
    const texts = [...list.matchAll(/'((?:[^']|'')*)'::text/g)].map(([, text = '']) => text.replaceAll("''", "'"))
    allowed.set(key, texts)
  }
  return allowed
}
