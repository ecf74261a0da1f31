import type { DeleteStmt, InsertStmt, Node, UpdateStmt } from 'libpg-query'
import { noteCondition } from './conditions.ts'
import { expression, type Value } from './expressions.ts'
import { newColumn, newScope, type Column, type Scope } from './scope.ts'
import { addCtes, addTable, fromItem, select, targetColumns } from './select.ts'

/** Walks over a statement and returns the columns of its result. */
export function walkStatement(node: Node, parent: Scope): Column[] {
  if ('SelectStmt' in node) return select(node.SelectStmt, parent)
  if ('InsertStmt' in node) return insert(node.InsertStmt, newScope(parent.walk, parent))
  if ('UpdateStmt' in node) return update(node.UpdateStmt, newScope(parent.walk, parent))
  if ('DeleteStmt' in node) return remove(node.DeleteStmt, newScope(parent.walk, parent))
  throw new Error(`${Object.keys(node).join()} is not supported`)
}

function insert(stmt: InsertStmt, scope: Scope): Column[] {
  const { relation = {}, cols, selectStmt, onConflictClause, returningClause, withClause } = stmt
  addCtes(withClause, scope)
  const table = scope.walk.catalogue.tables.get(relation.relname ?? '')
  const names =
    cols?.map((column) => ('ResTarget' in column ? column.ResTarget.name : undefined)) ??
    table?.columns.map(({ name }) => name) ??
    []
  const into = names.map((name) => newColumn(name ?? '', { notNull: isRequired(name, table) }))
  const source = selectStmt && 'SelectStmt' in selectStmt ? selectStmt.SelectStmt : null
  const values = source ? select(source, newScope(scope.walk, scope.parent, scope.ctes), scope.ctes, into) : []
  const target = addTable(relation, scope, true)
  // the row belongs to the client when the value of its `client_id` does
  const written = values[names.indexOf('client_id')]
  const clientId = target.columns.find(({ name }) => name === 'client_id')
  if (written && clientId) clientId.tiedIf.push([written])
  if (onConflictClause) {
    const withExcluded = newScope(scope.walk, scope.parent, scope.ctes)
    withExcluded.sources.push(target, { ...target, alias: 'excluded' })
    assign(onConflictClause.targetList ?? [], target.columns, withExcluded)
    expression(onConflictClause.whereClause, withExcluded)
  }
  return targetColumns(returningClause?.exprs ?? [], scope)
}

function isRequired(
  name: string | undefined,
  table: { columns: readonly Pick<Column, 'name' | 'notNull'>[] } | undefined,
) {
  return table?.columns.find((column) => column.name === name)?.notNull ?? false
}

function update(stmt: UpdateStmt, scope: Scope): Column[] {
  addCtes(stmt.withClause, scope)
  const target = addTable(stmt.relation ?? {}, scope, true)
  const required = target.columns.map((column) => ({ ...column }))
  for (const item of stmt.fromClause ?? []) fromItem(item, scope)
  expression(stmt.whereClause, scope)
  noteCondition(stmt.whereClause, scope, scope.sources, true)
  const assigned = assign(stmt.targetList ?? [], required, scope)
  // RETURNING has the new values, of which the condition says nothing
  for (const column of target.columns) {
    const value = assigned.get(column.name)
    if (value) column.notNull = value.notNull || isRequired(column.name, { columns: required })
  }
  return targetColumns(stmt.returningClause?.exprs ?? [], scope)
}

/** Walks over `SET column = value, …`; returns the values by column. */
function assign(targets: readonly Node[], columns: readonly Column[], scope: Scope): Map<string, Value> {
  const values = new Map<string, Value>()
  for (const target of targets) {
    if (!('ResTarget' in target)) continue
    const { name = '', val } = target.ResTarget
    const column = columns.find((candidate) => candidate.name === name) ?? null
    values.set(name, expression(val, scope, column))
  }
  return values
}

function remove(stmt: DeleteStmt, scope: Scope): Column[] {
  addCtes(stmt.withClause, scope)
  addTable(stmt.relation ?? {}, scope, true)
  for (const item of stmt.usingClause ?? []) fromItem(item, scope)
  expression(stmt.whereClause, scope)
  noteCondition(stmt.whereClause, scope, scope.sources, true)
  return targetColumns(stmt.returningClause?.exprs ?? [], scope)
}
