import type { Evaluation } from './engine.ts'
import { explainEvaluation } from './explain.ts'
import type { Scheme } from '#domain/curriculum/scheme.ts'

/** Of one skill or group: done, begun (half), open. */
export type RungMark = 'd' | 'h' | 'o'

/** Above this many skills a level shows one rung for each of its groups. */
const MOST_RUNGS = 14

export interface Rung {
  id: string
  mark: RungMark
  /** Must be done whatever else is. */
  compulsory: boolean
}

export interface LevelProgress {
  levelId: string
  /** In tree order. */
  rungs: readonly Rung[]
  /** How many rungs pass the level; all of them unless the rule says "any 8 of 10". */
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

/** Counting skills at or below a node, in tree order. Nodes stand before everything below them, so they lie in one run. */
function skillsBelow(scheme: Scheme, at: number): number[] {
  const skills: number[] = []
  for (let i = at; i < scheme.ids.length; i++) {
    let up = i
    while (up > at) up = scheme.parent[up] ?? -1
    if (up !== at) break
    if (scheme.skill[i] === 1 && scheme.counts[i] === 1) skills.push(i)
  }
  return skills
}

/** One member's way through one level as rungs; null for an id that is no level or group of the scheme. */
export function levelProgress(evaluation: Evaluation, levelId: string): LevelProgress | null {
  const { scheme } = evaluation
  const at = scheme.index.get(levelId)
  const explained = explainEvaluation(evaluation, levelId)
  if (at === undefined || explained === null) return null
  const listed = [...scheme.list.subarray(scheme.listAt[at], scheme.listAt[at + 1])]
  const required = [...scheme.must.subarray(scheme.mustAt[at], scheme.mustAt[at + 1])]
  const flat = listed.every((i) => scheme.skill[i] === 1)
  const skills = [...new Set([...required, ...listed].flatMap((i) => skillsBelow(scheme, i)))].sort((a, b) => a - b)
  const shown =
    !flat && skills.length > MOST_RUNGS ? [...new Set([...required, ...listed])].sort((a, b) => a - b) : skills
  const rungs = shown.map((i): Rung => {
    const id = scheme.ids[i] ?? ''
    return { id, mark: markOfNode(evaluation, id), compulsory: required.includes(i) }
  })
  const spare = flat ? listed.length - explained.need : 0
  return {
    levelId,
    rungs,
    need: rungs.length - spare,
    done: rungs.filter((rung) => rung.mark === 'd').length,
    toGo: explained.complete ? 0 : explained.missing.length,
    state: explained.complete ? 'passed' : explained.awaitsPass ? 'awaits-pass' : 'open',
  }
}
