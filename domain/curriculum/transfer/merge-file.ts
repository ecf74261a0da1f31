import { decide, interleave, mergeNode, unchanged, type Prefer } from './merge-node.ts'
import type { Marks } from './scheme-marks.ts'
import { comesBack } from '#domain/curriculum/edits/edits-between.ts'
import { same } from '#domain/curriculum/tree-diff.ts'
import { dependants, inOrder, treeOf, type AuthorNode, type Tree } from '#domain/curriculum/tree.ts'

/** Where a file and a scheme do not go together. `at` is the id of the node. */
export interface Conflict {
  at: string
  code: ConflictCode
  what: string
}
export type ConflictCode =
  /** Changed here and in the file, each otherwise. */
  | 'CHANGED_BOTH'
  /** Deleted here, and the file has it otherwise than it was. */
  | 'DELETED_HERE'
  /** The file has it no more, and here it was changed, has something new in it, or is named by a rule. */
  | 'DELETED_THERE'
  | 'KIND_DIFFERS'
  | 'NOT_OWNER'
  | 'PARENT_GONE'
  /** Its place would be under itself. */
  | 'UNDER_ITSELF'
  | 'RULE_LEFT_OUT'
  /** Rows of an outline that could be several nodes. */
  | 'AMBIGUOUS'

/** Of a node that was not there when the file was written. */
const NEW = {}

interface Merged {
  tree: Tree
  conflicts: Conflict[]
}

/**
 * A scheme with what a file says of it. `file` holds nodes that fit, parents before children, and `marks` what they were
 * when it was written: then it can be told who changed what, and what the file has no more was deleted. Without marks all
 * that differs is the file's, and what it does not name stays.
 */
export function mergeFile(tree: Tree, file: readonly AuthorNode[], marks: Marks | null, prefer: Prefer): Merged {
  const conflicts: Conflict[] = []
  const report = (at: string, code: ConflictCode, what = '') => void conflicts.push({ at, code, what })
  const nodes = new Map(tree.nodes)
  const back = comingBack(tree, file, marks, prefer, report)
  const moved = new Set<string>()
  for (const given of file) {
    const was = tree.nodes.get(given.id)
    if (was) {
      const merged = mergeNode(was, given, marks ? (marks[given.id] ?? NEW) : undefined, prefer)
      if (was.origin && !same(merged.node, was)) {
        report(given.id, 'NOT_OWNER')
        continue
      }
      if (merged.kindDiffers) report(given.id, 'KIND_DIFFERS')
      if (merged.both) report(given.id, 'CHANGED_BOTH')
      nodes.set(given.id, merged.node)
      if (merged.moved) moved.add(given.id)
    } else if (!tree.gone.has(given.id) || back.has(given.id)) {
      const { origin: _, ...own } = given
      nodes.set(given.id, own)
    }
  }
  mergePositions(tree, nodes, moved, report)
  mergeRules(tree, nodes, report)
  const children = arranged(tree, nodes, file, marks, prefer)
  const merged = removeDeleted({ ...tree, nodes, children }, file, marks, { prefer, report })
  const ordered = inOrder(merged)
  const gone = [...tree.gone, ...tree.nodes].filter(([id]) => !merged.nodes.has(id)).map(([, node]) => node)
  return { tree: treeOf(ordered, gone, tree.source), conflicts }
}

type ReportConflict = (at: string, code: ConflictCode, what?: string) => void

/** Deleted nodes that the file brings back: those that it has changed, where its word counts. */
function comingBack(
  tree: Tree,
  file: readonly AuthorNode[],
  marks: Marks | null,
  prefer: Prefer,
  report: ReportConflict,
): Set<string> {
  const back = new Set<string>()
  for (const node of file) {
    const was = tree.gone.get(node.id)
    if (!was || tree.nodes.has(node.id) || unchanged(marks?.[node.id], node)) continue
    const kindDiffers = (was.t === 's') !== (node.t === 's')
    report(node.id, was.origin ? 'NOT_OWNER' : kindDiffers ? 'KIND_DIFFERS' : 'DELETED_HERE')
    if (prefer === 'file' && !was.origin && !kindDiffers) back.add(node.id)
  }
  // not where its place, or what its rule named, is gone for good
  for (let left = -1; left !== back.size;) {
    left = back.size
    for (const id of back) if (!comesBack(tree, id, back)) back.delete(id)
  }
  return back
}

