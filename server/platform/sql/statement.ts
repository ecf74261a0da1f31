import type { Static, TSchema } from 'typebox'
import { inStatementSpan } from '#server/platform/tracing/spans.ts'
import { queryInTenant, queryWithoutTenant, type Database, type Tx } from '../tenancy.ts'

/**
 * The types of the parameters and rows of every statement, by name. The files `statement-types.ts`, which
 * `npm run statements` writes from a database, add their entries.
 *
 * @public
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- an interface, because the entries are added to it
export interface StatementTypes {}

/**
 * Stands in the written types for a JSON column, whose type is the one of its schema in the statement.
 *
 * @public
 */
export interface JsonColumn {
  readonly json: never
}

/**
 * A JSON parameter: text, or an object. A bare array would become an array of PostgreSQL.
 *
 * @public
 */
export type JsonParam = string | (object & { length?: never })

/** The schemas of the JSON columns of a statement. */
type JsonSchemas = Readonly<Record<string, TSchema>>
type NoJson = Readonly<Record<never, never>>

interface Options<J extends JsonSchemas> {
  /** The schema of each JSON column. */
  json?: J
  /**
   * Each connection prepares the statement once. For frequent statements whose planning costs as much as their
   * execution.
   */
  prepare?: boolean
  /**
   * It reads rows of other clients too, in the tables of sharing, which a policy lets it see. Without it every table is
   * restricted to the client.
   */
  readsShared?: boolean
  /** A transaction that runs it must also run, after it, a statement that `does` this; else it is refused. */
  needs?: FollowUp
  does?: FollowUp
}

/** What follows from rows that several statements write, and is not to be forgotten. */
type FollowUp = 'index-members'

/** A statement with a fixed text, declared once at the top of a module. */
export interface Statement<N extends string = string, J extends JsonSchemas = JsonSchemas> {
  readonly name: N
  /** One of several texts with the same types, such as an order; null for a single statement. */
  readonly variant: string | null
  readonly text: string
  /** True when the transaction passes its client's id as `$1`. */
  readonly ofTenant: boolean
  readonly json: J
  readonly prepare: boolean
  readonly readsShared: boolean
  readonly needs: FollowUp | null
  readonly does: FollowUp | null
}

type ParamsOf<N> = N extends keyof StatementTypes
  ? StatementTypes[N] extends { params: infer P extends readonly unknown[] }
    ? P
    : never
  : readonly ['its types are missing: npm run statements']

type RowTypeOf<N> = N extends keyof StatementTypes ? (StatementTypes[N] extends { row: infer R } ? R : never) : never

/** The type of a row, in which each JSON column has the type of its schema. */
type Row<N, J extends JsonSchemas> = {
  [K in keyof RowTypeOf<N>]: JsonColumn extends RowTypeOf<N>[K]
    ? (K extends keyof J ? Static<J[K]> : unknown) | Extract<RowTypeOf<N>[K], null>
    : RowTypeOf<N>[K]
}

/** The parameters as the last argument, which is left out when there are none. */
type Args<N> = ParamsOf<N> extends readonly [] ? [] : [params: Readonly<ParamsOf<N>>]

/** The type of the rows of a statement. */
export type RowOf<S extends Statement> = S extends Statement<infer N, infer J> ? Row<N, J> : never

const declared = new Map<string, Statement>()

/** All statements of the modules that are loaded, for `npm run statements`. */
export function declaredStatements(): readonly Statement[] {
  return [...declared.values()]
}

/** The name of a statement, with its variant: unique, and the name under which connections prepare it. */
export function fullName({ name, variant }: Statement): string {
  return variant === null ? name : `${name}/${variant}`
}

function declare<N extends string, J extends JsonSchemas>(statement: Statement<N, J>): Statement<N, J> {
  const name = fullName(statement)
  if (declared.has(name)) throw new Error(`two statements are named ${name}`)
  declared.set(name, statement)
  return statement
}

/**
 * Declares a statement on tables of the tenant. `$1` is the client's id, which the transaction passes; the caller gives
 * the parameters from `$2` on. `npm run statements` refuses a text that does not restrict every table to `$1`. The name
 * is `subject/verb-noun`.
 */
export function tenantStatement<const N extends string, const J extends JsonSchemas = NoJson>(
  name: N,
  text: string,
  options: Options<J> = {},
): Statement<N, J> {
  return declare({ name, variant: null, text, ofTenant: true, ...withDefaults(options) })
}

/** Declares one statement for each variant, such as a list's orders; the types of all are the same. */
export function tenantStatements<
  const N extends string,
  V extends string,
  T = string,
  const J extends JsonSchemas = NoJson,
>(
  name: N,
  variants: Readonly<Record<V, T>>,
  textOf: (variant: T) => string,
  options: Options<J> = {},
): Readonly<Record<V, Statement<N, J>>> {
  const entries = Object.entries<T>(variants).map(([variant, value]) => [
    variant,
    declare({ name, variant, text: textOf(value), ofTenant: true, ...withDefaults(options) }),
  ])
  // the keys are those of `variants`
  return Object.fromEntries(entries) as Readonly<Record<V, Statement<N, J>>>
}

