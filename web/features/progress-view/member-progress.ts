import type { Score } from '#contract/assessment/linked-member.ts'
import type { Curriculum, SchemeNode } from '#contract/curriculum/schemes.ts'
import { currentLevelInScheme, schemeSlugsOf, type LevelInput } from '#domain/assessment/current-level.ts'
import { evaluate, type Evaluation } from '#domain/assessment/engine.ts'
import { compileScheme, type Scheme } from '#domain/curriculum/scheme.ts'
import { levelProgress, type LevelProgress } from '#domain/assessment/level-progress.ts'

/** A curriculum that is compiled for the progress engine, with its nodes by id. */
export interface ReadyScheme {
  curriculum: Curriculum
  scheme: Scheme
  nodes: ReadonlyMap<string, SchemeNode>
}

/** The fields of a member from which its progress is computed. */
export interface ScoredMember extends LevelInput {
  /** The member's results, by the scheme's slug and then by node id. */
  scores?: Readonly<Record<string, Readonly<Record<string, Score>>>>
}

/** A member's current level in one of its schemes. */
export interface MemberLevel {
  /** The scheme's slug. */
  slug: string
  schemeName: string
  levelTitle: string
  progress: LevelProgress
}

/** The compiled form of each curriculum that is still in use. */
const compiled = new WeakMap<Curriculum, ReadyScheme>()

/** Compiles a curriculum, once for each object. */
export function compileOnce(curriculum: Curriculum): ReadyScheme {
  const cached = compiled.get(curriculum)
  if (cached) return cached
  const nodes = new Map<string, SchemeNode>()
  const visit = (list: readonly SchemeNode[]) => {
    for (const node of list) {
      nodes.set(node.id, node)
      visit(node.children)
    }
  }
  visit(curriculum.tree)
  const ready = { curriculum, scheme: compileScheme(curriculum.tree, curriculum.grades), nodes }
  compiled.set(curriculum, ready)
  return ready
}

function evaluateMember(member: ScoredMember, slug: string, scheme: Scheme): Evaluation {
  return evaluate(scheme, new Map(Object.entries(member.scores?.[slug] ?? {})))
}

/** A member's current level in each of its schemes, with its progress. Schemes that are not loaded yet are left out. */
export function levelsOf(member: ScoredMember, schemes: ReadonlyMap<string, ReadyScheme>): MemberLevel[] {
  return schemeSlugsOf(member).flatMap((slug): MemberLevel[] => {
    const ready = schemes.get(slug)
    if (!ready) return []
    const evaluation = evaluateMember(member, slug, ready.scheme)
    const levelId = currentLevelInScheme(member, slug, evaluation)
    const progress = levelId === null ? null : levelProgress(evaluation, levelId)
    if (levelId === null || progress === null) return []
    return [{ slug, schemeName: ready.curriculum.name, levelTitle: ready.nodes.get(levelId)?.title ?? '', progress }]
  })
}
