import type { A_Expr, Node } from 'libpg-query'
import { isStrict } from './functions.ts'
import { findColumn, proveNotNull, type Column, type Found, type Scope, type Source } from './scope.ts'

/**
 * Notes what a condition says of the rows for which it is true: which columns are not null, and which are equal. `tied`
 * are the sources that the condition restricts, such as the right side of a LEFT JOIN.
 */
export function noteCondition(node: Node | undefined, scope: Scope, tied: readonly Source[], proves: boolean): void {
  if (node === undefined) return
  if ('BoolExpr' in node && node.BoolExpr.boolop === 'AND_EXPR') {
    for (const arg of node.BoolExpr.args ?? []) noteCondition(arg, scope, tied, proves)
    return
  }
  if (proves) for (const found of provedBy(node, scope)) if (found.scope === scope) proveNotNull(found)
  for (const [one, other] of equalities(node, scope)) {
    tie(one, other, tied)
    tie(other, one, tied)
  }
}

/** One side of an equality: a column, and its source when it has one in FROM. */
interface Side {
  column: Column
  source: Source | null
}

function tie(target: Side, to: Side, tied: readonly Source[]): void {
  if (target.source && tied.includes(target.source)) target.column.tiedIf.push([to.column])
}

function equalities(node: Node, scope: Scope): (readonly [Side, Side])[] {
  const pairs = pairsOf(node, scope)
  return pairs.flatMap(([left, right]) => (left && right ? [[left, right] as const] : []))
}

function pairsOf(node: Node, scope: Scope): (readonly [Side | null, Side | null])[] {
  if ('A_Expr' in node && node.A_Expr.kind === 'AEXPR_OP' && operatorOf(node.A_Expr) === '=') {
    const left = listOf(node.A_Expr.lexpr)
    const right = listOf(node.A_Expr.rexpr)
    return left.length === right.length
      ? left.map((item, index) => [sideOf(item, scope), sideOf(right[index], scope)])
      : []
  }
  // `(client_id, id) IN (SELECT …)`
  if ('SubLink' in node && node.SubLink.subLinkType === 'ANY_SUBLINK' && node.SubLink.operName === undefined) {
    const { subselect } = node.SubLink
    const columns = subselect && 'SelectStmt' in subselect ? scope.walk.results.get(subselect.SelectStmt) : undefined
    return listOf(node.SubLink.testexpr).map((item, index) => {
      const column = columns?.[index]
      return [sideOf(item, scope), column ? { column, source: null } : null]
    })
  }
  return []
}

/** The elements of a row, or the expression itself. */
function listOf(node: Node | undefined): (Node | undefined)[] {
  return node && 'RowExpr' in node ? (node.RowExpr.args ?? []) : [node]
}

function sideOf(node: Node | undefined, scope: Scope): Side | null {
  if (node === undefined) return null
  if ('TypeCast' in node && node.TypeCast.arg && 'ParamRef' in node.TypeCast.arg)
    return sideOf(node.TypeCast.arg, scope)
  if ('ParamRef' in node) return node.ParamRef.number === 1 ? { column: scope.walk.tenant, source: null } : null
  return 'ColumnRef' in node ? findColumn(node.ColumnRef.fields ?? [], scope) : null
}

function operatorOf({ name }: A_Expr): string {
  const last = name?.at(-1)
  return last && 'String' in last ? (last.String.sval ?? '') : ''
}

/** The columns that are not null when the condition is true or, with `negated`, false. */
function provedBy(node: Node, scope: Scope, negated = false): Found[] {
  const decided = (...nodes: (Node | undefined)[]) => nodes.flatMap((each) => columnsThatDecide(each, scope))
  if ('NullTest' in node)
    return node.NullTest.nulltesttype === 'IS_NOT_NULL' && !negated ? decided(node.NullTest.arg) : []
  if ('BoolExpr' in node && node.BoolExpr.boolop === 'NOT_EXPR')
    return (node.BoolExpr.args ?? []).flatMap((arg) => provedBy(arg, scope, !negated))
  if ('BoolExpr' in node || 'BooleanTest' in node) return []
  // `(a, b) IN (SELECT …)`
  if ('SubLink' in node)
    return node.SubLink.subLinkType === 'ANY_SUBLINK' && !negated ? decided(...listOf(node.SubLink.testexpr)) : []
  if (!('A_Expr' in node)) return decided(node)
  const { kind, lexpr, rexpr } = node.A_Expr
  // `(a, b) <> (c, d)` may be true with a null in it
  const equal = operatorOf(node.A_Expr) === '=' && !negated
  if (kind === 'AEXPR_OP') return equal ? decided(...listOf(lexpr), ...listOf(rexpr)) : decided(lexpr, rexpr)
  if (kind === 'AEXPR_IN') return equal ? decided(...listOf(lexpr)) : decided(lexpr)
  // `NULL = ANY ('{}')` is false
  if (kind === 'AEXPR_OP_ANY') return negated ? [] : decided(lexpr)
  const compares = kind === 'AEXPR_LIKE' || kind === 'AEXPR_ILIKE' || kind === 'AEXPR_BETWEEN'
  return compares ? decided(lexpr) : []
}

/** The columns any of which makes the whole expression null when it is null. */
function columnsThatDecide(node: Node | undefined, scope: Scope): Found[] {
  if (node === undefined) return []
  const ofAll = (nodes: readonly (Node | undefined)[] = []) => nodes.flatMap((each) => columnsThatDecide(each, scope))
  if ('ColumnRef' in node) {
    const found = findColumn(node.ColumnRef.fields ?? [], scope)
    return found ? [found] : []
  }
  if ('TypeCast' in node) return ofAll([node.TypeCast.arg])
  if ('CollateClause' in node) return ofAll([node.CollateClause.arg])
  // `||` of an array and null is the array
  if ('A_Expr' in node && node.A_Expr.kind === 'AEXPR_OP' && operatorOf(node.A_Expr) !== '||')
    return ofAll([node.A_Expr.lexpr, node.A_Expr.rexpr])
  return 'FuncCall' in node && isStrict(functionName(node.FuncCall.funcname)) ? ofAll(node.FuncCall.args) : []
}

export function functionName(name: readonly Node[] | undefined): string {
  const last = name?.at(-1)
  return last && 'String' in last ? (last.String.sval ?? '') : ''
}
