import type { Group } from '#contract/scheduling/groups.ts'
import type { Curriculum, SchemeNode } from '#contract/curriculum/schemes.ts'
import type { CoachMember } from '#contract/assessment/sync.ts'
import { currentLevel } from '#domain/assessment/current-level.ts'
import { evaluate, type Evaluation, type Results } from '#domain/assessment/engine.ts'
import { isInLevels, nodeOfMark } from '#domain/assessment/commands/mark.ts'
import type { NodeState } from '#domain/assessment/commands/state.ts'
import { includesDay } from '#domain/scheduling/period.ts'
import { compileScheme, passPointOfNode, type Scheme } from '#domain/curriculum/scheme.ts'
import { resultsKey, type CoachSnapshot } from '#web/offline/coach-store.ts'

/** A curriculum together with its compiled form, which the progress engine needs. */
export interface CompiledCurriculum {
  curriculum: Curriculum
  scheme: Scheme
}

const curricula = new WeakMap<Curriculum, CompiledCurriculum>()

/** Compiles a curriculum; the result is cached per document. */
export function compileCurriculum(curriculum: Curriculum): CompiledCurriculum {
  const cached = curricula.get(curriculum)
  if (cached) return cached
  const compiled = { curriculum, scheme: compileScheme(curriculum.tree, curriculum.grades) }
  curricula.set(curriculum, compiled)
  return compiled
}

const NO_RESULTS: Results = new Map()
const evaluations = new WeakMap<Results, WeakMap<Scheme, Evaluation>>()

/**
 * The engine's evaluation of a member's results in a curriculum; cached, so it is computed again only when the member's
 * results change.
 */
export function evaluationOf(compiled: CompiledCurriculum, results: Results): Evaluation {
  const byScheme = evaluations.get(results) ?? new WeakMap<Scheme, Evaluation>()
  evaluations.set(results, byScheme)
  const cached = byScheme.get(compiled.scheme)
  if (cached) return cached
  const evaluation = evaluate(compiled.scheme, results)
  byScheme.set(compiled.scheme, evaluation)
  return evaluation
}

export function resultsOf(snapshot: CoachSnapshot, compiled: CompiledCurriculum, memberUuid: string): Results {
  return snapshot.results.get(resultsKey(memberUuid, compiled.curriculum.slug)) ?? NO_RESULTS
}

/** Active members of a group on a date, by first name. */
export function membersOf(
  snapshot: Pick<CoachSnapshot, 'groupMembers' | 'members'>,
  groupId: string,
  date: string,
): CoachMember[] {
  return snapshot.groupMembers
    .filter((link) => link.groupId === groupId && includesDay([link], date))
    .flatMap((link) => snapshot.members.get(link.memberUuid) ?? [])
    .filter((member) => member.status === 'active')
    .sort((a, b) => a.firstname.localeCompare(b.firstname) || a.lastname.localeCompare(b.lastname))
}

export function nodeOf(compiled: CompiledCurriculum, id: string): SchemeNode | undefined {
  const index = compiled.scheme.index.get(id)
  // the compiled scheme holds the document's own node objects
  return index === undefined ? undefined : (compiled.scheme.nodes[index] as SchemeNode | undefined)
}

/** Whether a node counts for progress: it is assessable and not skipped. */
const countsForProgress = (compiled: CompiledCurriculum, id: string) => {
  const index = compiled.scheme.index.get(id)
  return index !== undefined && compiled.scheme.counts[index] === 1
}

/** Whether a node or one above it is hidden: it counts for progress, but coaches do not see it [4.27]. */
export function isHidden(compiled: CompiledCurriculum, node: SchemeNode): boolean {
  if (node.hidden === true) return true
  const parent = node.parentId === null ? undefined : nodeOf(compiled, node.parentId)
  return parent !== undefined && isHidden(compiled, parent)
}

/** The skills below a level that can be marked: assessable, neither skipped nor hidden, in tree order. */
export function skillsOf(compiled: CompiledCurriculum, levelId: string): SchemeNode[] {
  const visibleSkills = (node: SchemeNode): SchemeNode[] => {
    if (node.hidden === true) return []
    return node.t === 's' ? [node] : node.children.flatMap(visibleSkills)
  }
  const level = nodeOf(compiled, levelId)
  return level ? level.children.flatMap(visibleSkills).filter((skill) => countsForProgress(compiled, skill.id)) : []
}

/** Neighbouring skills of a level: those of one skill group, or skills directly below the level (`group` null). */
export interface Section {
  group: SchemeNode | null
  skills: SchemeNode[]
}

/**
 * The visible skills and skill groups of a level in tree order, as its page shows them; also skills that are not
 * assessable.
 */
