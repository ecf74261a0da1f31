import type { A_Expr, CaseExpr, FuncCall, Node, SelectStmt, SubLink } from 'libpg-query'
import { functionName } from './conditions.ts'
import { isAggregate, nullnessOf } from './functions.ts'
import { findColumn, findSource, isNotNull, wordsOf, type Column, type ParamUse, type Scope } from './scope.ts'
import { select } from './select.ts'

/** What is known of the value of an expression. */
export interface Value {
  notNull: boolean
  elementsNotNull: boolean
  json: boolean
  /** The only texts that it can be; null when it can be any. */
  literals: readonly string[] | null
  /** The column whose value it is. */
  column: Column | null
}

const UNSURE: Value = { notNull: false, elementsNotNull: false, json: false, literals: null, column: null }
const NOT_NULL: Value = { ...UNSURE, notNull: true }
const nullUnless = (notNull: boolean): Value => ({ ...UNSURE, notNull })

/**
 * Walks over an expression and finds out whether it can be null; what is not known can. `into` is the column that it is
 * written into.
 */
export function expression(node: Node | undefined, scope: Scope, into: Column | null = null): Value {
  if (node === undefined) return UNSURE
  if ('ColumnRef' in node) return columnValue(node.ColumnRef.fields ?? [], scope)
  if ('ParamRef' in node) return paramValue(node.ParamRef.number ?? 0, scope, into)
  if ('A_Const' in node) {
    const text = node.A_Const.sval
    return {
      ...NOT_NULL,
      notNull: !node.A_Const.isnull,
      // the empty array
      elementsNotNull: text?.sval === '{}',
      // null is none of the texts
      literals: node.A_Const.isnull ? [] : text ? [text.sval ?? ''] : null,
    }
  }
  if ('TypeCast' in node) {
    const value = expression(node.TypeCast.arg, scope, into)
    const type = functionName(node.TypeCast.typeName?.names)
    const isArray = (node.TypeCast.typeName?.arrayBounds ?? []).length > 0
    // from PostgreSQL 18 on, JSON's null becomes null as a number or boolean
    const notNull = value.notNull && (!value.json || ['text', 'json', 'jsonb'].includes(type))
    const literals = type === 'text' && !isArray ? value.literals : null
    const column = value.column === scope.walk.tenant ? value.column : null
    return { ...UNSURE, notNull, elementsNotNull: isArray && value.elementsNotNull, literals, column }
  }
  if ('FuncCall' in node) return functionValue(node.FuncCall, scope)
  if ('A_Expr' in node) return operatorValue(node.A_Expr, scope)
  if ('BoolExpr' in node) return nullUnless(all(node.BoolExpr.args, scope))
  if ('NullTest' in node) {
    useParam(node.NullTest.arg, scope, { takesNull: true })
    expression(node.NullTest.arg, scope)
    return NOT_NULL
  }
  if ('CoalesceExpr' in node) return coalesceValue(node.CoalesceExpr.args ?? [], scope, into)
  if ('CaseExpr' in node) return caseValue(node.CaseExpr, scope, into)
  if ('SubLink' in node) return subLinkValue(node.SubLink, scope, into)
  if ('MinMaxExpr' in node) {
    const values = (node.MinMaxExpr.args ?? []).map((arg) => expression(arg, scope))
    return nullUnless(values.some(({ notNull }) => notNull))
  }
  if ('A_ArrayExpr' in node) return { ...NOT_NULL, elementsNotNull: all(node.A_ArrayExpr.elements, scope) }
  if ('CollateClause' in node) return { ...expression(node.CollateClause.arg, scope, into), column: null }
  if ('RowExpr' in node) return nullUnless(all(node.RowExpr.args, scope))
  visitInside(node, scope)
  return nullUnless('BooleanTest' in node || 'SQLValueFunction' in node || 'GroupingFunc' in node)
}

/** Walks over all expressions inside a part of the tree that has no rule of its own. */
export function visitInside(part: unknown, scope: Scope): void {
  if (typeof part !== 'object' || part === null) return
  for (const [key, value] of Object.entries(part)) {
    if (Array.isArray(value)) for (const item of value) visit(item, scope)
    else if (/^[A-Z]/.test(key)) visitInside(value, scope)
    else visit(value, scope)
  }
}

