import type { NodeKind } from '#domain/curriculum/scheme.ts'
import { skillCounts, type AuthorNode, type Tree } from '#domain/curriculum/tree.ts'
import type { TreePosition } from './tree-position.ts'

/** A visible row of the tree. It stays the same object until something that it shows changes. */
export interface Row {
  id: string
  /** Null in the row of a new node that has no name yet. */
  node: AuthorNode | null
  kind: NodeKind
  /** How many skills are below the node. */
  skills: number
  hasChildren: boolean
  /** Empty unless the row is expanded. */
  children: readonly Row[]
}

/** A new node whose name is being typed at its position in the tree. */
export interface Draft {
  kind: NodeKind
  position: TreePosition
}

/** The row id of the draft; no node has this id, because node ids begin with a slash. */
export const DRAFT_ID = 'draft'

const NO_ROWS: readonly Row[] = []

function isSameRow(a: Row, b: Row): boolean {
  return (
    a.node === b.node &&
    a.kind === b.kind &&
    a.skills === b.skills &&
    a.hasChildren === b.hasChildren &&
    a.children.length === b.children.length &&
    a.children.every((child, index) => child === b.children[index])
  )
}

/** Returns a function that makes the rows of the expanded nodes. It reuses unchanged rows, so that only changed ones are drawn. */
export function rowCache() {
  let previousRows: ReadonlyMap<string, Row> = new Map()
  return (tree: Tree, expanded: ReadonlySet<string>, draft: Draft | null) => {
    const rows = rowsOf(tree, expanded, draft, previousRows)
    previousRows = rows.all
    return rows
  }
}

function rowsOf(
  tree: Tree,
  expanded: ReadonlySet<string>,
  draft: Draft | null,
  previousRows: ReadonlyMap<string, Row>,
): { roots: readonly Row[]; all: ReadonlyMap<string, Row> } {
  const counts = skillCounts(tree)
  const all = new Map<string, Row>()
  const reuse = (row: Row): Row => {
    const previous = previousRows.get(row.id)
    const reused = previous && isSameRow(previous, row) ? previous : row
    all.set(row.id, reused)
    return reused
  }
  const rowsBelow = (parentId: string | null): readonly Row[] => {
    const rows = (tree.children.get(parentId) ?? []).flatMap((id): Row[] => {
      const node = tree.nodes.get(id)
      if (!node) return []
      const hasChildren = (tree.children.get(id)?.length ?? 0) > 0 || draft?.position.parentId === id
      const children = hasChildren && expanded.has(id) ? rowsBelow(id) : NO_ROWS
      return [reuse({ id, node, kind: node.t, skills: counts.get(id) ?? 0, hasChildren, children })]
    })
    if (draft?.position.parentId !== parentId) return rows
    // without that sibling, the draft is the last row
    const index = rows.findIndex((row) => row.id === draft.position.before)
    const row = reuse({ id: DRAFT_ID, node: null, kind: draft.kind, skills: 0, hasChildren: false, children: NO_ROWS })
    return index < 0 ? [...rows, row] : rows.toSpliced(index, 0, row)
  }
  return { roots: rowsBelow(null), all }
}
