import { requirementCycle, type EngineNode, type NodeKind } from './scheme.ts'
import { slugOf } from './slug.ts'

/** Words by language: `en`, `cy`. */
export type Words = Readonly<Record<string, string>>

export interface Section {
  type: string
  title: Words
  value: Words
}

/** A node as its author has it: all languages, hidden and skipped ones too. */
export interface AuthorNode {
  id: string
  parentId: string | null
  t: NodeKind
  title: Words
  /** Grade kind 1–8 of a skill; null = not assessable. */
  grade: number | null
  group: string | null
  completion: { ids: readonly string[]; count: number } | null
  completionType: 'automated' | 'manual'
  required: readonly string[]
  hidden: boolean
  skipped: boolean
  starred: boolean
  content: readonly Section[]
  videos: readonly number[]
}

/** What may be changed of a node in place. In `title` each language is a field of its own: null takes it away. */
export type NodeFields = Partial<
  Omit<AuthorNode, 'id' | 'parentId' | 'title'> & { title: Readonly<Record<string, string | null>> }
>

/** One step of an author. `before` names the sibling to stand before; null, or one that is gone, is the end. */
export type Edit =
  | { do: 'add'; nodes: readonly AuthorNode[]; before: string | null }
  | { do: 'set'; id: string; set: NodeFields }
  | { do: 'move'; ids: readonly string[]; parentId: string | null; before: string | null }
  | { do: 'remove'; ids: readonly string[] }
  | { do: 'restore'; places: readonly { id: string; before: string | null }[] }

/** A curriculum as authors edit it. Never changed in place. */
export interface Tree {
  nodes: ReadonlyMap<string, AuthorNode>
  /** Children in their order; null holds the roots. */
  children: ReadonlyMap<string | null, readonly string[]>
  /** Deleted nodes: their ids are never given again, and an undo brings them back. */
  gone: ReadonlyMap<string, AuthorNode>
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

/** Why an edit is refused; `ids` name the nodes concerned: a cycle's path, or who depends on what would be deleted. */
export interface Refused {
  ok: false
  code: RefusalCode
  id: string
  ids: string[]
}
export interface Edited {
  ok: true
  tree: Tree
  /** Edits that take this one back, in their order. */
  undo: Edit[]
}

/** More than any curriculum has; the portals are measured with 15,000. */
export const MOST_NODES = 20_000

/** Builds a tree from nodes, siblings in the order given. */
export function treeOf(nodes: readonly AuthorNode[], gone: readonly AuthorNode[] = []): Tree {
  const children = new Map<string | null, string[]>()
  for (const { id, parentId } of nodes) {
    const siblings = children.get(parentId)
    if (siblings) siblings.push(id)
    else children.set(parentId, [id])
  }
  return {
    nodes: new Map(nodes.map((n) => [n.id, n])),
    children,
    gone: new Map(gone.map((n) => [n.id, n])),
  }
}

/** A node and everything below it, parents before children, siblings in order. */
export function subtree(tree: Tree, id: string): AuthorNode[] {
  const found: AuthorNode[] = []
  const stack = [id]
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const node = tree.nodes.get(at)
    if (!node) continue
    found.push(node)
    stack.push(...(tree.children.get(at) ?? []).toReversed())
  }
  return found
}

/** All nodes, parents before children, siblings in order. */
export function inOrder(tree: Tree): AuthorNode[] {
  return (tree.children.get(null) ?? []).flatMap((id) => subtree(tree, id))
}

/** The tree as the engine reads it. */
export function engineRoots(tree: Tree): EngineNode[] {
  const made = new Map<string, EngineNode>()
  // children before parents
  for (const node of inOrder(tree).reverse()) {
    made.set(node.id, {
      id: node.id,
      t: node.t,
      ...(node.grade === null ? {} : { grade: node.grade }),
      ...(node.completion ? { completion: [[...node.completion.ids], node.completion.count] } : {}),
      ...(node.completionType === 'manual' ? { completion_type: 'manual' as const } : {}),
      ...(node.required.length > 0 ? { required: [...node.required] } : {}),
      ...(node.hidden ? { hidden: true } : {}),
      ...(node.skipped ? { skipped: true } : {}),
      children: (tree.children.get(node.id) ?? []).flatMap((id) => made.get(id) ?? []),
    })
  }
  return (tree.children.get(null) ?? []).flatMap((id) => made.get(id) ?? [])
}

