import { mergeValue, interleave, mergeNode, isUnchanged, type PreferredSide } from './merge-node.ts'
import type { SchemeFingerprints } from './scheme-fingerprints.ts'
import { canRestore } from '#domain/curriculum/edits/edits-between.ts'
import { isEqual } from '#domain/curriculum/tree-diff.ts'
import { inTreeOrder, nodesDependingOn, treeOf, type AuthorNode, type Tree } from '#domain/curriculum/tree.ts'

/** A difference that the merge of a file could not resolve by itself. */
export interface Conflict {
  /** The id of the node, or the type and id of a setting (`section 2`). */
  at: string
  code: ConflictCode
  /** Details for people, such as a name; may be empty. */
  what: string
}

export type ConflictCode =
  /** Changed in the scheme and in the file in different ways. */
  | 'CHANGED_BOTH'
  /** Deleted in the scheme and changed in the file. */
  | 'DELETED_HERE'
  /** Deleted in the file, but kept: in the scheme it was changed, has nodes that stay, or is named by a rule. */
  | 'DELETED_THERE'
  /** A skill on one side, a group or level on the other. */
  | 'KIND_DIFFERS'
  /** A linked node, which only its owner changes. */
  | 'NOT_OWNER'
  /** The file's parent of the node does not exist, or is a skill. */
  | 'PARENT_GONE'
  /** The node would be below itself. */
  | 'UNDER_ITSELF'
  /** The file's rule names nodes that do not exist. */
  | 'RULE_LEFT_OUT'
  /** A row of an outline that could be one of several nodes. */
  | 'AMBIGUOUS'

/** The fingerprints of a node that did not exist when the file was exported. */
const NO_FINGERPRINTS = {}

/** The scheme's tree after the merge. */
interface Merged {
  tree: Tree
  conflicts: Conflict[]
}

/**
 * Merges the nodes of a file into a scheme. `file` are nodes that fit (`fitNodes`), parents before children. `exported`
 * are the fingerprints of the nodes when the file was exported: with them the merge knows which side changed what, and
 * that a missing node was deleted. Without them every difference counts as changed by the file, and missing nodes stay.
 * `prefer` decides where both sides changed the same.
 */
export function mergeFile(
  tree: Tree,
  file: readonly AuthorNode[],
  exported: SchemeFingerprints | null,
  prefer: PreferredSide,
): Merged {
  const conflicts: Conflict[] = []
  const report: ReportConflict = (at, code, what = '') => {
    conflicts.push({ at, code, what })
  }
  const nodes = new Map(tree.nodes)
  const restored = restoredNodes(tree, file, exported, prefer, report)
  const moved = new Set<string>()
  for (const fileNode of file) {
    const { id } = fileNode
    const schemeNode = tree.nodes.get(id)
    if (schemeNode) {
      const merged = mergeNode(schemeNode, fileNode, exported ? (exported[id] ?? NO_FINGERPRINTS) : undefined, prefer)
      if (schemeNode.origin && !isEqual(merged.node, schemeNode)) {
        report(id, 'NOT_OWNER')
        continue
      }
      if (merged.kindDiffers) report(id, 'KIND_DIFFERS')
      if (merged.changedOnBothSides) report(id, 'CHANGED_BOTH')
      nodes.set(id, merged.node)
      if (merged.moved) moved.add(id)
    } else if (!tree.gone.has(id) || restored.has(id)) {
      const { origin: _, ...node } = fileNode
      nodes.set(id, node)
    }
  }
  mergePositions(tree, nodes, moved, report)
  mergeRules(tree, nodes, report)
  const children = mergeOrder(tree, nodes, file, exported, prefer)
  const merged = removeDeleted({ ...tree, nodes, children }, file, exported, { prefer, report })
  const ordered = inTreeOrder(merged)
  const gone = [...tree.gone, ...tree.nodes].filter(([id]) => !merged.nodes.has(id)).map(([, node]) => node)
  return { tree: treeOf(ordered, gone, tree.source), conflicts }
}

type ReportConflict = (at: string, code: ConflictCode, what?: string) => void

/**
 * The deleted nodes that the file restores: those that it has changed, when the file is preferred. Without fingerprints
 * every node of the file counts as changed.
 */
function restoredNodes(
  tree: Tree,
  file: readonly AuthorNode[],
  exported: SchemeFingerprints | null,
  prefer: PreferredSide,
  report: ReportConflict,
): Set<string> {
  const restored = new Set<string>()
  for (const node of file) {
    const deleted = tree.gone.get(node.id)
    if (!deleted || tree.nodes.has(node.id) || isUnchanged(exported?.[node.id], node)) continue
    const kindDiffers = (deleted.t === 's') !== (node.t === 's')
    report(node.id, deleted.origin ? 'NOT_OWNER' : kindDiffers ? 'KIND_DIFFERS' : 'DELETED_HERE')
    if (prefer === 'file' && !deleted.origin && !kindDiffers) restored.add(node.id)
  }
  // a node stays deleted when its parent, or a node that its rule names, stays deleted; repeated until nothing changes
  for (let sizeBefore = -1; sizeBefore !== restored.size;) {
    sizeBefore = restored.size
    for (const id of restored) if (!canRestore(tree, id, restored)) restored.delete(id)
  }
  return restored
}

/**
 * Undoes moves that are not possible: under a missing node, a skill, a linked node or the node itself. A node of the
 * scheme stays where it was; a new or restored one is left out.
 */