function visit(part: unknown, scope: Scope): void {
  if (typeof part !== 'object' || part === null) return
  const [kind = ''] = Object.keys(part)
  // a node is an object whose one key is the name of its kind
  if (/^[A-Z]/.test(kind)) expression(part as Node, scope)
  else visitInside(part, scope)
}

/** Walks over all and returns whether none can be null. */
function all(nodes: readonly Node[] | undefined, scope: Scope): boolean {
  return (nodes ?? []).map((node) => expression(node, scope)).every(({ notNull }) => notNull)
}

function columnValue(fields: readonly Node[], scope: Scope): Value {
  const found = findColumn(fields, scope)
  if (found) {
    const { column, source } = found
    const { elementsNotNull, json, literals } = column
    return { notNull: isNotNull(column, source), elementsNotNull, json, literals, column }
  }
  // a whole row, such as `to_jsonb(members)`
  const source = findSource(wordsOf(fields)?.at(-1), scope)
  return nullUnless(source !== null && source.outerSides.every((side) => side.found))
}

function paramValue(number: number, scope: Scope, into: Column | null): Value {
  const { walk } = scope
  if (into === null) useNumber(number, scope, {})
  else
    useNumber(number, scope, {
      ...(into.notNull ? { refusesNull: true } : { takesNull: true }),
      elementsNotNull: true,
      label: into.name,
    })
  return { ...nullUnless(walk.nonNullParams.has(number)), column: number === 1 ? walk.tenant : null }
}

/** Notes a use of a parameter, if the expression is one, perhaps with a cast. */
export function useParam(node: Node | undefined, scope: Scope, use: Partial<ParamUse>): void {
  if (node && 'TypeCast' in node) useParam(node.TypeCast.arg, scope, use)
  else if (node && 'ParamRef' in node) useNumber(node.ParamRef.number ?? 0, scope, use)
}

function useNumber(number: number, { walk }: Scope, use: Partial<ParamUse>): void {
  const known = walk.params.get(number)
  walk.params.set(number, {
    takesNull: known?.takesNull === true || use.takesNull === true,
    refusesNull: known?.refusesNull === true || use.refusesNull === true,
    elementsNotNull: known?.elementsNotNull === true || use.elementsNotNull === true,
    label: known?.label ?? use.label ?? null,
  })
}

function functionValue(call: FuncCall, scope: Scope): Value {
  const name = functionName(call.funcname)
  const nullness = nullnessOf(name)
  const takesNull = /^jsonb?_build_/.test(name)
  for (const arg of call.args ?? []) if (takesNull) useParam(arg, scope, { takesNull })
  const values = (call.args ?? []).map((arg) => expression(arg, scope))
  const argsNotNull = values.every(({ notNull }) => notNull)
  visitInside({ filter: call.agg_filter, order: call.agg_order, over: call.over }, scope)
  if (nullness === 'never') return NOT_NULL
  if (nullness === 'as-arguments') return nullUnless(argsNotNull)
  // of other fields, such as the hour, there is none of an infinite time
  if (name === 'extract' || name === 'date_part')
    return nullUnless(argsNotNull && ['epoch', 'year'].includes(values[0]?.literals?.[0] ?? ''))
  if (nullness === 'unknown') return UNSURE
  // the default frame of a window has the current row in it
  const { over } = call
  const inDefaultFrame = over !== undefined && !over.name && !over.refname && !over.startOffset && !over.endOffset
  const hasRow = (over ? inDefaultFrame : scope.grouped) && call.agg_filter === undefined
  const notNull = hasRow && (nullness === 'keeping-aggregate' || argsNotNull)
  return { ...nullUnless(notNull), elementsNotNull: name === 'array_agg' && argsNotNull }
}

/** The operators that return null for some values that are not null. */
const MAYBE_NULL = ['->', '->>', '#>', '#>>']

