import type { Evaluation } from './engine.ts'
import { explainEvaluation } from './explain.ts'
import type { Scheme } from '#domain/curriculum/scheme.ts'

/** How one rung is drawn: `d` done, `h` half (begun), `o` open. */
export type RungMark = 'd' | 'h' | 'o'

/** A level with more skills than this shows one rung for each of its listed groups instead. */
const MOST_RUNGS = 14

/** One skill or group of a level, as it is drawn. */
export interface Rung {
  id: string
  mark: RungMark
  /** The level's rule requires it, besides its list. */
  compulsory: boolean
}

export interface LevelProgress {
  levelId: string
  /** In tree order. */
  rungs: readonly Rung[]
  /** How many rungs must be done: all of them, unless the rule says for example "any 8 of 10". */
  need: number
  done: number
  /** Skills still to pass. */
  toGo: number
  state: 'open' | 'awaits-pass' | 'passed'
}

function markOfNode(evaluation: Evaluation, id: string): RungMark {
  const node = evaluation.node(id)
  if (node?.complete === true) return 'd'
  return node !== undefined && node.state !== 'available' ? 'h' : 'o'
}

/**
 * Indexes of the counting skills at or below a node, in tree order. A node and all below it have consecutive indexes.
 */
function skillsBelow(scheme: Scheme, node: number): number[] {
  const skills: number[] = []
  for (let i = node; i < scheme.ids.length; i++) {
    let up = i
    while (up > node) up = scheme.parent[up] ?? -1
    if (up !== node) break
    if (scheme.skill[i] === 1 && scheme.counts[i] === 1) skills.push(i)
  }
  return skills
}

/** One member's progress in a level or group as rungs; null when the scheme has no such level or group. */
export function levelProgress(evaluation: Evaluation, levelId: string): LevelProgress | null {
  const { scheme } = evaluation
  const level = scheme.index.get(levelId)
  const explained = explainEvaluation(evaluation, levelId)
  if (level === undefined || explained === null) return null
  const listed = [...scheme.list.subarray(scheme.listAt[level], scheme.listAt[level + 1])]
  const required = [...scheme.must.subarray(scheme.mustAt[level], scheme.mustAt[level + 1])]
  const onlySkills = listed.every((i) => scheme.skill[i] === 1)
  const skills = [...new Set([...required, ...listed].flatMap((i) => skillsBelow(scheme, i)))].sort((a, b) => a - b)
  const shown =
    !onlySkills && skills.length > MOST_RUNGS ? [...new Set([...required, ...listed])].sort((a, b) => a - b) : skills
  const rungs = shown.map((i): Rung => {
    const id = scheme.ids[i] ?? ''
    return { id, mark: markOfNode(evaluation, id), compulsory: required.includes(i) }
  })
  const spare = onlySkills ? listed.length - explained.need : 0
  return {
    levelId,
    rungs,
    need: rungs.length - spare,
    done: rungs.filter((rung) => rung.mark === 'd').length,
    toGo: explained.complete ? 0 : explained.missing.length,
    state: explained.complete ? 'passed' : explained.awaitsPass ? 'awaits-pass' : 'open',
  }
}
