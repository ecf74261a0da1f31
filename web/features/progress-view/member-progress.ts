import type { Score } from '#contract/assessment/linked-member.ts'
import type { Curriculum, SchemeNode } from '#contract/curriculum/schemes.ts'
import { levelAt, schemesOf, type Working } from '#domain/assessment/current-level.ts'
import { evaluate, type Evaluation } from '#domain/assessment/engine.ts'
import { compileScheme, type Scheme } from '#domain/curriculum/scheme.ts'
import { levelProgress, type LevelProgress } from '#domain/assessment/level-progress.ts'

/** A curriculum ready for use: compiled once, with its nodes by id. */
export interface ReadyScheme {
  curriculum: Curriculum
  scheme: Scheme
  nodes: ReadonlyMap<string, SchemeNode>
}

/** What of a member its level is computed from. */
export interface ScoredMember extends Working {
  scores?: Readonly<Record<string, Readonly<Record<string, Score>>>>
}

export interface MemberLevel {
  slug: string
  schemeName: string
  levelTitle: string
  progress: LevelProgress
}

const ready = new WeakMap<Curriculum, ReadyScheme>()

export function prepare(curriculum: Curriculum): ReadyScheme {
  const known = ready.get(curriculum)
  if (known) return known
  const nodes = new Map<string, SchemeNode>()
  const visit = (list: readonly SchemeNode[]) => {
    for (const node of list) {
      nodes.set(node.id, node)
      visit(node.children)
    }
  }
  visit(curriculum.tree)
  const made = { curriculum, scheme: compileScheme(curriculum.tree, curriculum.grades), nodes }
  ready.set(curriculum, made)
  return made
}

function evaluateMember(member: ScoredMember, slug: string, scheme: Scheme): Evaluation {
  return evaluate(scheme, new Map(Object.entries(member.scores?.[slug] ?? {})))
}

/** Where a member stands: its current level in each scheme it works at. Schemes not loaded yet fall out. */
export function levelsOf(member: ScoredMember, schemes: ReadonlyMap<string, ReadyScheme>): MemberLevel[] {
  return schemesOf(member).flatMap((slug): MemberLevel[] => {
    const one = schemes.get(slug)
    if (!one) return []
    const evaluation = evaluateMember(member, slug, one.scheme)
    const levelId = levelAt(member, slug, evaluation)
    const progress = levelId === null ? null : levelProgress(evaluation, levelId)
    if (levelId === null || progress === null) return []
    return [{ slug, schemeName: one.curriculum.name, levelTitle: one.nodes.get(levelId)?.title ?? '', progress }]
  })
}
