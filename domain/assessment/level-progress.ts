import type { Evaluation } from './engine.ts'
import { explainEvaluation } from './explain.ts'
import { listedNodes, requiredNodes, type Scheme } from '#domain/curriculum/scheme.ts'

/** The state of a rung. The words are also CSS classes (`SkillMark`). */
export type RungState = 'done' | 'begun' | 'open'

/**
 * A level whose list has groups and that has more skills than this has one rung for each node that its rule names, not
 * one for each skill.
 */
const MAX_RUNGS = 14

/** One step of the ladder that shows a level: a skill or group of the level. */
export interface Rung {
  /** The id of the skill or group. */
  id: string
  state: RungState
  /** The level's rule requires this skill or group besides its list. */
  compulsory: boolean
}

/** A member's progress in one level, drawn as a ladder or a ring of rungs. */
export interface LevelProgress {
  levelId: string
  /** In tree order. */
  rungs: readonly Rung[]
  /** How many rungs must be done: all of them, unless the rule needs some skills of a list only, as "any 8 of 10". */
  need: number
  /** How many rungs are done. */
  done: number
  /** The skills of the level, and how many of them are passed. They are the rungs, unless groups are. */
  skills: { all: number; done: number }
  /** How many skills are still to pass, by `explain`; 0 once the level is passed. */
  toGo: number
  state: 'open' | 'awaits-pass' | 'passed'
}

/** The state of the rung of a node: a skill, group or level is begun when it is started or completed. */
function stateOfRung(evaluation: Evaluation, id: string): RungState {
  const node = evaluation.node(id)
  if (node?.complete === true) return 'done'
  return node !== undefined && node.state !== 'available' ? 'begun' : 'open'
}

/** Indexes of the counting skills at or below a node, in tree order. All nodes below a node follow it directly. */
function skillsAtOrBelow(scheme: Scheme, node: number): number[] {
  const skills: number[] = []
  for (let i = node; i < scheme.ids.length && isAtOrBelow(scheme, i, node); i++)
    if (scheme.skill[i] === 1 && scheme.counts[i] === 1) skills.push(i)
  return skills
}

/** Whether the node at index `i` is the node `ancestor` or below it. */
function isAtOrBelow(scheme: Scheme, i: number, ancestor: number): boolean {
  let up = i
  while (up > ancestor) up = scheme.parent[up] ?? -1
  return up === ancestor
}

/** One member's progress in a level or group as rungs; null for a skill or an unknown id. */
export function levelProgress(evaluation: Evaluation, levelId: string): LevelProgress | null {
  const { scheme } = evaluation
  const level = scheme.index.get(levelId)
  const explained = explainEvaluation(evaluation, levelId)
  if (level === undefined || explained === null) return null
  const listed = [...listedNodes(scheme, level)]
  const required = [...requiredNodes(scheme, level)]
  const listsOnlySkills = listed.every((i) => scheme.skill[i] === 1)
  const named = sortedIndexes([...required, ...listed])
  const skills = sortedIndexes(named.flatMap((i) => skillsAtOrBelow(scheme, i)))
  const shown = !listsOnlySkills && skills.length > MAX_RUNGS ? named : skills
  const rungs = shown.map((i): Rung => {
    const id = scheme.ids[i] ?? ''
    return { id, state: stateOfRung(evaluation, id), compulsory: required.includes(i) }
  })
  // "any 8 of 10" leaves two rungs that need not be done; in a list of groups nobody can say how many skills that is
  const notNeeded = listsOnlySkills ? listed.length - explained.need : 0
  return {
    levelId,
    rungs,
    need: rungs.length - notNeeded,
    done: rungs.filter((rung) => rung.state === 'done').length,
    skills: {
      all: skills.length,
      done: skills.filter((i) => stateOfRung(evaluation, scheme.ids[i] ?? '') === 'done').length,
    },
    toGo: explained.complete ? 0 : explained.missing.length,
    state: explained.complete ? 'passed' : explained.awaitsPass ? 'awaits-pass' : 'open',
  }
}

/** The indexes without duplicates, in tree order. */
function sortedIndexes(indexes: readonly number[]): number[] {
  return [...new Set(indexes)].sort((a, b) => a - b)
}
