import type { Section, Words } from '#domain/curriculum/content.ts'
import type { Settings } from '#domain/curriculum/edits/scheme-settings.ts'
import type { ConflictCode } from './merge-file.ts'
import type { SchemeFingerprints } from './scheme-fingerprints.ts'
import { isNodeId, MAX_NODES, type AuthorNode } from '#domain/curriculum/tree.ts'
import { requirementCycle, type EngineNode } from '#domain/curriculum/scheme.ts'

/** A whole scheme as a file, as authors see it. It has no data of members. */
export interface SchemeFile extends Settings {
  format: 'rungs-scheme'
  version: 1
  name: Words
  /** Parents before children, siblings in their order. */
  nodes: AuthorNode[]
  /**
   * The scheme's fingerprints at the time of the export, with which an import finds which side has changed what. They
   * have nothing to do with marks of members.
   */
  marks?: SchemeFingerprints
}

/** Something in a file that cannot be imported as it is. */
export interface ImportProblem {
  /** The line of a CSV file, a node's id, a name, or the type and id of a setting (`section 2`). */
  at: string
  code: ImportProblemCode
  /** The value in the file, or other details; may be empty. */
  what: string
}

export type ImportProblemCode =
  | 'NO_TITLE'
  | 'TITLE_TOO_LONG'
  | 'TEXT_TOO_LONG'
  | 'UNKNOWN_TYPE'
  | 'UNKNOWN_PARENT'
  | 'UNDER_SKILL'
  | 'UNKNOWN_GRADE'
  | 'INVALID_ID'
  | 'ID_TAKEN'
  | 'RULE_LEFT_OUT'
  | 'CONTENT_LEFT_OUT'
  | 'TOO_MANY_NODES'
  | 'MORE_CELLS'
  | 'SECTION_UNKNOWN'
  | 'VIDEO_UNKNOWN'
  | 'FILE_UNKNOWN'
  | 'LANGUAGE_UNKNOWN'
  | 'SCALE_DIFFERS'
  | ConflictCode

/**
 * The nodes of a file that can form a tree; everything else is left out and reported. A node whose parent is left out
 * is left out too. A node with an impossible rule stays without that rule. `targetNodes` are those of the scheme that
 * the file is imported into; nodes of the file may have them as parents and name them in rules.
 */
export function fitNodes(
  nodes: readonly AuthorNode[],
  targetNodes: NodesById = new Map(),
): { nodes: AuthorNode[]; problems: ImportProblem[] } {
  const problems: ImportProblem[] = []
  const kept = new Map<string, AuthorNode>()
  for (const node of nodes) {
    const code = nodeProblem(kept, node, targetNodes)
    if (code !== null)
      problems.push({ at: node.id, code, what: code === 'UNKNOWN_PARENT' ? (node.parentId ?? '') : '' })
    else kept.set(node.id, withUniqueKeys(node, problems))
  }
  for (const node of kept.values()) {
    const corrected = withPossibleRule(node, (id) => kept.has(id) || targetNodes.has(id))
    if (corrected === node) continue
    problems.push({ at: node.id, code: 'RULE_LEFT_OUT', what: '' })
    kept.set(node.id, corrected)
  }
  // each turn removes one rule of a cycle; it ends, because without rules a tree has no cycle
  for (let cycle = requirementCycle(rootsOf(kept)); cycle; cycle = requirementCycle(rootsOf(kept))) {
    const id = cycle.find((candidate) => {
      const node = kept.get(candidate)
      return node && (node.completion !== null || node.required.length > 0)
    })
    const node = kept.get(id ?? '')
    if (!node) throw new Error('a cycle without rules')
    problems.push({ at: node.id, code: 'RULE_LEFT_OUT', what: cycle.join(', ') })
    kept.set(node.id, { ...node, completion: null, required: [] })
  }
  return { nodes: [...kept.values()], problems }
}

type NodesById = ReadonlyMap<string, AuthorNode>

/** Why a node cannot be added to those that are kept so far, or null. */
function nodeProblem(kept: NodesById, node: AuthorNode, targetNodes: NodesById): ImportProblemCode | null {
  if (!isNodeId(node.id)) return 'INVALID_ID'
  if (kept.has(node.id)) return 'ID_TAKEN'
  if (kept.size >= MAX_NODES) return 'TOO_MANY_NODES'
  if (!Object.values(node.title).some((text) => text.trim() !== '')) return 'NO_TITLE'
  // the scheme's node is looked up first: a skill of the scheme stays a skill, whatever the file says
  const parent = node.parentId === null ? null : (targetNodes.get(node.parentId) ?? kept.get(node.parentId))
  if (parent === undefined) return 'UNKNOWN_PARENT'
  return parent?.t === 's' ? 'UNDER_SKILL' : null
}

/** The node with only the first of several sections with the same key. */
function withUniqueKeys(node: AuthorNode, problems: ImportProblem[]): AuthorNode {
  const firstByKey = new Map(node.content.toReversed().map((section) => [section.key, section]))
  const content = node.content.filter((section) => firstByKey.get(section.key) === section)
  if (content.length === node.content.length) return node
  problems.push({ at: node.id, code: 'CONTENT_LEFT_OUT', what: '' })
  return { ...node, content }
}

/**
 * The node without the parts of its rule that are impossible, because its kind has no rule or a named node does not
 * exist. A group or level with a grade loses the grade as well.
 */
function withPossibleRule(node: AuthorNode, exists: (id: string) => boolean): AuthorNode {
  if (node.t === 's') {
    const fits = !node.completion && node.required.length === 0 && node.completionType === 'automated'
    return fits ? node : { ...node, completion: null, required: [], completionType: 'automated' }
  }
  const mayName = (id: string) => id !== node.id && exists(id)
  const { completion, required } = node
  const listFits =
    !completion ||
    (completion.ids.every(mayName) &&
      new Set(completion.ids).size === completion.ids.length &&
      Number.isInteger(completion.count) &&
      completion.count >= 1 &&
      completion.count <= completion.ids.length)
  if (listFits && required.every(mayName) && node.grade === null) return node
  return { ...node, grade: null, completion: listFits ? completion : null, required: required.filter(mayName) }
}

/**
 * The nodes as roots with children, for the search for cycles. Nodes below a node of the target scheme are left out;
 * cycles among them are found when the edits of the import are applied.
 */
function rootsOf(kept: NodesById): EngineNode[] {
  const byId = new Map<string, EngineNode & { children: EngineNode[] }>()
  const roots: EngineNode[] = []
  for (const { id, parentId, t, completion, required } of kept.values()) {
    const node = {
      id,
      t,
      ...(completion ? { completion: [[...completion.ids], completion.count] as [string[], number] } : {}),
      required: [...required],
      children: [],
    }
    byId.set(id, node)
    ;(parentId === null ? roots : byId.get(parentId)?.children)?.push(node)
  }
  return roots
}

/** Keeps the sections that are allowed and reports the others. */
export function fitContent(
  nodes: readonly AuthorNode[],
  isAllowed: (section: Section, nodeId: string) => boolean,
): { nodes: AuthorNode[]; problems: ImportProblem[] } {
  const problems: ImportProblem[] = []
  const fitted = nodes.map((node) => {
    const leftOut = node.content.filter((section) => !isAllowed(section, node.id))
    for (const { type } of leftOut) problems.push({ at: node.id, code: 'CONTENT_LEFT_OUT', what: type })
    return leftOut.length === 0
      ? node
      : { ...node, content: node.content.filter((section) => isAllowed(section, node.id)) }
  })
  return { nodes: fitted, problems }
}
