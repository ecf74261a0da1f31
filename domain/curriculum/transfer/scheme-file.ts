import type { Section, Words } from '#domain/curriculum/content.ts'
import type { Settings } from '#domain/curriculum/edits/scheme-settings.ts'
import type { ConflictCode } from './merge-file.ts'
import type { Marks } from './scheme-marks.ts'
import { isNodeId, MOST_NODES, type AuthorNode } from '#domain/curriculum/tree.ts'
import { requirementCycle, type EngineNode } from '#domain/curriculum/scheme.ts'

/** A whole scheme as a file: what authors have of it, and nothing of members. */
export interface SchemeFile extends Settings {
  format: 'rungs-scheme'
  version: 1
  name: Words
  /** Parents before children, siblings in their order. */
  nodes: AuthorNode[]
  /** What they are at this moment: brought in again, the file tells by them who changed what. */
  marks?: Marks
}

/** Something of a file that did not fit. `at` names it: a line of a CSV file or a node's id. */
export interface ImportProblem {
  at: string
  code: ImportProblemCode
  /** What it said. */
  what: string
}
export type ImportProblemCode =
  | 'NO_TITLE'
  | 'UNKNOWN_TYPE'
  | 'UNKNOWN_PARENT'
  | 'UNDER_SKILL'
  | 'UNKNOWN_GRADE'
  | 'INVALID_ID'
  | 'ID_TAKEN'
  | 'RULE_LEFT_OUT'
  | 'CONTENT_LEFT_OUT'
  | 'TOO_MANY_NODES'
  | 'UNKNOWN_COLUMN'
  | 'SECTION_UNKNOWN'
  | 'VIDEO_UNKNOWN'
  | 'FILE_UNKNOWN'
  | 'LANGUAGE_UNKNOWN'
  | 'SCALE_DIFFERS'
  | ConflictCode

/**
 * The nodes of a file that can stand in a tree together; all else is told. A node whose parent is left out is left out
 * too; of a rule that cannot hold, the node stays and has the rule that everything below it makes. `here` are nodes that
 * there are already, which those of the file may stand under and name.
 */
export function fitNodes(
  given: readonly AuthorNode[],
  here: Nodes = new Map(),
): { nodes: AuthorNode[]; problems: ImportProblem[] } {
  const problems: ImportProblem[] = []
  const kept = new Map<string, AuthorNode>()
  for (const node of given) {
    const wrong = wrongNode(kept, node, here)
    if (wrong)
      problems.push({ at: node.id, code: wrong, what: wrong === 'UNKNOWN_PARENT' ? (node.parentId ?? '') : '' })
    else kept.set(node.id, withOwnKeys(node, problems))
  }
  for (const node of kept.values()) {
    const ruled = withRule((id) => kept.has(id) || here.has(id), node)
    if (ruled === node) continue
    problems.push({ at: node.id, code: 'RULE_LEFT_OUT', what: '' })
    kept.set(node.id, ruled)
  }
  // each turn takes one rule of a circle away, and only rules can close one
  for (let cycle = requirementCycle(engineOf(kept)); cycle; cycle = requirementCycle(engineOf(kept))) {
    const id = cycle.find((one) => {
      const node = kept.get(one)
      return node && (node.completion !== null || node.required.length > 0)
    })
    const node = kept.get(id ?? '')
    if (!node) throw new Error('a circle without rules')
    problems.push({ at: node.id, code: 'RULE_LEFT_OUT', what: cycle.join(', ') })
    kept.set(node.id, { ...node, completion: null, required: [] })
  }
  return { nodes: [...kept.values()], problems }
}

type Nodes = ReadonlyMap<string, AuthorNode>

function wrongNode(kept: Nodes, node: AuthorNode, here: Nodes): ImportProblemCode | null {
  if (!isNodeId(node.id)) return 'INVALID_ID'
  if (kept.has(node.id)) return 'ID_TAKEN'
  if (kept.size >= MOST_NODES) return 'TOO_MANY_NODES'
  if (!Object.values(node.title).some((text) => text.trim() !== '')) return 'NO_TITLE'
  // what is a skill here stays one, whatever the file says
  const parent = node.parentId === null ? null : (here.get(node.parentId) ?? kept.get(node.parentId))
  if (parent === undefined) return 'UNKNOWN_PARENT'
  return parent?.t === 's' ? 'UNDER_SKILL' : null
}

function withOwnKeys(node: AuthorNode, problems: ImportProblem[]): AuthorNode {
  const keys = new Set<string>()
  const content = node.content.filter(({ key }) => !keys.has(key) && keys.add(key))
  if (content.length < node.content.length) problems.push({ at: node.id, code: 'CONTENT_LEFT_OUT', what: '' })
  return content.length < node.content.length ? { ...node, content } : node
}

/** The node with what of its rule and kind can hold among these nodes. */
function withRule(there: (id: string) => boolean, node: AuthorNode): AuthorNode {
  if (node.t === 's') {
    const fits = !node.completion && node.required.length === 0 && node.completionType === 'automated'
    return fits ? node : { ...node, completion: null, required: [], completionType: 'automated' }
  }
  const known = (id: string) => id !== node.id && there(id)
  const { completion, required } = node
  const listFits =
    !completion ||
    (completion.ids.every(known) &&
      new Set(completion.ids).size === completion.ids.length &&
      Number.isInteger(completion.count) &&
      completion.count >= 1 &&
      completion.count <= completion.ids.length)
  if (listFits && required.every(known) && node.grade === null) return node
  return { ...node, grade: null, completion: listFits ? completion : null, required: required.filter(known) }
}

function engineOf(kept: Nodes): EngineNode[] {
  const made = new Map<string, EngineNode & { children: EngineNode[] }>()
  const roots: EngineNode[] = []
  for (const { id, parentId, t, completion, required } of kept.values()) {
    const node = {
      id,
      t,
      ...(completion ? { completion: [[...completion.ids], completion.count] as [string[], number] } : {}),
      required: [...required],
      children: [],
    }
    made.set(id, node)
    ;(parentId === null ? roots : made.get(parentId)?.children)?.push(node)
  }
  return roots
}

/** Keeps the sections that `may` allows, and tells of the others. */
export function fitContent(
  nodes: readonly AuthorNode[],
  may: (section: Section, node: string) => boolean,
): { nodes: AuthorNode[]; problems: ImportProblem[] } {
  const problems: ImportProblem[] = []
  const fitted = nodes.map((node) => {
    const left = node.content.filter((section) => !may(section, node.id))
    for (const { type } of left) problems.push({ at: node.id, code: 'CONTENT_LEFT_OUT', what: type })
    return left.length === 0 ? node : { ...node, content: node.content.filter((section) => may(section, node.id)) }
  })
  return { nodes: fitted, problems }
}