/**
 * Applies edits in their order, all or none. The requirement graph is checked once, at the end: a batch is one step.
 */
export function applyEdits(tree: Tree, edits: readonly Edit[]): Edited | Refused {
  let now = tree
  let rules = false
  const undo: Edit[] = []
  for (const edit of edits) {
    const done = applyOne(now, edit)
    if (!done.ok) return done
    now = done.tree
    undo.unshift(...done.undo)
    rules ||= edit.do !== 'set' || 'completion' in edit.set || 'required' in edit.set
  }
  if (now.nodes.size > MOST_NODES) return refuse('TOO_MANY_NODES', '')
  const cycle = rules ? requirementCycle(engineRoots(now)) : null
  return cycle ? refuse('CYCLE', cycle[0] ?? '', cycle) : { ok: true, tree: now, undo }
}

function refuse(code: RefusalCode, id: string, ids: string[] = []): Refused {
  return { ok: false, code, id, ids }
}

function applyOne(tree: Tree, edit: Edit): Edited | Refused {
  switch (edit.do) {
    case 'add':
      return add(tree, edit.nodes, edit.before)
    case 'set':
      return set(tree, edit.id, edit.set)
    case 'move':
      return move(tree, edit.ids, edit.parentId, edit.before)
    case 'remove':
      return remove(tree, edit.ids)
    case 'restore':
      return restore(tree, edit.places)
  }
}

/** Letters, numbers, slash and hyphen [5.13]; `manual` is reserved for the pass of a level [3.12]. */
export function isNodeId(id: string): boolean {
  return id.length <= 500 && /^(\/[A-Za-z0-9-]+)+$/.test(id) && !id.split('/').includes('manual')
}

/** Makes room among siblings. Copies only the lists it touches. */
function placed(siblings: readonly string[], ids: readonly string[], before: string | null): string[] {
  const others = siblings.filter((id) => !ids.includes(id))
  const at = before === null ? -1 : others.indexOf(before)
  return at < 0 ? [...others, ...ids] : [...others.slice(0, at), ...ids, ...others.slice(at)]
}

/** The sibling after a node: where an undo puts it back. */
function nextOf(tree: Tree, node: AuthorNode): string | null {
  const siblings = tree.children.get(node.parentId) ?? []
  return siblings[siblings.indexOf(node.id) + 1] ?? null
}

function add(tree: Tree, added: readonly AuthorNode[], before: string | null): Edited | Refused {
  const nodes = new Map(tree.nodes)
  const children = new Map(tree.children)
  const [first] = added
  const roots: string[] = []
  for (const node of added) {
    if (!isNodeId(node.id)) return refuse('INVALID_ID', node.id)
    if (nodes.has(node.id) || tree.gone.has(node.id)) return refuse('ID_TAKEN', node.id)
    const parent = node.parentId === null ? null : nodes.get(node.parentId)
    if (parent === undefined) return refuse('PARENT_NOT_FOUND', node.id)
    if (parent?.t === 's') return refuse('UNDER_SKILL', node.id)
    nodes.set(node.id, node)
    const isFirst = node === first
    children.set(node.parentId, placed(children.get(node.parentId) ?? [], [node.id], isFirst ? before : null))
    if (!added.some((other) => other.id === node.parentId)) roots.push(node.id)
  }
  const bad = added.map((node) => wrongFields(nodes, node)).find((refused) => refused !== null)
  if (bad) return bad
  return { ok: true, tree: { ...tree, nodes, children }, undo: [{ do: 'remove', ids: roots }] }
}

