import { parse, type DeleteStmt, type InsertStmt, type Node, type UpdateStmt } from 'libpg-query'
import { nodesIn } from './distribution.ts'

interface Write {
  kind: 'insert' | 'update' | 'delete'
  table: string
  columns: readonly string[]
}

/** By these columns lists of a club show and find its members, besides guardians. */
const INDEXED = ['firstname', 'lastname', 'dob', 'ngo_id']
const NAMES = ['firstname', 'lastname']

/**
 * What a statement that changes members leaves undone, as a sentence; null when nothing: whoever changes what members are
 * found by says so, and whoever changes a name keeps the earlier one.
 */
export async function leftUndone({ text, needs }: { text: string; needs: string | null }): Promise<string | null> {
  const writes = await writesOf(text)
  const changes = (columns: readonly string[]) =>
    writes.some(
      (write) =>
        write.table === 'members' &&
        write.kind === 'update' &&
        write.columns.some((column) => columns.includes(column)),
    )
  const isIndexed =
    changes(INDEXED) ||
    writes.some(({ kind, table }) => table === 'guardians' || (table === 'club_members' && kind === 'insert'))
  if (isIndexed !== (needs === 'index-members'))
    return isIndexed
      ? "it changes what members are found by: { needs: 'index-members' }"
      : "it changes nothing that members are found by: no needs: 'index-members'"
  if (changes(NAMES) && !writes.some(({ kind, table }) => kind === 'insert' && table === 'member_names'))
    return 'it changes names of members: keepingNames'
  return null
}

/** The tables that a statement writes, at any depth, with the columns that it sets. */
async function writesOf(text: string): Promise<Write[]> {
  const { stmts = [] } = await parse(text)
  return [...nodesIn(stmts)].flatMap(([kind, node]): Write[] => {
    if (kind === 'InsertStmt') return [writeOf('insert', node as InsertStmt, (node as InsertStmt).cols)]
    if (kind === 'UpdateStmt') return [writeOf('update', node as UpdateStmt, (node as UpdateStmt).targetList)]
    return kind === 'DeleteStmt' ? [writeOf('delete', node as DeleteStmt, [])] : []
  })
}

function writeOf(
  kind: Write['kind'],
  { relation }: Pick<InsertStmt, 'relation'>,
  targets: readonly Node[] = [],
): Write {
  const columns = targets.map((target) => ('ResTarget' in target ? (target.ResTarget.name ?? '') : ''))
  return { kind, table: relation?.relname ?? '', columns }
}