function operatorValue(expr: A_Expr, scope: Scope): Value {
  const { kind, lexpr, rexpr } = expr
  const isDistinct = kind === 'AEXPR_DISTINCT' || kind === 'AEXPR_NOT_DISTINCT'
  for (const [one, other] of [
    [lexpr, rexpr],
    [rexpr, lexpr],
  ] as const) {
    const column = other && 'ColumnRef' in other ? findColumn(other.ColumnRef.fields ?? [], scope)?.column : undefined
    const plural = kind === 'AEXPR_OP_ANY' || kind === 'AEXPR_OP_ALL' ? 's' : ''
    useParam(one, scope, { takesNull: isDistinct, label: column ? column.name + plural : null })
  }
  const left = expression(lexpr, scope)
  // the list of IN and BETWEEN
  const right = rexpr && 'List' in rexpr ? nullUnless(all(rexpr.List.items, scope)) : expression(rexpr, scope)
  if (isDistinct) return NOT_NULL
  // a minus sign has no left side
  const bothNotNull = (lexpr === undefined || left.notNull) && right.notNull
  if (kind === 'AEXPR_NULLIF') return UNSURE
  if (kind === 'AEXPR_OP_ANY' || kind === 'AEXPR_OP_ALL') return nullUnless(bothNotNull && right.elementsNotNull)
  return nullUnless(bothNotNull && !MAYBE_NULL.includes(functionName(expr.name)))
}

function coalesceValue(args: readonly Node[], scope: Scope, into: Column | null): Value {
  for (const arg of args.slice(0, -1)) useParam(arg, scope, { takesNull: true })
  const values = args.map((arg, index) => expression(arg, scope, index === args.length - 1 ? into : null))
  return {
    notNull: values.some(({ notNull }) => notNull),
    elementsNotNull: values.every(({ elementsNotNull }) => elementsNotNull),
    json: values.some(({ json }) => json),
    literals: unionOf(values),
    column: null,
  }
}

function caseValue({ arg, args = [], defresult }: CaseExpr, scope: Scope, into: Column | null): Value {
  expression(arg, scope)
  const results = args.map((when) => {
    if (!('CaseWhen' in when)) return UNSURE
    expression(when.CaseWhen.expr, scope)
    return expression(when.CaseWhen.result, scope, into)
  })
  if (defresult) results.push(expression(defresult, scope, into))
  const notNull = defresult !== undefined && results.every((result) => result.notNull)
  return { ...nullUnless(notNull), json: results.some(({ json }) => json), literals: unionOf(results) }
}

function unionOf(values: readonly Value[]): readonly string[] | null {
  const lists = values.map(({ literals }) => literals)
  return lists.every((list) => list !== null) ? [...new Set(lists.flat())] : null
}

function subLinkValue(link: SubLink, scope: Scope, into: Column | null): Value {
  const tested = link.testexpr ? expression(link.testexpr, scope) : UNSURE
  const query = link.subselect && 'SelectStmt' in link.subselect ? link.subselect.SelectStmt : {}
  const [column] = select(query, scope, scope.ctes, into ? [into] : [])
  if (link.subLinkType === 'EXISTS_SUBLINK') return NOT_NULL
  if (link.subLinkType === 'ARRAY_SUBLINK') return { ...NOT_NULL, elementsNotNull: column?.notNull ?? false }
  if (link.subLinkType !== 'EXPR_SUBLINK' || column === undefined)
    return nullUnless(tested.notNull && (column?.notNull ?? false))
  const { elementsNotNull, json, literals } = column
  return { notNull: column.notNull && alwaysOneRow(query), elementsNotNull, json, literals, column: null }
}

/** Whether a query returns one row whatever is stored: it aggregates without groups, or reads nothing. */
function alwaysOneRow(query: SelectStmt): boolean {
  const { limitCount, limitOffset, havingClause, groupClause, targetList, fromClause, whereClause } = query
  if (query.larg || limitCount || limitOffset || havingClause || groupClause) return false
  if (hasAggregate(targetList)) return true
  return !fromClause && !whereClause && !query.valuesLists && !hasUnknownFunction(targetList)
}

const hasAggregate = (part: unknown) => hasFunction(part, (call, name) => !call.over && isAggregate(name))
/** An unknown function may return several rows, or none. */
const hasUnknownFunction = (part: unknown) => hasFunction(part, (_call, name) => nullnessOf(name) === 'unknown')

function hasFunction(part: unknown, test: (call: FuncCall, name: string) => boolean): boolean {
  if (typeof part !== 'object' || part === null || 'SubLink' in part) return false
  if ('FuncCall' in part) {
    // the key is the name of the node's kind
    const call = part.FuncCall as FuncCall
    if (test(call, functionName(call.funcname))) return true
  }
  return Object.values(part).some((value) => hasFunction(value, test))
}
