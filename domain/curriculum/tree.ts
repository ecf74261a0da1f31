import type { Section, SectionEdit, Words } from './content.ts'
import type { Origin } from './linked.ts'
import { NODE } from '#domain/platform/node-id.ts'
import type { EngineNode, NodeKind } from './scheme.ts'
import type { SetSettingsEdit } from './edits/scheme-settings.ts'
import { slugOf } from '#domain/platform/slug.ts'
import type { Pins } from './translation.ts'

/** A node as authors see it, in all languages. */
export interface AuthorNode {
  id: string
  /** Null for a root. */
  parentId: string | null
  /** The kind of the node. */
  t: NodeKind
  title: Words
  /** Grade kind 1–8 of a skill, not a grade; null = not assessable. */
  grade: number | null
  /** A heading under which siblings are listed together; null = none. */
  group: string | null
  /** At least `count` of `ids` must be complete [R5.3]; null = all children. */
  completion: { ids: readonly string[]; count: number } | null
  completionType: 'automated' | 'manual'
  /** Ids of nodes that must be complete besides the list [R5.4]. */
  required: readonly string[]
  /** Coaches do not see the node; it counts nevertheless. */
  hidden: boolean
  /** Neither the node nor anything below it counts, and only authors get these nodes [R5.12]. */
  skipped: boolean
  /** The node is in the report of percentages [3.13]. */
  starred: boolean
  content: readonly Section[]
  /** Ids of the scheme's videos that the node shows. */
  videos: readonly number[]
  /** The id of the node where it was imported from; absent = none. */
  externalId?: string
  /** Which translations are older than the texts that they translate; absent = none. */
  pins?: Pins
  /** Where a linked node comes from; absent = this scheme's own. */
  origin?: Origin
}

/**
 * The fields that an edit `set` can change. In `title` each language is changed by itself; null removes it, and the
 * external id as well.
 */
export type NodeFields = Partial<
  Omit<AuthorNode, 'id' | 'parentId' | 'title' | 'content' | 'origin' | 'externalId'> & {
    title: Readonly<Record<string, string | null>>
    externalId: string | null
  }
>

/**
 * One edit of an author. `before` is the id of the sibling before which the node goes; null, or a sibling that was
 * deleted meanwhile, means the end. Added and restored nodes are given parents before children.
 */
export type Edit =
  /** Only the first of the nodes goes before `before`, all others go to the end of their siblings. */
  | { do: 'add'; nodes: readonly AuthorNode[]; before: string | null }
  | { do: 'set'; id: string; set: NodeFields }
  | { do: 'move'; ids: readonly string[]; parentId: string | null; before: string | null }
  /** Deletes the nodes with all below them. */
  | { do: 'remove'; ids: readonly string[] }
  /** Puts deleted nodes back under their former parents. */
  | { do: 'restore'; places: readonly { id: string; before: string | null }[] }
  | SectionEdit
  | SetSettingsEdit

/** A curriculum as authors edit it. It is immutable. */
export interface Tree {
  nodes: ReadonlyMap<string, AuthorNode>
  /** Children in their order; null holds the roots. */
  children: ReadonlyMap<string | null, readonly string[]>
  /** Deleted nodes. Their ids are never given again, and an undo restores them. */
  gone: ReadonlyMap<string, AuthorNode>
  /** The two-letter language from which the others are translated. */
  source: string
}

export type RefusalCode =
  | 'NODE_NOT_FOUND'
  | 'PARENT_NOT_FOUND'
  | 'INVALID_ID'
  | 'ID_TAKEN'
  | 'UNDER_ITSELF'
  | 'UNDER_SKILL'
  | 'TITLE_MISSING'
  | 'INVALID_COMPLETION'
  | 'KIND_NOT_ALLOWED'
  | 'DEPENDED_ON'
  | 'CYCLE'
  | 'TOO_MANY_NODES'
  | 'SECTION_NOT_FOUND'
  | 'SECTION_TAKEN'
  | 'TOO_MANY_SECTIONS'
  | 'CONTENT_NOT_ALLOWED'
  | 'NOT_OWNER'
  | 'SETTINGS_CHANGED'
  | 'SETTINGS_NOT_IN_COPY'
  | 'STEP_CHANGED'

/**
 * The refusal of an edit of the node `id`; an empty `id` means no node in particular. `ids` are the path of a cycle,
 * the nodes that depend on a deleted one, or the unknown nodes that a rule names; for other codes there are none.
 */
export interface Refused {
  ok: false
  code: RefusalCode
  id: string
  ids: string[]
}

/** The outcome of an edit, or a batch of edits, that was applied. */
export interface Edited {
  ok: true
  tree: Tree
  /** The edits that undo it, in the order to apply them. */
  undo: Edit[]
}