function mergePositions(
  tree: Tree,
  nodes: Map<string, AuthorNode>,
  moved: ReadonlySet<string>,
  report: ReportConflict,
): void {
  const undoMove = (node: AuthorNode, code: ConflictCode) => {
    const schemeNode = tree.nodes.get(node.id)
    report(node.id, code)
    if (schemeNode) nodes.set(node.id, { ...node, parentId: schemeNode.parentId })
    else nodes.delete(node.id)
  }
  // repeated, because a new node that is left out may be the parent of others
  for (let anyUndone = true; anyUndone;) {
    anyUndone = false
    for (const node of nodes.values()) {
      const { parentId } = node
      if (parentId === null || tree.nodes.get(node.id)?.parentId === parentId) continue
      const parent = nodes.get(parentId)
      if (parent && parent.t !== 's' && !parent.origin) continue
      undoMove(node, parent?.origin ? 'NOT_OWNER' : 'PARENT_GONE')
      anyUndone = true
    }
  }
  for (const id of moved) {
    const node = nodes.get(id)
    if (!node) continue
    // walks up to a root, where `up` becomes undefined, or round a cycle of parents back to a node that was seen
    const seen = new Set<string>()
    let up: AuthorNode | undefined = node
    while (up && !seen.has(up.id)) {
      seen.add(up.id)
      up = nodes.get(up.parentId ?? '')
    }
    if (up) undoMove(node, 'UNDER_ITSELF')
  }
}

/** Undoes changes of rules that name missing nodes: the rule stays as it was, and a new node has none. */
function mergeRules(tree: Tree, nodes: Map<string, AuthorNode>, report: ReportConflict): void {
  for (const node of nodes.values()) {
    const schemeNode = tree.nodes.get(node.id)
    if (schemeNode === node) continue
    const missing = [...(node.completion?.ids ?? []), ...node.required].filter((id) => !nodes.has(id))
    if (missing.length === 0) continue
    report(node.id, 'RULE_LEFT_OUT', missing.join(', '))
    const { completion = null, required = [] } = schemeNode ?? {}
    nodes.set(node.id, { ...node, completion, required })
  }
}

/**
 * The children of each node, in the order of the scheme or of the file, as `mergeValue` decides. Children that only the
 * other side has under the node follow the sibling that they follow there. A node's parent is always that of one side.
 */
function mergeOrder(
  tree: Tree,
  nodes: ReadonlyMap<string, AuthorNode>,
  file: readonly AuthorNode[],
  exported: SchemeFingerprints | null,
  prefer: PreferredSide,
): Map<string | null, string[]> {
  const childrenInFile = new Map<string | null, string[]>()
  for (const { id, parentId } of file) {
    const list = childrenInFile.get(parentId)
    if (list) list.push(id)
    else childrenInFile.set(parentId, [id])
  }
  const children = new Map<string | null, string[]>()
  for (const parentId of new Set([...tree.children.keys(), ...childrenInFile.keys()])) {
    const isChild = (id: string) => nodes.has(id) && nodes.get(id)?.parentId === parentId
    const inScheme = tree.children.get(parentId) ?? []
    const inFile = childrenInFile.get(parentId) ?? []
    // the order of the roots has its fingerprint under the empty id
    const { side } = mergeValue(exported?.[parentId ?? ''], 'children', inScheme.join(' '), inFile.join(' '), prefer)
    const [main, second] = side === 'file' ? [inFile, inScheme] : [inScheme, inFile]
    const list = interleave(main.filter(isChild), second.filter(isChild))
    if (list.length > 0) children.set(parentId, list)
  }
  return children
}

/**
 * Deletes nodes that the file's author deleted. A node stays when it is linked, when the scheme has changed it and the
 * file is not preferred, when a node below it stays, or when the rule of a node that stays names it.
 */
function removeDeleted(
  tree: Tree,
  file: readonly AuthorNode[],
  exported: SchemeFingerprints | null,
  { prefer, report }: { prefer: PreferredSide; report: ReportConflict },
): Tree {
  if (exported === null) return tree
  const inFile = new Set(file.map((node) => node.id))
  const missing = inTreeOrder(tree).filter((node) => Object.hasOwn(exported, node.id) && !inFile.has(node.id))
  const removed = new Set<string>()
  // children first, because a node that stays keeps its parents
  for (const node of missing.toReversed()) {
    const isEmpty = (tree.children.get(node.id) ?? []).every((id) => removed.has(id))
    const mayBeRemoved = !node.origin && (prefer === 'file' || isUnchanged(exported[node.id], node))
    if (isEmpty && mayBeRemoved) removed.add(node.id)
    else report(node.id, node.origin ? 'NOT_OWNER' : 'DELETED_THERE')
  }
  // a node that a remaining rule names stays, with its parents; repeated, because its own rule may name others
  for (let sizeBefore = -1; sizeBefore !== removed.size;) {
    sizeBefore = removed.size
    for (const dependentId of nodesDependingOn(tree, removed)) {
      const node = tree.nodes.get(dependentId)
      for (const named of [...(node?.completion?.ids ?? []), ...(node?.required ?? [])])
        for (let up: string | null = named; up !== null && removed.delete(up);) {
          report(up, 'DELETED_THERE')
          up = tree.nodes.get(up)?.parentId ?? null
        }
    }
  }
  const nodes = new Map([...tree.nodes].filter(([id]) => !removed.has(id)))
  const children = new Map(
    [...tree.children].flatMap(([parentId, ids]) =>
      parentId !== null && removed.has(parentId) ? [] : [[parentId, ids.filter((id) => !removed.has(id))] as const],
    ),
  )
  return { ...tree, nodes, children }
}
