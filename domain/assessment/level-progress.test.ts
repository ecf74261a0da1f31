import { describe, expect, it } from 'vitest'
import { evaluate, type Result } from './engine.ts'
import { compileScheme, type EngineNode } from '#domain/curriculum/scheme.ts'
import { levelRingText } from './level-ring-text.ts'
import { levelProgress } from './level-progress.ts'
import { doneFirst, fromTopOfLadder } from './rung-order.ts'

const skill = (id: string): EngineNode => ({ id, t: 's', grade: 3, children: [] })
const skillIds = (n: number, parentId = '/l') => Array.from({ length: n }, (_, k) => `${parentId}/${k}`)
const grades = [{ grade: 3, pass: 3 }]
const mark = (grade: number): Result => ({ grade, pass: 3, ts: 1, since: grade >= 3 ? 1 : null })

function progressOf(level: EngineNode, marks: Record<string, number>) {
  const scheme = compileScheme([level], grades)
  return levelProgress(
    evaluate(scheme, new Map(Object.entries(marks).map(([id, grade]) => [id, mark(grade)]))),
    level.id,
  )
}

describe('the rungs of a level', () => {
  it('are its skills in tree order, with their states', () => {
    const level: EngineNode = { id: '/l', t: 'l', children: skillIds(3).map(skill) }
    const progress = progressOf(level, { '/l/0': 3, '/l/2': 1 })
    expect(progress?.rungs.map((rung) => rung.state)).toEqual(['done', 'open', 'begun'])
    expect(progress).toMatchObject({ need: 3, done: 1, toGo: 2, state: 'open' })
  })

  it('need not all be done under the rule "any 2 of 3"', () => {
    const level: EngineNode = { id: '/l', t: 'l', completion: [skillIds(3), 2], children: skillIds(3).map(skill) }
    expect(progressOf(level, { '/l/0': 3 })).toMatchObject({ need: 2, toGo: 1 })
    expect(progressOf(level, { '/l/0': 3, '/l/1': 3 })).toMatchObject({ toGo: 0, state: 'passed' })
  })

  it('wait for the coach’s pass at a manual level', () => {
    const level: EngineNode = { id: '/l', t: 'l', completion_type: 'manual', children: skillIds(1).map(skill) }
    expect(progressOf(level, { '/l/0': 3 })).toMatchObject({ toGo: 0, state: 'awaits-pass' })
  })

  it('are its groups when it has more than 14 skills', () => {
    const groups = ['/l/a', '/l/b'].map((id): EngineNode => ({ id, t: 'sg', children: skillIds(10, id).map(skill) }))
    const level: EngineNode = { id: '/l', t: 'l', children: groups }
    expect(progressOf(level, { '/l/a/0': 3 })?.rungs.map((rung) => [rung.id, rung.state])).toEqual([
      ['/l/a', 'begun'],
      ['/l/b', 'open'],
    ])
  })

  it('stand beside the number of skills, which add up with those to go when the rungs are groups', () => {
    const groups = ['/l/a', '/l/b'].map((id): EngineNode => ({ id, t: 'sg', children: skillIds(10, id).map(skill) }))
    const level: EngineNode = { id: '/l', t: 'l', children: groups }
    const marks = Object.fromEntries([...skillIds(10, '/l/a'), '/l/b/0', '/l/b/1'].map((id) => [id, 3]))
    expect(progressOf(level, marks)).toMatchObject({ done: 1, need: 2, toGo: 8, skills: { all: 20, done: 12 } })
  })

  it('are read from the top of the ladder: what is not started, what is in progress, what is done', () => {
    const rungs = (['done', 'open', 'begun', 'done', 'open'] as const).map((state, n) => ({ id: String(n), state }))
    expect(fromTopOfLadder(rungs).map(({ id }) => id)).toEqual(['1', '4', '2', '0', '3'])
  })

  it('are in a row or ring the other way round', () => {
    expect(doneFirst(['open', 'done', 'begun', 'open', 'done'])).toEqual(['done', 'done', 'begun', 'open', 'open'])
  })

  it('do not exist for a skill or an unknown id', () => {
    const scheme = compileScheme([skill('/s')], grades)
    expect(levelProgress(evaluate(scheme, new Map()), '/s')).toBeNull()
    expect(levelProgress(evaluate(scheme, new Map()), '/x')).toBeNull()
  })
})

describe('the text in a level’s ring', () => {
  it('is the number below the word, the number alone when the word is long, or the first letter', () => {
    expect(levelRingText('Stage 4')).toEqual({ above: 'Stage', middle: '4' })
    expect(levelRingText('Foundation level 2')).toEqual({ above: undefined, middle: '2' })
    expect(levelRingText('Ripple')).toEqual({ above: undefined, middle: 'R' })
  })
})
