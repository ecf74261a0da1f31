import { canonicalJson } from '#domain/platform/canonical.ts'

/** Node kinds of a curriculum tree: level, skill group, skill [3.11]. */
export type NodeKind = 'l' | 'sg' | 's'

/** The fields of a curriculum node that the engine needs. The nodes of the API have more fields and are assignable. */
export interface EngineNode {
  id: string
  t: NodeKind
  /** Grade kind 1–8 of a skill; absent = not assessable. */
  grade?: number
  completion?: readonly [readonly string[], number]
  completion_type?: 'automated' | 'manual'
  required?: readonly string[]
  hidden?: boolean
  skipped?: boolean
  /** Shown in the report of percentages [3.13]; changes nobody's progress. */
  starred?: boolean
  children: readonly EngineNode[]
}

/** The grade from which marks of a grade kind pass. */
export interface PassValue {
  grade: number
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
  /** Pass point by the scheme as it is now; 0 = not assessable [4.18]. */
  readonly pass: Uint8Array
  /** 1 = the node counts [R7.3]. */
  readonly counts: Uint8Array
  /** Counting skills below, all depths. */
  readonly skillsBelow: Int32Array
  /** How many listed nodes must be complete, at most as many as count. */
  readonly need: Int32Array
  /** The counting listed nodes of node i are `list[listAt[i]]` to `list[listAt[i + 1] - 1]`. */
  readonly listAt: Int32Array
  readonly list: Int32Array
  /** Counting required nodes, laid out like `list`. */
  readonly mustAt: Int32Array
  readonly must: Int32Array
  /** Groups and levels whose rule names node i, laid out like `list`. */
  readonly dependentsAt: Int32Array
  readonly dependents: Int32Array
  /** Groups and levels only, each after everything its rule names. */
  readonly order: Int32Array
  /** The position of a node in `order`; -1 for skills. */
  readonly rank: Int32Array
}

/** The suffix of a node's manual-pass child [3.12]. */
const MANUAL = '/manual'

/** The pass point of a grade kind [R7.1]: 1 for kind 1, else the scheme's pass value, else 0 [4.18]. */
export function passPointOf(kind: number | undefined, grades: readonly PassValue[]): number {
  if (kind === undefined) return 0
  if (kind === 1) return 1
  return grades.find((g) => g.grade === kind)?.pass ?? 0
}

/** The present pass point of a node; 1 for the manual child of a group or level; 0 = not assessable or unknown. */
export function passPoint(scheme: Scheme, nodeId: string): number {
  const index = scheme.index.get(nodeId)
  if (index !== undefined) return scheme.pass[index] ?? 0
  return overriddenNode(scheme, nodeId) === undefined ? 0 : 1
}

/** The index of the group or level of a manual-pass id (`…/manual`); undefined for any other id. */
export function overriddenNode(scheme: Scheme, nodeId: string): number | undefined {
  if (!nodeId.endsWith(MANUAL)) return undefined
  const index = scheme.index.get(nodeId.slice(0, -MANUAL.length))
  return index === undefined || scheme.skill[index] === 1 ? undefined : index
}

/**
 * The nodes that a group's or level's rule names: its list, or else all children, and those it requires. Deleted ids
 * are left out.
 */
function ruleOf(node: EngineNode, index: ReadonlyMap<string, number>): { list: number[]; must: number[] } {
  const known = (ids: readonly string[]) => [...new Set(ids)].flatMap((id) => index.get(id) ?? [])
  return {
    list: known(node.completion ? node.completion[0] : node.children.map((child) => child.id)),
    must: known(node.required ?? []),
  }
}

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
    const at = flat.nodes.length
    flat.nodes.push(top.node)
    flat.parent.push(top.parent)
    flat.index.set(top.node.id, at)
    for (let k = top.node.children.length - 1; k >= 0; k--) {
      const child = top.node.children[k]
      if (child) stack.push({ node: child, parent: at })
    }
  }
  return flat
}

type Rules = readonly { list: number[]; must: number[] }[]

/**
 * Sorts groups and levels so that each stands after everything its rule names, or returns the first cycle found. It is
 * a depth-first search; iterative, because a chain of rules may be as long as the tree.
 */