function set(tree: Tree, id: string, fields: NodeFields): Edited | Refused {
  const node = tree.nodes.get(id)
  if (!node) return refuse('NODE_NOT_FOUND', id)
  const { title: words, ...rest } = fields
  const title = { ...node.title }
  for (const [language, text] of Object.entries(words ?? {})) {
    if (text === null) delete title[language]
    else title[language] = text
  }
  const changed: AuthorNode = { ...node, ...rest, title: words ? title : node.title }
  if (changed.t !== node.t && (changed.t === 's' || node.t === 's')) return refuse('KIND_NOT_ALLOWED', id)
  const nodes = new Map(tree.nodes).set(id, changed)
  const bad = wrongFields(nodes, changed)
  if (bad) return bad
  const before = Object.fromEntries(Object.keys(rest).map((key) => [key, node[key as keyof AuthorNode]])) as NodeFields
  const undone: NodeFields = words
    ? {
        ...before,
        title: Object.fromEntries(Object.keys(words).map((language) => [language, node.title[language] ?? null])),
      }
    : before
  return { ok: true, tree: { ...tree, nodes }, undo: [{ do: 'set', id, set: undone }] }
}

function move(tree: Tree, ids: readonly string[], parentId: string | null, before: string | null): Edited | Refused {
  const moved = new Set(ids)
  const found = ids.flatMap((id) => tree.nodes.get(id) ?? [])
  const missing = ids.find((id) => !tree.nodes.has(id))
  if (missing !== undefined) return refuse('NODE_NOT_FOUND', missing)
  if (parentId !== null) {
    const parent = tree.nodes.get(parentId)
    if (!parent) return refuse('PARENT_NOT_FOUND', parentId)
    if (parent.t === 's') return refuse('UNDER_SKILL', parentId)
    for (
      let up: AuthorNode | undefined = parent;
      up;
      up = up.parentId === null ? undefined : tree.nodes.get(up.parentId)
    )
      if (moved.has(up.id)) return refuse('UNDER_ITSELF', up.id)
  }
  // the last sibling first, so that each finds the one it stood before
  const place = ({ id, parentId: at }: AuthorNode) => tree.children.get(at)?.indexOf(id) ?? 0
  const undo = found
    .toSorted((a, b) => place(b) - place(a))
    .map((node): Edit => ({ do: 'move', ids: [node.id], parentId: node.parentId, before: nextOf(tree, node) }))
  const nodes = new Map(tree.nodes)
  const children = new Map(tree.children)
  for (const node of found) {
    const siblings = children.get(node.parentId) ?? []
    children.set(
      node.parentId,
      siblings.filter((id) => id !== node.id),
    )
    nodes.set(node.id, { ...node, parentId })
  }
  children.set(parentId, placed(children.get(parentId) ?? [], ids, before))
  return { ok: true, tree: { ...tree, nodes, children }, undo }
}

/** Who names a node in a list or requires it, outside `within`. */
export function dependants(tree: Tree, within: ReadonlySet<string>): string[] {
  const found: string[] = []
  for (const node of tree.nodes.values()) {
    if (within.has(node.id)) continue
    const named = [...(node.completion?.ids ?? []), ...node.required]
    if (named.some((id) => within.has(id))) found.push(node.id)
  }
  return found
}