/** The most characters of the id that a node has where it was imported from. */
export const MAX_EXTERNAL_ID = 200

/** A scheme has at most this many nodes [R5.9]. The portals are measured with 15,000. */
export const MAX_NODES = 20_000

/** Builds a tree from nodes, siblings in the order given. */
export function treeOf(nodes: readonly AuthorNode[], gone: readonly AuthorNode[] = [], source = 'en'): Tree {
  const byId = new Map<string, AuthorNode>()
  const children = new Map<string | null, string[]>()
  for (const node of nodes) {
    const { id, parentId } = node
    byId.set(id, node)
    const siblings = children.get(parentId)
    if (siblings) siblings.push(id)
    else children.set(parentId, [id])
  }
  return {
    nodes: byId,
    children,
    gone: new Map(gone.map((node) => [node.id, node])),
    source,
  }
}

/** The parent of a node, or null. */
export function parentOf(tree: Tree, node: AuthorNode): AuthorNode | null {
  return node.parentId === null ? null : (tree.nodes.get(node.parentId) ?? null)
}

/** The number of skills below each node, at all depths. Nodes without skills are not in the map. */
export function skillCounts(tree: Tree): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const node of tree.nodes.values()) {
    if (node.t !== 's') continue
    for (let up = parentOf(tree, node); up; up = parentOf(tree, up)) counts.set(up.id, (counts.get(up.id) ?? 0) + 1)
  }
  return counts
}

/** A node and everything below it, parents before children, siblings in order. */
export function subtree(tree: Tree, id: string): AuthorNode[] {
  const found: AuthorNode[] = []
  const stack = [id]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const node = tree.nodes.get(next)
    if (!node) continue
    found.push(node)
    stack.push(...(tree.children.get(next) ?? []).toReversed())
  }
  return found
}

/** All nodes, parents before children, siblings in order. */
export function inTreeOrder(tree: Tree): AuthorNode[] {
  return (tree.children.get(null) ?? []).flatMap((id) => subtree(tree, id))
}

/** The tree in the form that `compileScheme` reads. */
export function engineRoots(tree: Tree): EngineNode[] {
  const byId = new Map<string, EngineNode>()
  // children before parents, so that a parent finds its children in `byId`
  for (const node of inTreeOrder(tree).reverse()) {
    byId.set(node.id, {
      id: node.id,
      t: node.t,
      ...(node.grade === null ? {} : { grade: node.grade }),
      ...(node.completion ? { completion: [[...node.completion.ids], node.completion.count] } : {}),
      ...(node.completionType === 'manual' ? { completion_type: 'manual' as const } : {}),
      ...(node.required.length > 0 ? { required: [...node.required] } : {}),
      ...(node.hidden ? { hidden: true } : {}),
      ...(node.skipped ? { skipped: true } : {}),
      children: (tree.children.get(node.id) ?? []).flatMap((id) => byId.get(id) ?? []),
    })
  }
  return (tree.children.get(null) ?? []).flatMap((id) => byId.get(id) ?? [])
}

/** A refusal of an edit. */
export function refuse(code: RefusalCode, id: string, ids: string[] = []): Refused {
  return { ok: false, code, id, ids }
}

/** Whether a text can be a node id [R5.1], [5.13]; the segment `manual` is reserved for the pass of a level [3.12]. */
export function isNodeId(id: string): boolean {
  return id.length <= 500 && NODE.test(id) && !id.split('/').includes('manual')
}

/** The ids of the other nodes whose rules name one of `ids`. */
export function nodesDependingOn(tree: Tree, ids: ReadonlySet<string>): string[] {
  const found: string[] = []
  for (const node of tree.nodes.values()) {
    if (ids.has(node.id)) continue
    const named = [...(node.completion?.ids ?? []), ...node.required]
    if (named.some((id) => ids.has(id))) found.push(node.id)
  }
  return found
}

/**
 * An id for a new node [R5.2]: its parent's id and its title in Latin letters, with a number where that id was ever
 * given. A title without Latin letters and digits becomes `n-<number>`, and so do the titles "n" and "manual".
 */
export function newNodeId(tree: Pick<Tree, 'nodes' | 'gone'>, parentId: string | null, title: string): string {
  const slug = slugOf(title, 40)
  const isUsable = !['', 'n', 'manual'].includes(slug)
  // An id has at most 500 characters: 420 of the path, 40 of the slug, and the number. Below a longer path the id of
  // the parent is left out.
  const path = parentId === null || parentId.length > 420 ? '' : parentId
  const isFree = (id: string) => !tree.nodes.has(id) && !tree.gone.has(id)
  const base = `${path}/${isUsable ? slug : 'n'}`
  if (isUsable && isFree(base)) return base
  for (let n = isUsable ? 2 : 1; ; n++) if (isFree(`${base}-${n}`)) return `${base}-${n}`
}