export function sectionsOf(compiled: CompiledCurriculum, levelId: string): Section[] {
  const sections: Section[] = []
  const walk = (node: SchemeNode, group: SchemeNode | null) => {
    let section: Section = { group, skills: [] }
    sections.push(section)
    for (const child of node.children) {
      if (child.hidden === true || child.skipped === true) continue
      if (child.t === 's') {
        section.skills.push(child)
        continue
      }
      walk(child, child)
      section = { group: null, skills: [] }
      sections.push(section)
    }
  }
  const level = nodeOf(compiled, levelId)
  if (level) walk(level, null)
  return sections.filter(({ group, skills }) => group !== null || skills.length > 0)
}

/** The nearest level above a skill. */
export function levelAbove(compiled: CompiledCurriculum, skill: SchemeNode): SchemeNode | undefined {
  const parent = skill.parentId === null ? undefined : nodeOf(compiled, skill.parentId)
  return parent === undefined || parent.t === 'l' ? parent : levelAbove(compiled, parent)
}

/** Whether a group's assessment levels contain a skill, or the manual pass of a level or skill group. */
export function groupAssesses(compiled: CompiledCurriculum, group: Group, nodeId: string): boolean {
  return isInLevels(group.assessment_levels, pathOf(compiled, nodeOfMark(nodeId)))
}

/** The ids of a node and of all above it; empty for an unknown node. */
function pathOf(compiled: CompiledCurriculum, nodeId: string): string[] {
  const node = nodeOf(compiled, nodeId)
  if (!node) return []
  return node.parentId === null ? [node.id] : [node.id, ...pathOf(compiled, node.parentId)]
}

/** A node as the commands judge it, by the curriculum on the device. */
export function nodeStateOf(compiled: CompiledCurriculum, nodeId: string): NodeState {
  const node = nodeOf(compiled, nodeId)
  return {
    // on a device a scheme's slug stands for its id
    schemeId: compiled.curriculum.slug,
    schemeDeleted: false,
    schemeEditedAt: null,
    node: node
      ? {
          kind: node.t,
          deleted: false,
          path: pathOf(compiled, nodeId),
          passGrades: [passPointOfNode(compiled.scheme, nodeId)],
        }
      : null,
  }
}

/** Every skill of a curriculum that a coach may mark: assessable, neither skipped nor hidden, in tree order. */
export function markableSkills(compiled: CompiledCurriculum): SchemeNode[] {
  return (compiled.scheme.nodes as readonly SchemeNode[]).filter(
    (node) => node.t === 's' && countsForProgress(compiled, node.id) && !isHidden(compiled, node),
  )
}

/** The levels that may be marked in a group, in tree order, without deleted, skipped and hidden ones. */
export function levelsOf(compiled: CompiledCurriculum, group: Group): SchemeNode[] {
  const levelIds = new Set(group.assessment_levels)
  return (compiled.scheme.nodes as readonly SchemeNode[]).filter(
    (node) =>
      node.t === 'l' && levelIds.has(node.id) && countsForProgress(compiled, node.id) && !isHidden(compiled, node),
  )
}

/** The id of the level of this group that a member is at [4.24]; null when the group has none to mark. */
export function currentLevelId(
  compiled: CompiledCurriculum,
  evaluation: Evaluation,
  group: Group,
  member: CoachMember,
): string | null {
  const ids = levelsOf(compiled, group).map((level) => level.id)
  return ids.length === 0 ? null : currentLevel(evaluation, ids, member.current_remote_node_id)
}

/**
 * The title of a member's current level, if only that one may be marked and it is not `levelId`; otherwise null [4.25].
 * Empty when only that one may be marked and the member has none.
 */
export function otherLevelTitle(
  compiled: CompiledCurriculum,
  group: Group,
  currentId: string | null,
  levelId: string,
): string | null {
  if (!group.assessment_level_limit || currentId === levelId) return null
  return nodeOf(compiled, currentId ?? '')?.title ?? ''
}

const visibleTrees = new WeakMap<Curriculum, Curriculum>()

/** The curriculum as coaches read it: without hidden and skipped nodes [4.27]. */
export function visibleCurriculum(curriculum: Curriculum): Curriculum {
  const cached = visibleTrees.get(curriculum)
  if (cached) return cached
  const prune = (nodes: readonly SchemeNode[]): SchemeNode[] =>
    nodes
      .filter((node) => node.hidden !== true && node.skipped !== true)
      .map((node) => ({ ...node, children: prune(node.children) }))
  const visible = { ...curriculum, tree: prune(curriculum.tree) }
  visibleTrees.set(curriculum, visible)
  return visible
}
