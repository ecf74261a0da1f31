import { parse, type NamedArgExpr, type Node, type TypeCast } from 'libpg-query'
import type { Catalogue } from './catalogue.ts'
import { newColumn, newScope, resolveTies, type Column, type ParamUse, type Walk } from './scope.ts'
import { walkStatement } from './writes.ts'

/** What the parse tree says of a statement, beside what the database says of it. */
export interface Analysis {
  /** The columns of a row, in order. */
  columns: readonly Pick<Column, 'notNull' | 'elementsNotNull' | 'literals'>[]
  /** The parameters that are named in the text, by number. */
  params: ReadonlyMap<number, Param>
  /** The tenant tables that it names. */
  tenantTables: readonly string[]
  /** Those of them that are not restricted to the client in `$1`. */
  untied: readonly string[]
  /** The same for tables that it only reads and of which clients may read rows of others. */
  untiedShared: readonly string[]
  /** Whether it counts with days or weeks of the calendar (`countsInDays`). */
  countsInDays: boolean
}

interface Param {
  nullable: boolean
  elementsNotNull: boolean
  /** The column that it is written into or compared with; null when there is none. */
  label: string | null
}

/** Statements that have neither parameters nor columns, such as `LOCK TABLE`. */
const isQuery = (node: Node) =>
  ['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt'].some((kind) => kind in node)

/**
 * Finds out, from the text and the catalogue, which columns and parameters can be null, and whether each tenant table
 * is restricted to the client in `$1`. A column counts as not null only where that is sure.
 */
export async function analyse(text: string, catalogue: Catalogue): Promise<Analysis> {
  const { stmts = [] } = await parse(text)
  const [node, ...others] = stmts.flatMap(({ stmt }) => stmt ?? [])
  if (node === undefined || others.length > 0) throw new Error('it is not one statement')
  if (!isQuery(node))
    return { columns: [], params: new Map(), tenantTables: [], untied: [], untiedShared: [], countsInDays: false }
  // the first walk finds out which parameters take null, the second one what that means for the columns
  const first = walkOver(node, catalogue, new Set())
  const params = new Map([...first.walk.params].map(([number, use]) => [number, paramOf(use)]))
  const nonNull = [...params].flatMap(([number, { nullable }]) => (nullable ? [] : [number]))
  const { walk, columns } = walkOver(node, catalogue, new Set(nonNull))
  resolveTies(walk.mentions.map(({ clientId }) => clientId))
  const untied = walk.mentions.filter(({ clientId }) => clientId?.tied !== true)
  const isSharedRead = ({ table, writes }: Walk['mentions'][number]) => table.shared && !writes
  const labelOf = ({ table: { name }, alias }: Walk['mentions'][number]) => (name === alias ? name : `${name} ${alias}`)
  return {
    columns,
    params,
    tenantTables: walk.mentions.map(({ table }) => table.name),
    untied: untied.filter((mention) => !isSharedRead(mention)).map(labelOf),
    untiedShared: untied.filter(isSharedRead).map(labelOf),
    countsInDays: countsInDays(node),
  }
}

function walkOver(node: Node, catalogue: Catalogue, nonNullParams: ReadonlySet<number>) {
  const tenant = newColumn('$1', { notNull: true, tied: true })
  const walk: Walk = { catalogue, params: new Map(), nonNullParams, mentions: [], tenant, results: new Map() }
  return { walk, columns: walkStatement(node, newScope(walk, null)) }
}

function paramOf({ takesNull, refusesNull, elementsNotNull, label }: ParamUse): Param {
  return { nullable: takesNull && !refusesNull, elementsNotNull, label }
}

/**
 * Whether a statement has an interval of days or weeks. PostgreSQL adds it by the calendar of the session's time zone,
 * in which a day may have 23 or 25 hours. Months are allowed: their length is the calendar's by their nature.
 */
function countsInDays(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false
  const { TypeCast: cast, NamedArgExpr: named } = node as Named
  if (named?.name === 'days' || named?.name === 'weeks') return true
  const type = cast?.typeName?.names?.at(-1)
  const isInterval = type !== undefined && 'String' in type && type.String.sval === 'interval'
  const text = cast?.arg && 'A_Const' in cast.arg ? cast.arg.A_Const.sval?.sval : undefined
  return (isInterval && /day|week/i.test(text ?? '')) || Object.values(node).some(countsInDays)
}

/** The parts of a parse tree that name a length of time: a cast of text, and an argument of `make_interval`. */
interface Named {
  TypeCast?: TypeCast
  NamedArgExpr?: NamedArgExpr
}
