import type { NodeKind } from '#domain/curriculum/scheme.ts'
import { skillCounts, type AuthorNode, type Tree } from '#domain/curriculum/tree.ts'
import type { TreePosition } from './tree-position.ts'

/** A node of the tree as it is drawn. The same object as long as nothing about it changed. */
export interface Row {
  id: string
  /** Null is the row of a node that is being named. */
  node: AuthorNode | null
  kind: NodeKind
  skills: number
  hasChildren: boolean
  /** Of an open row only. */
  children: readonly Row[]
}

/** A node that has a position and no name yet. */
export interface Draft {
  kind: NodeKind
  position: TreePosition
}

/** No node id: those begin with a slash. */
export const DRAFT_ID = 'draft'

const NONE: readonly Row[] = []

function same(a: Row, b: Row): boolean {
  return (
    a.node === b.node &&
    a.kind === b.kind &&
    a.skills === b.skills &&
    a.hasChildren === b.hasChildren &&
    a.children.length === b.children.length &&
    a.children.every((child, at) => child === b.children[at])
  )
}

/** Makes the rows of what is open; unchanged rows are given again, so that only changed ones are drawn. */
export function rowCache() {
  let before: ReadonlyMap<string, Row> = new Map()
  return (tree: Tree, open: ReadonlySet<string>, draft: Draft | null) => {
    const made = rowsOf(tree, open, draft, before)
    before = made.all
    return made
  }
}

function rowsOf(
  tree: Tree,
  open: ReadonlySet<string>,
  draft: Draft | null,
  before: ReadonlyMap<string, Row>,
): { roots: readonly Row[]; all: ReadonlyMap<string, Row> } {
  const counts = skillCounts(tree)
  const all = new Map<string, Row>()
  const keep = (row: Row): Row => {
    const known = before.get(row.id)
    const kept = known && same(known, row) ? known : row
    all.set(row.id, kept)
    return kept
  }
  const below = (parentId: string | null): readonly Row[] => {
    const rows = (tree.children.get(parentId) ?? []).flatMap((id): Row[] => {
      const node = tree.nodes.get(id)
      if (!node) return []
      const hasChildren = (tree.children.get(id)?.length ?? 0) > 0 || draft?.position.parentId === id
      const children = hasChildren && open.has(id) ? below(id) : NONE
      return [keep({ id, node, kind: node.t, skills: counts.get(id) ?? 0, hasChildren, children })]
    })
    if (draft?.position.parentId !== parentId) return rows
    const at = rows.findIndex((row) => row.id === draft.position.before)
    const row = keep({ id: DRAFT_ID, node: null, kind: draft.kind, skills: 0, hasChildren: false, children: NONE })
    return at < 0 ? [...rows, row] : rows.toSpliced(at, 0, row)
  }
  return { roots: below(null), all }
}
