import type { NodeKind } from '#domain/curriculum/scheme.ts'
import { published } from '#domain/curriculum/relink.ts'
import { newNodeId, subtree, type AuthorNode, type Edit, type Tree } from '#domain/curriculum/tree.ts'
import { rootsOf, type TreePosition } from './tree-position.ts'
import { wordsIn } from '../words-of.ts'

/** N/A, fair, good, pass: what most skills are graded by. */
const USUAL_GRADE = 3

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
    grade: kind === 's' ? USUAL_GRADE : null,
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
 * Copies nodes with all below them: new ids, and rules that name something inside what is copied name its copy. Rules
 * that name something outside keep it. Answers one edit a copied node, because each stands at its own position.
 */
export function copyEdits(
  tree: Tree,
  chosen: Iterable<string>,
  position: TreePosition,
  languages: readonly string[],
): { ids: string[]; edits: Edit[] } {
  const roots = rootsOf(tree, chosen)
  const taken = { nodes: new Map(tree.nodes), gone: tree.gone }
  const copyOf = new Map<string, string>()
  const parts = roots.map((root) => subtree(tree, root))
  for (const node of parts.flat()) {
    const parentId = copyOf.get(node.parentId ?? '') ?? position.parentId
    const id = newNodeId(taken, parentId, wordsIn(node.title, languages))
    taken.nodes.set(id, node)
    copyOf.set(node.id, id)
  }
  const now = (id: string) => copyOf.get(id) ?? id
  // a copy of what is linked is one's own
  const copied = (node: AuthorNode): AuthorNode => ({
    ...published(node),
    id: now(node.id),
    parentId: copyOf.get(node.parentId ?? '') ?? position.parentId,
    completion: node.completion && { ids: node.completion.ids.map(now), count: node.completion.count },
    required: node.required.map(now),
  })
  // a rule may name a node of a part that comes later, and an added node may name only what is there
  const rules: Edit[] = []
  const added = parts.map((part): Edit => {
    const nodes = part.map((node) => {
      const copy = copied(node)
      const own = new Set(part.map((one) => now(one.id)))
      const named = [...(copy.completion?.ids ?? []), ...copy.required]
      if (named.every((id) => own.has(id) || tree.nodes.has(id))) return copy
      rules.push({ do: 'set', id: copy.id, set: { completion: copy.completion, required: copy.required } })
      return { ...copy, completion: null, required: [] }
    })
    return { do: 'add', nodes, before: position.before }
  })
  return { ids: roots.map(now), edits: [...added, ...rules] }
}
