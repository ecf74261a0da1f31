import { canonicalJson } from '#domain/platform/canonical.ts'

/** Node kinds of a curriculum tree: level, skill group, skill [3.11]. */
export type NodeKind = 'l' | 'sg' | 's'

/**
 * A curriculum node with the fields that users of a compiled scheme need. The nodes of the API have more fields and can
 * be compiled as they are.
 */
export interface EngineNode {
  id: string
  /** The kind of the node. */
  t: NodeKind
  /** Grade kind 1–8 of a skill, not a grade; absent = not assessable. */
  grade?: number
  /** The ids of the list and how many of them must be complete [R5.3]; absent = all children. */
  completion?: readonly [readonly string[], number]
  completion_type?: 'automated' | 'manual'
  /** Ids of nodes that must be complete besides the list [R5.4]. */
  required?: readonly string[]
  /** Coaches do not see the node; it counts nevertheless. */
  hidden?: boolean
  /** Neither the node nor anything below it counts [R7.3]. */
  skipped?: boolean
  /** Shown in the report of percentages [3.13]; changes nobody's progress. */
  starred?: boolean
  children: readonly EngineNode[]
}

/** The pass value of a grade kind in a scheme. */
export interface PassValue {
  /** The kind, 1–8; the API calls it `grade`. */
  grade: number
  /** The grade from which marks of this kind pass. */
  pass: number
}

/**
 * A curriculum compiled for evaluation: arrays by node index, in tree order, so that evaluating a member reads memory
 * once from end to end. A node stands before everything below it. Which nodes count [R7.3] depends on the tree alone
 * and is computed once here.
 */
export interface Scheme {
  readonly ids: readonly string[]
  /** The index of each id. */
  readonly index: ReadonlyMap<string, number>
  readonly nodes: readonly EngineNode[]
  /** The index of the parent; -1 for a root. */
  readonly parent: Int32Array
  /** 1 = skill. */
  readonly skill: Uint8Array
  /** 1 = a group or level that only a coach passes. */
  readonly manual: Uint8Array
  /** 1 = skipped, or below one that is. */
  readonly skipped: Uint8Array
  /** Pass point of a skill by the scheme as it is now; 0 = not assessable [4.18], or no skill. */
  readonly pass: Uint8Array
  /** 1 = the node counts [R7.3]. */
  readonly counts: Uint8Array
  /** The number of counting skills below the node, at all depths. */
  readonly skillsBelow: Int32Array
  /** How many of the counting listed nodes must be complete; never more than there are. */
  readonly need: Int32Array
  /** The counting nodes in the list of node i are `listed[listedAt[i]]` to `listed[listedAt[i + 1] - 1]` [R5.3]. */
  readonly listedAt: Int32Array
  readonly listed: Int32Array
  /** The counting nodes that node i requires besides its list [R5.4], laid out like `listed`. */
  readonly requiredAt: Int32Array
  readonly required: Int32Array
  /** The groups and levels that have node i in their `listed` or `required`, laid out like `listed`. */
  readonly dependentsAt: Int32Array
  readonly dependents: Int32Array
  /** Groups and levels only, each after everything its rule names. */
  readonly order: Int32Array
  /** The position of a node in `order`; -1 for skills. */
  readonly rank: Int32Array
}

/** The id of a group or level with this suffix stands for its manual pass [3.12]. */
const MANUAL = '/manual'

/** The id of the manual pass of a group or level. */
export function manualPassOf(nodeId: string): string {
  return `${nodeId}${MANUAL}`
}

/** The pass point of a grade kind [R7.1]: 1 for kind 1, else the scheme's pass value, else 0 [4.18]. */
export function passPointOfKind(kind: number | undefined, grades: readonly PassValue[]): number {
  if (kind === undefined) return 0
  if (kind === 1) return 1
  return grades.find(({ grade }) => grade === kind)?.pass ?? 0
}

/** The present pass point of a node; 1 for a manual pass (`…/manual`); 0 when it is not assessable or not known. */
export function passPointOfNode(scheme: Scheme, nodeId: string): number {
  const index = scheme.index.get(nodeId)
  if (index !== undefined) return scheme.pass[index] ?? 0
  return indexOfManualPass(scheme, nodeId) === undefined ? 0 : 1
}

/** The index of the group or level whose manual pass has this id (`…/manual`); undefined for any other id. */
export function indexOfManualPass(scheme: Scheme, nodeId: string): number | undefined {
  if (!nodeId.endsWith(MANUAL)) return undefined
  const index = scheme.index.get(nodeId.slice(0, -MANUAL.length))
  return index === undefined || scheme.skill[index] === 1 ? undefined : index
}