function remove(tree: Tree, ids: readonly string[]): Edited | Refused {
  const missing = ids.find((id) => !tree.nodes.has(id))
  if (missing !== undefined) return refuse('NODE_NOT_FOUND', missing)
  const all = [...new Map(ids.flatMap((id) => subtree(tree, id)).map((node) => [node.id, node])).values()]
  const within = new Set(all.map((node) => node.id))
  const named = dependants(tree, within)
  if (named.length > 0) return refuse('DEPENDED_ON', ids[0] ?? '', named)
  const nodes = new Map(tree.nodes)
  const children = new Map(tree.children)
  const gone = new Map(tree.gone)
  for (const node of all) {
    nodes.delete(node.id)
    children.delete(node.id)
    gone.set(node.id, node)
  }
  for (const { parentId } of all) {
    const siblings = children.get(parentId)
    if (siblings)
      children.set(
        parentId,
        siblings.filter((id) => !within.has(id)),
      )
  }
  // parents first; of siblings the last first, so that each finds the one it stood before
  const places = new Map<string | null, { id: string; before: string | null }[]>()
  for (const node of all) {
    const of = places.get(node.parentId) ?? []
    places.set(node.parentId, [{ id: node.id, before: nextOf(tree, node) }, ...of])
  }
  const parents = [...new Set(all.map((node) => node.parentId))]
  return {
    ok: true,
    tree: { nodes, children, gone },
    undo: [{ do: 'restore', places: parents.flatMap((parent) => places.get(parent) ?? []) }],
  }
}

function restore(tree: Tree, places: readonly { id: string; before: string | null }[]): Edited | Refused {
  const nodes = new Map(tree.nodes)
  const children = new Map(tree.children)
  const gone = new Map(tree.gone)
  const back = new Set(places.map((place) => place.id))
  for (const { id, before } of places) {
    const node = gone.get(id)
    if (!node) return refuse(nodes.has(id) ? 'ID_TAKEN' : 'NODE_NOT_FOUND', id)
    const parent = node.parentId === null ? null : nodes.get(node.parentId)
    if (parent === undefined) return refuse('PARENT_NOT_FOUND', id)
    gone.delete(id)
    nodes.set(id, node)
    children.set(node.parentId, placed(children.get(node.parentId) ?? [], [id], before))
  }
  for (const id of back) {
    const bad = wrongFields(nodes, nodes.get(id) as AuthorNode)
    if (bad) return bad
  }
  const roots = places.map((place) => place.id).filter((id) => !back.has(nodes.get(id)?.parentId ?? ''))
  return { ok: true, tree: { nodes, children, gone }, undo: [{ do: 'remove', ids: roots }] }
}

/** What is wrong with a node by itself and with what it names (domain.md 2). */
function wrongFields(nodes: ReadonlyMap<string, AuthorNode>, node: AuthorNode): Refused | null {
  if (!Object.values(node.title).some((text) => text.trim() !== '')) return refuse('TITLE_MISSING', node.id)
  if (node.t === 's') {
    if (node.completion || node.required.length > 0 || node.completionType === 'manual')
      return refuse('KIND_NOT_ALLOWED', node.id)
    return null
  }
  if (node.grade !== null) return refuse('KIND_NOT_ALLOWED', node.id)
  const { completion, required } = node
  const named = [...(completion?.ids ?? []), ...required]
  if (named.includes(node.id)) return refuse('CYCLE', node.id, [node.id, node.id])
  const unknown = named.filter((id) => !nodes.has(id))
  if (unknown.length > 0) return refuse('INVALID_COMPLETION', node.id, unknown)
  if (completion) {
    const { ids, count } = completion
    if (new Set(ids).size !== ids.length || count < 1 || count > ids.length || !Number.isInteger(count))
      return refuse('INVALID_COMPLETION', node.id)
  }
  return null
}

/**
 * An id for a new node (domain.md 2): its parent's id and its title in Latin letters; a number is added when that was
 * ever given. Titles of other scripts become `n-<number>`.
 */
export function newNodeId(tree: Pick<Tree, 'nodes' | 'gone'>, parentId: string | null, title: string): string {
  const plain = slugOf(title, 40)
  const base = plain === '' || plain === 'manual' ? 'n' : plain
  // a path as deep as the tree may outgrow what an id may be
  const home = parentId === null || parentId.length > 420 ? '' : parentId
  const free = (id: string) => !tree.nodes.has(id) && !tree.gone.has(id)
  if (base !== 'n' && free(`${home}/${base}`)) return `${home}/${base}`
  for (let n = base === 'n' ? 1 : 2; ; n++) if (free(`${home}/${base}-${n}`)) return `${home}/${base}-${n}`
}