/** Nodes whose place is not there, under a skill, under linked ones or under themselves stay where they were, or out. */
function mergePositions(
  tree: Tree,
  nodes: Map<string, AuthorNode>,
  moved: ReadonlySet<string>,
  report: ReportConflict,
): void {
  const stay = (node: AuthorNode, code: ConflictCode) => {
    const was = tree.nodes.get(node.id)
    report(node.id, code)
    if (was) nodes.set(node.id, { ...node, parentId: was.parentId })
    else nodes.delete(node.id)
  }
  for (let again = true; again;) {
    again = false
    for (const node of nodes.values()) {
      const { parentId } = node
      if (parentId === null || tree.nodes.get(node.id)?.parentId === parentId) continue
      const parent = nodes.get(parentId)
      if (parent && parent.t !== 's' && !parent.origin) continue
      stay(node, parent?.origin ? 'NOT_OWNER' : 'PARENT_GONE')
      again = true
    }
  }
  for (const id of moved) {
    const node = nodes.get(id)
    if (!node) continue
    const seen = new Set<string>()
    let up: AuthorNode | undefined = node
    while (up && !seen.has(up.id)) {
      seen.add(up.id)
      up = nodes.get(up.parentId ?? '')
    }
    if (up) stay(node, 'UNDER_ITSELF')
  }
}

/** A rule that names what is not there stays as it was, or becomes the usual one. */
function mergeRules(tree: Tree, nodes: Map<string, AuthorNode>, report: ReportConflict): void {
  for (const node of nodes.values()) {
    const was = tree.nodes.get(node.id)
    if (was === node) continue
    const missing = [...(node.completion?.ids ?? []), ...node.required].filter((id) => !nodes.has(id))
    if (missing.length === 0) continue
    report(node.id, 'RULE_LEFT_OUT', missing.join(', '))
    const { completion = null, required = [] } = was ?? {}
    nodes.set(node.id, { ...node, completion, required })
  }
}

/** Siblings: in the file's order where it changed that, else as they are here. */
function arranged(
  tree: Tree,
  nodes: ReadonlyMap<string, AuthorNode>,
  file: readonly AuthorNode[],
  marks: Marks | null,
  prefer: Prefer,
): Map<string | null, string[]> {
  const written = new Map<string | null, string[]>()
  for (const { id, parentId } of file) {
    const list = written.get(parentId)
    if (list) list.push(id)
    else written.set(parentId, [id])
  }
  const strangers = new Map<string | null, string[]>()
  for (const { id, parentId } of nodes.values()) {
    if (tree.nodes.get(id)?.parentId === parentId || written.get(parentId)?.includes(id)) continue
    strangers.set(parentId, [...(strangers.get(parentId) ?? []), id])
  }
  const children = new Map<string | null, string[]>()
  for (const parentId of new Set([...tree.children.keys(), ...written.keys(), ...strangers.keys()])) {
    const mine = (id: string) => nodes.has(id) && nodes.get(id)?.parentId === parentId
    const here = tree.children.get(parentId) ?? []
    const theirs = written.get(parentId) ?? []
    const { side } = decide(marks?.[parentId ?? ''], 'children', here.join(' '), theirs.join(' '), prefer)
    const [main, second] = side === 'file' ? [theirs, here] : [here, theirs]
    const list = interleave(main.filter(mine), second.filter(mine))
    if (list.length > 0 || strangers.has(parentId))
      children.set(parentId, [...list, ...(strangers.get(parentId) ?? [])])
  }
  return children
}

/** Takes out what the file has no more, unless something in it, about it or naming it is newer than the file. */
function removeDeleted(
  tree: Tree,
  file: readonly AuthorNode[],
  marks: Marks | null,
  { prefer, report }: { prefer: Prefer; report: ReportConflict },
): Tree {
  if (marks === null) return tree
  const written = new Set(file.map((node) => node.id))
  const missing = inOrder(tree).filter((node) => Object.hasOwn(marks, node.id) && !written.has(node.id))
  const going = new Set<string>()
  // children first: what has to stay keeps what it stands in
  for (const node of missing.toReversed()) {
    const empty = (tree.children.get(node.id) ?? []).every((id) => going.has(id))
    const free = !node.origin && (prefer === 'file' || unchanged(marks[node.id], node))
    if (empty && free) going.add(node.id)
    else report(node.id, node.origin ? 'NOT_OWNER' : 'DELETED_THERE')
  }
  for (let left = -1; left !== going.size;) {
    left = going.size
    for (const by of dependants(tree, going)) {
      const node = tree.nodes.get(by)
      for (const named of [...(node?.completion?.ids ?? []), ...(node?.required ?? [])])
        for (let up: string | null = named; up !== null && going.delete(up);) {
          report(up, 'DELETED_THERE')
          up = tree.nodes.get(up)?.parentId ?? null
        }
    }
  }
  const nodes = new Map([...tree.nodes].filter(([id]) => !going.has(id)))
  const children = new Map(
    [...tree.children].flatMap(([parentId, ids]) =>
      parentId !== null && going.has(parentId) ? [] : [[parentId, ids.filter((id) => !going.has(id))] as const],
    ),
  )
  return { ...tree, nodes, children }
}