function sortRules(nodes: readonly EngineNode[], rules: Rules): { order: number[] } | { cycle: number[] } {
  // 0 = not visited, 1 = on the path, 2 = done
  const seen = new Uint8Array(nodes.length)
  const order: number[] = []
  for (let root = 0; root < nodes.length; root++) {
    if (seen[root] !== 0) continue
    const path: { at: number; next: number }[] = [{ at: root, next: 0 }]
    seen[root] = 1
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const rule = rules[top.at]
      const named = rule ? rule.list.length + rule.must.length : 0
      if (!rule || top.next === named) {
        seen[top.at] = 2
        if (nodes[top.at]?.t !== 's') order.push(top.at)
        path.pop()
        continue
      }
      const to = (top.next < rule.list.length ? rule.list[top.next] : rule.must[top.next - rule.list.length]) ?? 0
      top.next++
      if (seen[to] === 1) return { cycle: [...path.slice(path.findIndex((p) => p.at === to)).map((p) => p.at), to] }
      if (seen[to] === 0) {
        seen[to] = 1
        path.push({ at: to, next: 0 })
      }
    }
  }
  return { order }
}

/** The first circle of rules [R5.6] as node ids, the first one again at the end; null when there is none. */
export function requirementCycle(roots: readonly EngineNode[]): string[] | null {
  const flat = flatten(roots)
  const sorted = sortRules(
    flat.nodes,
    flat.nodes.map((node) => ruleOf(node, flat.index)),
  )
  return 'cycle' in sorted ? sorted.cycle.map((at) => flat.nodes[at]?.id ?? '') : null
}

/** Lists as one array: list i is `flat[at[i]]` to `flat[at[i + 1] - 1]`. */
function rows(lists: readonly number[][]): { at: Int32Array; flat: Int32Array } {
  const at = new Int32Array(lists.length + 1)
  lists.forEach((list, i) => (at[i + 1] = (at[i] ?? 0) + list.length))
  return { at, flat: Int32Array.from(lists.flat()) }
}

/**
 * Compiles a tree; `grades` are the scheme's pass values. Throws when rules form a circle: such a tree cannot be saved
 * (`requirementCycle`).
 */
export function compileScheme(roots: readonly EngineNode[], grades: readonly PassValue[]): Scheme {
  const { nodes, parent, index } = flatten(roots)
  const n = nodes.length
  const rules = nodes.map((node) => ruleOf(node, index))
  const sorted = sortRules(nodes, rules)
  if ('cycle' in sorted)
    throw new Error(`cyclic completion rules: ${sorted.cycle.map((at) => nodes[at]?.id).join(' → ')}`)

  const skill = new Uint8Array(n)
  const manual = new Uint8Array(n)
  const pass = new Uint8Array(n)
  const counts = new Uint8Array(n)
  const skipped = new Uint8Array(n)
  nodes.forEach((node, i) => {
    skipped[i] = node.skipped === true || skipped[parent[i] ?? -1] === 1 ? 1 : 0
    skill[i] = node.t === 's' ? 1 : 0
    manual[i] = node.t !== 's' && node.completion_type === 'manual' ? 1 : 0
    pass[i] = node.t === 's' ? passPointOf(node.grade, grades) : 0
    counts[i] = node.t === 's' && pass[i] !== 0 && skipped[i] === 0 ? 1 : 0
  })
  for (const i of sorted.order) {
    if (skipped[i] === 0 && (manual[i] === 1 || rules[i]?.list.some((to) => counts[to] === 1))) counts[i] = 1
  }

  const lists = rules.map((rule, i) => (skill[i] === 1 ? [] : rule.list.filter((to) => counts[to] === 1)))
  const musts = rules.map((rule, i) => (skill[i] === 1 ? [] : rule.must.filter((to) => counts[to] === 1)))
  const need = Int32Array.from(lists, (list, i) => Math.min(nodes[i]?.completion?.[1] ?? list.length, list.length))

  const skillsBelow = new Int32Array(n)
  for (let i = n - 1; i >= 0; i--) {
    const up = parent[i] ?? -1
    if (up >= 0) skillsBelow[up] = (skillsBelow[up] ?? 0) + (skill[i] === 1 ? (counts[i] ?? 0) : (skillsBelow[i] ?? 0))
  }

  const dependents: number[][] = nodes.map(() => [])
  lists.forEach((list, i) => new Set([...list, ...(musts[i] ?? [])]).forEach((to) => dependents[to]?.push(i)))
  const rank = new Int32Array(n).fill(-1)
  sorted.order.forEach((i, position) => (rank[i] = position))
  const listRows = rows(lists)
  const mustRows = rows(musts)
  const dependentRows = rows(dependents)
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
    listAt: listRows.at,
    list: listRows.flat,
    mustAt: mustRows.at,
    must: mustRows.flat,
    dependentsAt: dependentRows.at,
    dependents: dependentRows.flat,
    order: Int32Array.from(sorted.order),
    rank,
  }
}

/**
 * Everything of a scheme on which progress depends, as one text. Two schemes with the same text give every member the
 * same progress. Titles, content and pass values are left out; a mark is judged by its own pass grade [R7.2].
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