/** The nodes that the rule of a group or level names, as indexes. */
interface Rule {
  listed: number[]
  required: number[]
}

/** The rule of a node: its list, or else all children, and the nodes that it requires. Unknown ids are left out. */
function ruleOf(node: EngineNode, index: ReadonlyMap<string, number>): Rule {
  const indexesOf = (ids: readonly string[]) => [...new Set(ids)].flatMap((id) => index.get(id) ?? [])
  return {
    listed: indexesOf(node.completion ? node.completion[0] : node.children.map((child) => child.id)),
    required: indexesOf(node.required ?? []),
  }
}

/** Indexes of the counting listed nodes of the node at this index. */
export function listedNodes(scheme: Scheme, index: number): Int32Array {
  return scheme.listed.subarray(scheme.listedAt[index], scheme.listedAt[index + 1])
}

/** Indexes of the counting required nodes of the node at this index. */
export function requiredNodes(scheme: Scheme, index: number): Int32Array {
  return scheme.required.subarray(scheme.requiredAt[index], scheme.requiredAt[index + 1])
}

/** A tree as arrays by node index. */
interface Flat {
  nodes: EngineNode[]
  parent: number[]
  index: Map<string, number>
}

/** The nodes in tree order. Iterative, because a tree may be as deep as it has nodes. */
function flatten(roots: readonly EngineNode[]): Flat {
  const flat: Flat = { nodes: [], parent: [], index: new Map() }
  const stack = roots.map((node) => ({ node, parent: -1 })).reverse()
  for (let top = stack.pop(); top; top = stack.pop()) {
    const nodeIndex = flat.nodes.length
    flat.nodes.push(top.node)
    flat.parent.push(top.parent)
    flat.index.set(top.node.id, nodeIndex)
    // from the last child to the first, because the stack gives back last what was pushed first
    for (let k = top.node.children.length - 1; k >= 0; k--) {
      const child = top.node.children[k]
      if (child) stack.push({ node: child, parent: nodeIndex })
    }
  }
  return flat
}

/**
 * Sorts groups and levels so that each stands after everything its rule names, or returns the first cycle found. It is
 * a depth-first search; iterative, because a chain of rules may be as long as the tree.
 */
function sortRules(nodes: readonly EngineNode[], rules: readonly Rule[]): { order: number[] } | { cycle: number[] } {
  const [NOT_VISITED, ON_PATH, DONE] = [0, 1, 2]
  const visited = new Uint8Array(nodes.length)
  const order: number[] = []
  for (let root = 0; root < nodes.length; root++) {
    if (visited[root] !== NOT_VISITED) continue
    // the nodes from `root` to the one that is visited; `next` counts the nodes of the rule that were followed already
    const path: { node: number; next: number }[] = [{ node: root, next: 0 }]
    visited[root] = ON_PATH
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const { listed, required } = rules[top.node] ?? { listed: [], required: [] }
      const named = top.next < listed.length ? listed[top.next] : required[top.next - listed.length]
      if (named === undefined) {
        visited[top.node] = DONE
        if (nodes[top.node]?.t !== 's') order.push(top.node)
        path.pop()
        continue
      }
      top.next++
      if (visited[named] === ON_PATH) {
        const cycle = path.slice(path.findIndex(({ node }) => node === named)).map(({ node }) => node)
        return { cycle: [...cycle, named] }
      }
      if (visited[named] === NOT_VISITED) {
        visited[named] = ON_PATH
        path.push({ node: named, next: 0 })
      }
    }
  }
  return { order }
}

/** The first cycle of rules [R5.6] as node ids, the first one again at the end; null when there is none. */
export function requirementCycle(roots: readonly EngineNode[]): string[] | null {
  const flat = flatten(roots)
  const sorted = sortRules(
    flat.nodes,
    flat.nodes.map((node) => ruleOf(node, flat.index)),
  )
  return 'cycle' in sorted ? sorted.cycle.map((i) => flat.nodes[i]?.id ?? '') : null
}

/** Lists as one array: list i is `values[offsets[i]]` to `values[offsets[i + 1] - 1]`. */
function flatLists(lists: readonly number[][]): { offsets: Int32Array; values: Int32Array } {
  const offsets = new Int32Array(lists.length + 1)
  lists.forEach((list, i) => (offsets[i + 1] = (offsets[i] ?? 0) + list.length))
  return { offsets, values: Int32Array.from(lists.flat()) }
}

