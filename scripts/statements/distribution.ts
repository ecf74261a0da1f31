import { parse, type InsertStmt } from 'libpg-query'
import type { Catalogue } from './catalogue.ts'

/** What a distributed engine refuses in a statement that writes a table of a tenant (docs/decisions/0140). */
export type RefusedForm =
  | 'INSERT … SELECT without RETURNING'
  | 'INSERT … SELECT with a parameter after ON CONFLICT'
  | 'a sub-select after ON CONFLICT'
  | 'the time of the database in an UPDATE or after ON CONFLICT'
  | 'set_config'

const TIME = 'the time of the database in an UPDATE or after ON CONFLICT'

/** The forms of a statement that a distributed engine refuses, each once. */
export async function refusedForms(text: string, catalogue: Catalogue): Promise<RefusedForm[]> {
  const { stmts = [] } = await parse(text)
  const forms = [...nodesIn(stmts)].flatMap(([kind, node]): RefusedForm[] => {
    if (kind === 'InsertStmt') return formsOfInsert(node as InsertStmt, catalogue)
    if (kind === 'UpdateStmt' && [...nodesIn(node)].some(isTime)) return [TIME]
    return isCall(kind, node, ['set_config']) ? ['set_config'] : []
  })
  return [...new Set(forms)].sort()
}

function formsOfInsert(
  { relation, selectStmt, onConflictClause, returningClause }: InsertStmt,
  { tables }: Catalogue,
): RefusedForm[] {
  if (tables.get(relation?.relname ?? '')?.ofTenant !== true) return []
  const forms: RefusedForm[] = []
  const conflict = [...nodesIn(onConflictClause)]
  const isSelect = selectStmt && 'SelectStmt' in selectStmt && selectStmt.SelectStmt.valuesLists === undefined
  if (isSelect && returningClause === undefined) forms.push('INSERT … SELECT without RETURNING')
  if (isSelect && conflict.some(([kind]) => kind === 'ParamRef'))
    forms.push('INSERT … SELECT with a parameter after ON CONFLICT')
  if (conflict.some(([kind]) => kind === 'SubLink')) forms.push('a sub-select after ON CONFLICT')
  if (conflict.some(isTime)) forms.push(TIME)
  return forms
}

/** Whether a node is the time of the database, or a length of time to be added to one. */
function isTime([kind, node]: [string, unknown]): boolean {
  if (kind === 'SQLValueFunction') return true
  const type = (node as { typeName?: { names?: object[] } }).typeName?.names?.at(-1)
  if (kind === 'TypeCast' && JSON.stringify(type).includes('"interval"')) return true
  return isCall(kind, node, ['now', 'make_interval', 'clock_timestamp', 'statement_timestamp'])
}

function isCall(kind: string, node: unknown, names: readonly string[]): boolean {
  if (kind !== 'FuncCall') return false
  const name = (node as { funcname?: { String?: { sval?: string } }[] }).funcname?.at(-1)?.String?.sval
  return name !== undefined && names.includes(name)
}

/** All nodes of a parse tree with their kinds, at any depth. */
export function* nodesIn(tree: unknown): Generator<[kind: string, node: unknown]> {
  if (typeof tree !== 'object' || tree === null) return
  for (const [key, value] of Object.entries(tree)) {
    if (/^[A-Z]/.test(key)) yield [key, value]
    yield* nodesIn(value)
  }
}
