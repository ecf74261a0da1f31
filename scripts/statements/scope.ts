import type { Node, SelectStmt } from 'libpg-query'
import type { Catalogue, CatalogueTable } from './catalogue.ts'

/** A column of something in FROM, or of a result. */
export interface Column {
  name: string
  /** Not null where its table, sub-select or function has a row that the conditions leave. */
  notNull: boolean
  elementsNotNull: boolean
  json: boolean
  literals: readonly string[] | null
  /** Known to be the client's id. */
  tied: boolean
  /** Lists of columns: when all columns of one list are the client's id, this one is, too. */
  tiedIf: (readonly Column[])[]
}

/** One side of an outer join, whose columns are null where the join has found no row. */
interface OuterSide {
  /** True when a condition holds only for rows in which the side was found. */
  found: boolean
}

/** A table, sub-select or function in FROM, under the name by which expressions refer to it. */
export interface Source {
  alias: string
  columns: Column[]
  /** The sides of outer joins of which this is a part. */
  outerSides: OuterSide[]
}

/** How a parameter is used. */
export interface ParamUse {
  /** A use that expects null, such as `$2 IS NULL` or the value of a column that may be null. */
  takesNull: boolean
  /** A use that fails with null: the value of a column that is not null. */
  refusesNull: boolean
  /** Written into an array column, where no element may be null. */
  elementsNotNull: boolean
  /** The column that it is written into or compared with. */
  label: string | null
}

/** What is collected during the walk over one statement. */
export interface Walk {
  catalogue: Catalogue
  params: Map<number, ParamUse>
  /** Parameters that are known not to be null, from an earlier walk. */
  nonNullParams: ReadonlySet<number>
  /** Each mention of a tenant table, with its column `client_id`. */
  mentions: { table: CatalogueTable; alias: string; clientId: Column | null; writes: boolean }[]
  /** Stands for `$1` of a tenant statement. */
  tenant: Column
  /** The columns of each SELECT that was walked over. */
  results: Map<SelectStmt, readonly Column[]>
}

/** The names that an expression may refer to. */
export interface Scope {
  walk: Walk
  parent: Scope | null
  sources: Source[]
  ctes: Map<string, readonly Column[]>
  /** True in a SELECT with GROUP BY, where an aggregate is over some row. */
  grouped: boolean
}

export function newColumn(name: string, known: Partial<Column> = {}): Column {
  return {
    name,
    notNull: false,
    elementsNotNull: false,
    json: false,
    literals: null,
    tied: false,
    tiedIf: [],
    ...known,
  }
}

/** A column of a result as a column of something in FROM, perhaps under another name. */
export function columnFrom(column: Column, name = column.name): Column {
  return { ...column, name, tied: false, tiedIf: [[column]] }
}

export function newScope(walk: Walk, parent: Scope | null, ctes?: Map<string, readonly Column[]>): Scope {
  return { walk, parent, sources: [], ctes: new Map(ctes ?? parent?.ctes), grouped: false }
}

/** Whether a column is never null in the rows that the scope's conditions leave. */
export function isNotNull(column: Column, source: Source): boolean {
  return column.notNull && source.outerSides.every((side) => side.found)
}

/** Notes that a column is not null in any row that the conditions leave, and so that its table was found. */
export function proveNotNull({ column, source }: Found): void {
  column.notNull = true
  for (const side of source.outerSides) side.found = true
}

export interface Found {
  source: Source
  column: Column
  scope: Scope
}

/** The words of a qualified name; null when it ends with `*`. */
export function wordsOf(fields: readonly Node[]): string[] | null {
  const words = fields.map((field) => ('String' in field ? (field.String.sval ?? '') : null))
  return words.every((word) => word !== null) ? words : null
}

/** The column that a name refers to; null for the name of a whole row, or what only the database knows. */
export function findColumn(fields: readonly Node[], scope: Scope): Found | null {
  const words = wordsOf(fields)
  const name = words?.at(-1)
  const qualifier = words?.at(-2)
  for (let current: Scope | null = scope; current !== null; current = current.parent)
    for (const source of current.sources) {
      if (qualifier !== undefined && qualifier !== source.alias) continue
      const column = source.columns.find((candidate) => candidate.name === name)
      if (column) return { source, column, scope: current }
    }
  return null
}

/** The source with this alias, for `alias.*` and for a whole row. */
export function findSource(alias: string | undefined, scope: Scope): Source | null {
  for (let current: Scope | null = scope; current !== null; current = current.parent) {
    const source = current.sources.find((candidate) => candidate.alias === alias)
    if (source) return source
  }
  return null
}

/** Finds out which columns are the client's id, from how they depend on each other. */
export function resolveTies(columns: readonly (Column | null)[]): void {
  const reached = new Set<Column>()
  const pending = columns.filter((column) => column !== null)
  while (pending.length > 0) {
    const column = pending.pop()
    if (!column || reached.has(column)) continue
    reached.add(column)
    pending.push(...column.tiedIf.flat())
  }
  let changed = true
  while (changed) {
    changed = false
    for (const column of reached)
      if (!column.tied && column.tiedIf.some((list) => list.every(({ tied }) => tied))) changed = column.tied = true
  }
}
