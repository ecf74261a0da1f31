import type { Alias, JoinExpr, Node, RangeFunction, RangeVar, SelectStmt, WithClause } from 'libpg-query'
import { functionName, noteCondition } from './conditions.ts'
import { expression, useParam, visitInside } from './expressions.ts'
import {
  columnFrom,
  findSource,
  isNotNull,
  newColumn,
  newScope,
  wordsOf,
  type Column,
  type Scope,
  type Source,
} from './scope.ts'
import { walkStatement } from './writes.ts'

type Ctes = Map<string, readonly Column[]>

/**
 * Walks over a SELECT and returns its columns. `parent` has the names of the query around it; `into` are the columns
 * that an INSERT writes the result into.
 */
export function select(
  stmt: SelectStmt,
  parent: Scope,
  ctes: Ctes = parent.ctes,
  into: readonly Column[] = [],
): Column[] {
  const scope = newScope(parent.walk, parent, ctes)
  useParam(stmt.limitCount, scope, { label: 'limit' })
  useParam(stmt.limitOffset, scope, { label: 'offset' })
  addCtes(stmt.withClause, scope)
  const columns = columnsOf(stmt, scope, into)
  parent.walk.results.set(stmt, columns)
  return columns
}

function columnsOf(stmt: SelectStmt, scope: Scope, into: readonly Column[]): Column[] {
  if (stmt.larg && stmt.rarg) {
    const left = select(stmt.larg, scope, scope.ctes, into)
    const right = select(stmt.rarg, scope, scope.ctes, into)
    visitInside({ sort: stmt.sortClause, limit: stmt.limitCount, offset: stmt.limitOffset }, scope)
    return left.map((column, index) => combine(stmt, column, right[index] ?? newColumn('')))
  }
  if (stmt.valuesLists) return valuesColumns(stmt.valuesLists, scope, into)
  for (const item of stmt.fromClause ?? []) fromItem(item, scope)
  expression(stmt.whereClause, scope)
  noteCondition(stmt.whereClause, scope, scope.sources, true)
  scope.grouped = (stmt.groupClause ?? []).length > 0
  const columns = targetColumns(stmt.targetList ?? [], scope, into)
  const { groupClause, havingClause, windowClause, sortClause, limitCount, limitOffset, distinctClause } = stmt
  visitInside({ groupClause, havingClause, windowClause, sortClause, limitCount, limitOffset, distinctClause }, scope)
  // the rows of a total have null for what they add up over
  if (groupClause?.some((item) => 'GroupingSet' in item)) for (const column of columns) column.notNull = false
  return columns
}

/** A column of a UNION, INTERSECT or EXCEPT. */
function combine({ op }: SelectStmt, left: Column, right: Column): Column {
  const ofBoth = (one: boolean, other: boolean) => (op === 'SETOP_UNION' ? one && other : one)
  const literals =
    op !== 'SETOP_UNION' ? left.literals : left.literals && right.literals && [...left.literals, ...right.literals]
  return newColumn(left.name, {
    notNull: ofBoth(left.notNull, right.notNull),
    elementsNotNull: ofBoth(left.elementsNotNull, right.elementsNotNull),
    json: left.json || right.json,
    literals: literals && [...new Set(literals)],
    tiedIf: [[left, right]],
  })
}

function valuesColumns(lists: readonly Node[], scope: Scope, into: readonly Column[]): Column[] {
  const rows = lists.map((list) =>
    ('List' in list ? (list.List.items ?? []) : []).map((item, index) => expression(item, scope, into[index] ?? null)),
  )
  return (rows[0] ?? []).map((_, index) => {
    const values = rows.map((row) => row[index])
    const columns = values.map((value) => value?.column ?? newColumn(''))
    return newColumn(`column${index + 1}`, {
      notNull: values.every((value) => value?.notNull === true),
      elementsNotNull: values.every((value) => value?.elementsNotNull === true),
      tiedIf: [columns],
    })
  })
}