/** The statement of a variant whose name is put together. */
export function variantNamed<S extends Statement>(statements: Readonly<Record<string, S>>, variant: string): S {
  const found = statements[variant]
  if (found === undefined) throw new Error(`no statement has the variant ${variant}`)
  return found
}

/** Declares a statement that names no table of a tenant: all its parameters are the caller's. */
export function statement<const N extends string, const J extends JsonSchemas = NoJson>(
  name: N,
  text: string,
  options: Options<J> = {},
): Statement<N, J> {
  return declare({ name, variant: null, text, ofTenant: false, ...withDefaults(options) })
}

function withDefaults<J extends JsonSchemas>(
  options: Options<J>,
): Pick<Statement<string, J>, 'json' | 'prepare' | 'readsShared' | 'needs' | 'does'> {
  const { prepare = false, readsShared = false, needs = null, does = null } = options
  // without `json`, J is `NoJson`
  return { json: options.json ?? ({} as J), prepare, readsShared, needs, does }
}

/** Sees the rows of every statement before the caller does. */
type RowCheck = (of: Statement, rows: readonly object[]) => void
let checkRows: RowCheck = () => {}

/** Has all rows checked; for tests, which compare JSON with the schemas. */
export function setRowCheck(check: RowCheck): void {
  checkRows = check
}

/** The statement as the driver takes it. */
function queryConfig(
  of: Statement,
  { clientId, canPrepare }: Pick<Tx, 'clientId' | 'canPrepare'>,
  [params = []]: readonly [params?: readonly unknown[]],
) {
  const values = of.ofTenant ? [clientId, ...params] : [...params]
  return of.prepare && canPrepare ? { name: fullName(of), text: of.text, values } : { text: of.text, values }
}

function noteFollowUp(tx: Tx, { needs, does }: Statement): void {
  if (needs !== null) tx.undone.add(needs)
  if (does !== null) tx.undone.delete(does)
}

/** Runs a statement and returns its rows. The statement is sent at once, before the promise is awaited. */
export async function queryRows<N extends string, J extends JsonSchemas>(
  tx: Tx,
  of: Statement<N, J>,
  ...args: Args<N>
): Promise<Row<N, J>[]> {
  noteFollowUp(tx, of)
  const { rows } = await inStatementSpan(of.name, () => tx.query<Row<N, J>>(queryConfig(of, tx, args)))
  checkRows(of, rows)
  return rows
}

/** The row of a statement that finds at most one; undefined when there is none. */
export async function findRow<N extends string, J extends JsonSchemas>(
  tx: Tx,
  of: Statement<N, J>,
  ...args: Args<N>
): Promise<Row<N, J> | undefined> {
  const rows = await queryRows(tx, of, ...args)
  if (rows.length > 1) throw new Error(`${of.name} has found ${rows.length} rows, and not at most one`)
  return rows[0]
}

/** The row of a statement that always returns one, such as a count. */
export async function getRow<N extends string, J extends JsonSchemas>(
  tx: Tx,
  of: Statement<N, J>,
  ...args: Args<N>
): Promise<Row<N, J>> {
  const row = await findRow(tx, of, ...args)
  if (row === undefined) throw new Error(`${of.name} has found no row`)
  return row
}

/** Runs a statement for its effect; returns the number of rows that it wrote, locked or found. */
export async function execute<N extends string, J extends JsonSchemas>(
  tx: Tx,
  of: Statement<N, J>,
  ...args: Args<N>
): Promise<number> {
  noteFollowUp(tx, of)
  const { rowCount } = await inStatementSpan(of.name, () => tx.query(queryConfig(of, tx, args)))
  return rowCount ?? 0
}

/** Runs a single reading statement in a transaction of one tenant, all in one round trip. */
export async function queryRowsInTenant<N extends string, J extends JsonSchemas>(
  db: Database,
  clientId: string,
  of: Statement<N, J>,
  ...args: Args<N>
): Promise<Row<N, J>[]> {
  const config = queryConfig(of, { clientId, canPrepare: db.canPrepare }, args)
  const rows = await inStatementSpan(of.name, () => queryInTenant<Row<N, J>>(db, clientId, config))
  checkRows(of, rows)
  return rows
}

/** Runs a statement on tables that belong to no tenant, such as host names. */
export async function queryRowsWithoutTenant<N extends string, J extends JsonSchemas>(
  db: Database,
  of: Statement<N, J>,
  ...args: Args<N>
): Promise<Row<N, J>[]> {
  const { text, values } = queryConfig(of, { clientId: /* none */ '', canPrepare: false }, args)
  const rows = await inStatementSpan(of.name, () => queryWithoutTenant<Row<N, J>>(db, text, values))
  checkRows(of, rows)
  return rows
}