/**
 * Compiles a tree; `grades` are the scheme's pass values. Throws when rules form a cycle: such a tree cannot be saved
 * (`requirementCycle`).
 */
export function compileScheme(roots: readonly EngineNode[], grades: readonly PassValue[]): Scheme {
  const { nodes, parent, index } = flatten(roots)
  const n = nodes.length
  const rules = nodes.map((node) => ruleOf(node, index))
  const sorted = sortRules(nodes, rules)
  if ('cycle' in sorted)
    throw new Error(`cyclic completion rules: ${sorted.cycle.map((i) => nodes[i]?.id).join(' → ')}`)

  const skill = new Uint8Array(n)
  const manual = new Uint8Array(n)
  const pass = new Uint8Array(n)
  const counts = new Uint8Array(n)
  const skipped = new Uint8Array(n)
  nodes.forEach((node, i) => {
    // a parent stands before its children; the index -1 of a root's parent gives undefined
    skipped[i] = node.skipped === true || skipped[parent[i] ?? -1] === 1 ? 1 : 0
    skill[i] = node.t === 's' ? 1 : 0
    manual[i] = node.t !== 's' && node.completion_type === 'manual' ? 1 : 0
    pass[i] = node.t === 's' ? passPointOfKind(node.grade, grades) : 0
    counts[i] = node.t === 's' && pass[i] !== 0 && skipped[i] === 0 ? 1 : 0
  })
  // what a rule names stands before its node in `order`, so it is known already whether it counts
  for (const i of sorted.order) {
    if (skipped[i] === 0 && (manual[i] === 1 || rules[i]?.listed.some((named) => counts[named] === 1))) counts[i] = 1
  }

  const counting = (named: readonly number[]) => named.filter((i) => counts[i] === 1)
  const listed = rules.map((rule, i) => (skill[i] === 1 ? [] : counting(rule.listed)))
  const required = rules.map((rule, i) => (skill[i] === 1 ? [] : counting(rule.required)))
  const need = Int32Array.from(listed, (list, i) => Math.min(nodes[i]?.completion?.[1] ?? list.length, list.length))

  // from the last node to the first, so that each node's number is complete before it is added to its parent's
  const skillsBelow = new Int32Array(n)
  for (let i = n - 1; i >= 0; i--) {
    const up = parent[i] ?? -1
    if (up >= 0) skillsBelow[up] = (skillsBelow[up] ?? 0) + (skill[i] === 1 ? (counts[i] ?? 0) : (skillsBelow[i] ?? 0))
  }

  const dependents: number[][] = nodes.map(() => [])
  for (let i = 0; i < n; i++) {
    const named = new Set([...(listed[i] ?? []), ...(required[i] ?? [])])
    for (const namedNode of named) dependents[namedNode]?.push(i)
  }
  const rank = new Int32Array(n).fill(-1)
  sorted.order.forEach((i, position) => (rank[i] = position))
  const flatListed = flatLists(listed)
  const flatRequired = flatLists(required)
  const flatDependents = flatLists(dependents)
  return {
    ids: nodes.map((node) => node.id),
    index,
    nodes,
    parent: Int32Array.from(parent),
    skill,
    manual,
    skipped,
    pass,
    counts,
    skillsBelow,
    need,
    listedAt: flatListed.offsets,
    listed: flatListed.values,
    requiredAt: flatRequired.offsets,
    required: flatRequired.values,
    dependentsAt: flatDependents.offsets,
    dependents: flatDependents.values,
    order: Int32Array.from(sorted.order),
    rank,
  }
}

/**
 * Everything of a scheme on which progress depends, as one text. Two schemes with the same text give the same progress
 * for the same results. Titles, content and the order of siblings are left out, and pass values as well, because a mark
 * is judged by its own pass grade [R7.2].
 */
export function progressRules(scheme: Scheme): string {
  const rules = scheme.nodes.map((node, i) => ({
    id: node.id,
    parent: scheme.ids[scheme.parent[i] ?? -1] ?? null,
    t: node.t,
    assessable: (scheme.pass[i] ?? 0) > 0,
    skipped: node.skipped ?? false,
    manual: node.completion_type === 'manual',
    completion: node.completion ?? null,
    required: node.required ?? [],
  }))
  return canonicalJson(rules.sort((a, b) => (a.id < b.id ? -1 : 1)))
}
