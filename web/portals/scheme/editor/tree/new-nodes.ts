import { DEFAULT_SCALE_KIND } from '#domain/curriculum/grade-scale.ts'
import type { NodeKind } from '#domain/curriculum/scheme.ts'
import { withoutOrigin } from '#domain/curriculum/relink.ts'
import { newNodeId, subtree, type AuthorNode, type Edit, type Tree } from '#domain/curriculum/tree.ts'
import { rootsOf, type TreePosition } from './tree-position.ts'
import { wordsIn } from '../words-in.ts'

/** The edit that adds an empty node at a position, and the id of that node. */
export function addEdit(
  tree: Tree,
  kind: NodeKind,
  position: TreePosition,
  title: string,
  language: string,
): { id: string; edit: Edit } {
  const id = newNodeId(tree, position.parentId, title)
  const node: AuthorNode = {
    id,
    parentId: position.parentId,
    t: kind,
    title: { [language]: title },
    grade: kind === 's' ? DEFAULT_SCALE_KIND : null,
    group: null,
    completion: null,
    completionType: 'automated',
    required: [],
    hidden: false,
    skipped: false,
    starred: false,
    content: [],
    videos: [],
  }
  return { id, edit: { do: 'add', nodes: [node], before: position.before } }
}

/**
 * The edits that copy nodes with their descendants. The copies have new ids. A rule that names a copied node names the copy
 * instead; names of other nodes stay. There is one `add` edit for each copied subtree, because an edit has one position.
 */
export function copyEdits(
  tree: Tree,
  selectedIds: Iterable<string>,
  position: TreePosition,
  languages: readonly string[],
): { ids: string[]; edits: Edit[] } {
  const roots = rootsOf(tree, selectedIds)
  // holds the copies too, so that `newNodeId` gives no id twice
  const withCopies = { nodes: new Map(tree.nodes), gone: tree.gone }
  /** The id of each node's copy. */
  const copyOf = new Map<string, string>()
  const subtrees = roots.map((root) => subtree(tree, root))
  for (const node of subtrees.flat()) {
    const parentId = copyOf.get(node.parentId ?? '') ?? position.parentId
    const id = newNodeId(withCopies, parentId, wordsIn(node.title, languages))
    withCopies.nodes.set(id, node)
    copyOf.set(node.id, id)
  }
  const newIdOf = (id: string) => copyOf.get(id) ?? id
  // a copy of a linked node belongs to this scheme, so it has no origin
  const copyNode = (node: AuthorNode): AuthorNode => ({
    ...withoutOrigin(node),
    id: newIdOf(node.id),
    parentId: copyOf.get(node.parentId ?? '') ?? position.parentId,
    completion: node.completion && { ids: node.completion.ids.map(newIdOf), count: node.completion.count },
    required: node.required.map(newIdOf),
  })
  // an added node may name only nodes that exist, so rules that name a node of a later subtree are set afterwards
  const ruleEdits: Edit[] = []
  const addEdits = subtrees.map((originals): Edit => {
    const idsInSubtree = new Set(originals.map(({ id }) => newIdOf(id)))
    const nodes = originals.map((node) => {
      const copy = copyNode(node)
      const namedIds = [...(copy.completion?.ids ?? []), ...copy.required]
      if (namedIds.every((id) => idsInSubtree.has(id) || tree.nodes.has(id))) return copy
      ruleEdits.push({ do: 'set', id: copy.id, set: { completion: copy.completion, required: copy.required } })
      return { ...copy, completion: null, required: [] }
    })
    return { do: 'add', nodes, before: position.before }
  })
  return { ids: roots.map(newIdOf), edits: [...addEdits, ...ruleEdits] }
}