/** The columns of a target list or a RETURNING clause. */
export function targetColumns(targets: readonly Node[], scope: Scope, into: readonly Column[] = []): Column[] {
  const columns: Column[] = []
  for (const target of targets) {
    if (!('ResTarget' in target)) continue
    const { name, val } = target.ResTarget
    const fields = val && 'ColumnRef' in val ? (val.ColumnRef.fields ?? []) : []
    if (fields.length > 0 && wordsOf(fields) === null) {
      columns.push(...starColumns(fields, scope))
      continue
    }
    const { column, ...value } = expression(val, scope, into[columns.length] ?? null)
    const ownName = name ?? wordsOf(fields)?.at(-1) ?? ''
    columns.push(newColumn(ownName, { ...value, ...(column ? { tiedIf: [[column]] } : {}) }))
  }
  return columns
}

/** The columns of `*` or `table.*`. */
function starColumns(fields: readonly Node[], scope: Scope): Column[] {
  const alias = wordsOf(fields.slice(0, -1))?.at(-1)
  const sources = alias === undefined ? scope.sources : [findSource(alias, scope)]
  return sources.flatMap((source) =>
    source ? source.columns.map((column) => ({ ...columnFrom(column), notNull: isNotNull(column, source) })) : [],
  )
}

/** Adds the queries of a WITH clause, which later ones and the statement may name. */
export function addCtes(clause: WithClause | undefined, scope: Scope): void {
  for (const node of clause?.ctes ?? []) {
    if (!('CommonTableExpr' in node)) continue
    const { ctename = '', ctequery, aliascolnames } = node.CommonTableExpr
    if (ctequery === undefined) continue
    const named = (columns: readonly Column[]) => rename(columns, aliascolnames)
    const query = 'SelectStmt' in ctequery ? ctequery.SelectStmt : null
    if (clause?.recursive && query?.larg && query.rarg) {
      const first = select(query.larg, scope)
      scope.ctes.set(ctename, named(first))
      // again until nothing becomes null any more: the second part may add nulls to what it reads itself
      for (let before = ''; before !== JSON.stringify(first.map(({ notNull }) => notNull));) {
        before = JSON.stringify(first.map(({ notNull }) => notNull))
        const second = select(query.rarg, scope)
        for (const [index, column] of first.entries()) column.notNull &&= second[index]?.notNull ?? false
        scope.ctes.set(ctename, named(first))
      }
    } else scope.ctes.set(ctename, named(walkStatement(ctequery, scope)))
  }
}

function rename(columns: readonly Column[], names: readonly Node[] = []): Column[] {
  const words = wordsOf(names) ?? []
  return columns.map((column, index) => columnFrom(column, words[index]))
}

/** Adds an item of FROM to the scope; returns the sources of which it consists. */
export function fromItem(node: Node, scope: Scope): Source[] {
  if ('JoinExpr' in node) return joined(node.JoinExpr, scope)
  if ('RangeVar' in node) return [addTable(node.RangeVar, scope)]
  if ('RangeFunction' in node) return [addFunction(node.RangeFunction, scope)]
  if (!('RangeSubselect' in node)) throw new Error(`${Object.keys(node).join()} in FROM is not supported`)
  const { subquery, alias, lateral } = node.RangeSubselect
  if (!subquery || !('SelectStmt' in subquery)) throw new Error('a sub-select in FROM has no SELECT')
  // only a lateral one sees what stands before it
  const outer = lateral ? scope : newScope(scope.walk, scope.parent, scope.ctes)
  return [addSource(select(subquery.SelectStmt, outer), alias, scope)]
}

function addSource(columns: readonly Column[], alias: Alias | undefined, scope: Scope): Source {
  const source = { alias: alias?.aliasname ?? '', columns: rename(columns, alias?.colnames), outerSides: [] }
  scope.sources.push(source)
  return source
}

/** Adds a table or the result of a WITH query. A tenant table is noted, because it must be tied to the client. */
export function addTable({ schemaname, relname = '', alias }: RangeVar, scope: Scope, writes = false): Source {
  const cte = schemaname === undefined ? scope.ctes.get(relname) : undefined
  const table = scope.walk.catalogue.tables.get(relname)
  // stored arrays have no null in them: a parameter that is written into one has none
  const columns = cte ?? table?.columns.map((column) => newColumn(column.name, { ...column, elementsNotNull: true }))
  if (columns === undefined) throw new Error(`the table ${relname} is not known`)
  const source = addSource(columns, { aliasname: relname, ...alias }, scope)
  if (cte === undefined && table?.ofTenant === true) {
    const clientId = source.columns.find(({ name }) => name === 'client_id') ?? null
    scope.walk.mentions.push({ table, alias: source.alias, clientId, writes })
  }
  return source
}

function addFunction({ functions = [], alias, coldeflist = [], ordinality }: RangeFunction, scope: Scope): Source {
  const calls = functions.flatMap((item) => ('List' in item ? (item.List.items ?? []).slice(0, 1) : []))
  const columns = calls.flatMap((call) => functionColumns(call, alias, scope))
  const defined = coldeflist.flatMap((item) => ('ColumnDef' in item ? [newColumn(item.ColumnDef.colname ?? '')] : []))
  const ordinal = ordinality ? [newColumn('ordinality', { notNull: true })] : []
  return addSource([...(defined.length > 0 ? defined : columns), ...ordinal], alias, scope)
}

function functionColumns(call: Node, alias: Alias | undefined, scope: Scope): Column[] {
  if (!('FuncCall' in call)) {
    expression(call, scope)
    return [newColumn(alias?.aliasname ?? '')]
  }
  const name = functionName(call.FuncCall.funcname)
  const args = (call.FuncCall.args ?? []).map((arg) => expression(arg, scope))
  const argsNotNull = args.every(({ notNull }) => notNull)
  // the shorter of several arrays is filled up with nulls
  if (name === 'unnest')
    return args.map(({ elementsNotNull }, index) =>
      newColumn(alias?.colnames ? '' : index === 0 ? (alias?.aliasname ?? name) : '', {
        notNull: args.length === 1 && elementsNotNull,
      }),
    )
  const own = scope.walk.catalogue.functionColumns.get(name) ?? [alias?.aliasname ?? name]
  const notNull = (name === 'generate_series' && argsNotNull) || /^jsonb?_(array_elements|each)$/.test(name)
  return own.map((column) => newColumn(column, { notNull, json: /^jsonb?_/.test(name) && column === 'value' }))
}

function joined({ jointype, larg, rarg, quals, usingClause, isNatural, alias }: JoinExpr, scope: Scope): Source[] {
  if (isNatural || alias) throw new Error('NATURAL JOIN and the alias of a join are not supported')
  const left = larg ? fromItem(larg, scope) : []
  const right = rarg ? fromItem(rarg, scope) : []
  const optional = { JOIN_LEFT: [right], JOIN_RIGHT: [left], JOIN_FULL: [left, right] }[jointype as string] ?? []
  const isInner = optional.length === 0
  // an outer join's condition restricts only the side that it may not find
  const tied = isInner ? [...left, ...right] : optional.length === 1 ? (optional[0] ?? []) : []
  expression(quals, scope)
  if (usingClause) tieUsing(wordsOf(usingClause) ?? [], left, right, tied)
  noteCondition(quals, scope, tied, isInner)
  for (const side of optional) {
    const outerSide = { found: false }
    for (const source of side) source.outerSides.push(outerSide)
  }
  return [...left, ...right]
}

function tieUsing(names: readonly string[], left: Source[], right: Source[], tied: readonly Source[]): void {
  const find = (sources: Source[], name: string) =>
    sources.flatMap((source) => {
      const column = source.columns.find((candidate) => candidate.name === name)
      return column ? [{ source, column }] : []
    })[0]
  for (const name of names) {
    const one = find(left, name)
    const other = find(right, name)
    if (!one || !other) continue
    if (tied.includes(one.source)) one.column.tiedIf.push([other.column])
    if (tied.includes(other.source)) other.column.tiedIf.push([one.column])
  }
}
