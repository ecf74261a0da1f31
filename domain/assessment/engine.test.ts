import { describe, expect, test } from 'vitest'
import { currentLevel } from './current-level.ts'
import { evaluate, type Result } from './engine.ts'
import { explain } from './explain.ts'
import { compileScheme, passPointOfNode, requirementCycle, type EngineNode } from '#domain/curriculum/scheme.ts'

const GRADES = [
  { grade: 2, pass: 2 },
  { grade: 3, pass: 3 },
  { grade: 5, pass: 4 },
]

const skill = (id: string, grade = 3, more: Partial<EngineNode> = {}): EngineNode => ({
  id,
  t: 's',
  grade,
  children: [],
  ...more,
})
const level = (id: string, children: EngineNode[], more: Partial<EngineNode> = {}): EngineNode => ({
  id,
  t: 'l',
  children,
  ...more,
})
/** The skills s1, s2 and so on below `parentId`. */
const skills = (n: number, parentId = '/l', grade = 3) =>
  Array.from({ length: n }, (_, k) => skill(`${parentId}/s${k + 1}`, grade))
/** A result; without another `pass` it has the pass grade of the skills above, 3. */
const mark = (grade: number, ts = 10, pass = 3): Result => ({
  grade,
  pass,
  ts,
  since: grade >= pass && pass > 0 ? ts : null,
})
/** The result of a manual pass (`…/manual`). */
const manual = (grade: number, ts = 10): Result => ({ grade, pass: 1, ts, since: grade > 0 ? ts : null })
/** Passing results of skills, each a second after the one before. */
const passed = (ids: string[], ts = 10) => ids.map((id, k): [string, Result] => [id, mark(3, ts + k)])

function evaluateTree(roots: EngineNode[], results: [string, Result][]) {
  return evaluate(compileScheme(roots, GRADES), new Map(results))
}

describe('the pass point [R7.1]', () => {
  const scheme = compileScheme(
    [
      level('/l', [
        skill('/l/k1', 1),
        skill('/l/k2', 2),
        skill('/l/k4', 4),
        skill('/l/k5', 5),
        { id: '/l/none', t: 's', children: [] },
      ]),
    ],
    GRADES,
  )
  test('is 1 for kind 1, the scheme’s value for others and 0 where the scheme has none', () => {
    expect(['/l/k1', '/l/k2', '/l/k4', '/l/k5', '/l/none'].map((id) => passPointOfNode(scheme, id))).toEqual([
      1, 2, 0, 4, 0,
    ])
  })
  test('that is 0 makes a skill not assessable, so that it counts for nothing', () => {
    const node = evaluate(
      scheme,
      new Map([
        ['/l/k1', mark(1, 1, 1)],
        ['/l/k2', mark(2, 2, 2)],
        ['/l/k5', mark(4, 3, 4)],
      ]),
    ).node('/l')
    expect(node).toMatchObject({ state: 'passed', percent: 100, completedTs: 3 })
  })
})

describe('a mark [R7.2]', () => {
  test('is judged by the pass grade stored with it, whatever the scheme says now', () => {
    const node = (pass: number) =>
      evaluateTree([level('/l', [skill('/l/a')])], [['/l/a', mark(2, 1, pass)]]).node('/l/a')
    expect(node(2)).toMatchObject({ complete: true, percent: 100 })
    expect(node(3)).toMatchObject({ complete: false, percent: 67 })
  })
  test('of grade 0 or −1 gives no credit, and neither does a missing mark', () => {
    for (const results of [[], [['/l/a', mark(0)]], [['/l/a', mark(-1)]]] as [string, Result][][]) {
      expect(evaluateTree([level('/l', [skill('/l/a')])], results).node('/l')).toMatchObject({
        state: 'available',
        percent: 0,
      })
    }
  })
})

describe('the rule of what counts [R7.3]', () => {
  test('leaves out skipped skills and all below a skipped group', () => {
    const tree = [
      level('/l', [
        skill('/l/a'),
        skill('/l/b', 3, { skipped: true }),
        { id: '/l/g', t: 'sg', skipped: true, children: [skill('/l/g/c')] },
      ]),
    ]
    expect(evaluateTree(tree, [['/l/a', mark(3)]]).node('/l')).toMatchObject({ state: 'passed', percent: 100 })
  })
  test('takes the level back when two of a child’s eight passed skills in "8 of 10" are skipped, which makes it 8 of 8', () => {
    const tenSkills = skills(10)
    const ids = tenSkills.map((s) => s.id)
    const rule: [string[], number] = [ids, 8]
    const results = passed(ids.slice(0, 8))
    expect(evaluateTree([level('/l', tenSkills, { completion: rule })], results).node('/l')?.state).toBe('passed')
    const skipped = tenSkills.map((s, k) => (k < 2 ? { ...s, skipped: true } : s))
    expect(evaluateTree([level('/l', skipped, { completion: rule })], results).node('/l')).toMatchObject({
      state: 'started',
      complete: false,
    })
    expect(
      explain(compileScheme([level('/l', skipped, { completion: rule })], GRADES), new Map(results), '/l'),
    ).toMatchObject({ need: 8, have: 6 })
  })
  test('includes hidden nodes', () => {
    const tree = [level('/l', [skill('/l/a'), skill('/l/b', 3, { hidden: true })])]
    expect(evaluateTree(tree, [['/l/a', mark(3)]]).node('/l')).toMatchObject({ state: 'started', percent: 50 })
  })
  test('includes a manual level without any skill, and no other level without skills', () => {
    expect(evaluateTree([level('/l', [], { completion_type: 'manual' })], []).node('/l')).toMatchObject({
      state: 'completed',
      eligible: true,
    })
    expect(evaluateTree([level('/l', [])], []).node('/l')).toMatchObject({ state: 'available', eligible: false })
  })
})

describe('a group or level is eligible [R7.4]', () => {
  const fourSkills = skills(4)
  const anyTwo: [string[], number] = [fourSkills.map((s) => s.id), 2]
  const tree = [level('/l', fourSkills, { completion: anyTwo, required: ['/l/s4'] })]
  test('when the needed number of listed nodes and every required node are complete', () => {
    expect(evaluateTree(tree, passed(['/l/s1', '/l/s2'])).node('/l')?.eligible).toBe(false)
    expect(evaluateTree(tree, passed(['/l/s1', '/l/s4'])).node('/l')).toMatchObject({ eligible: true, state: 'passed' })
  })
  test('also when the listed nodes are elsewhere in the scheme', () => {
    const roots = [level('/l', skills(1)), level('/m', [], { completion: [['/l/s1'], 1] })]
    expect(evaluateTree(roots, passed(['/l/s1'])).node('/m')?.state).toBe('passed')
  })
})

describe('the manual pass [R7.5]', () => {
  const tree = [level('/l', skills(2))]
  const bothPassed = passed(['/l/s1', '/l/s2'])
  test('above 0 passes a level, which is forced while it is not eligible', () => {
    expect(evaluateTree(tree, [['/l/manual', manual(1)]]).node('/l')).toMatchObject({
      state: 'passed',
      forced: true,
      percent: 100,
    })
    expect(evaluateTree(tree, [...bothPassed, ['/l/manual', manual(1)]]).node('/l')).toMatchObject({
      state: 'passed',
      forced: false,
    })
  })
  test('below 0 revokes an eligible level, and 0 says nothing', () => {
    expect(evaluateTree(tree, [...bothPassed, ['/l/manual', manual(-1)]]).node('/l')).toMatchObject({
      state: 'completed',
      complete: false,
      completedTs: null,
    })
    expect(evaluateTree(tree, [...bothPassed, ['/l/manual', manual(0)]]).node('/l')?.state).toBe('passed')
  })
  test('is what a manual level waits for', () => {
    const byHand = [level('/l', skills(2), { completion_type: 'manual' })]
    expect(evaluateTree(byHand, bothPassed).node('/l')).toMatchObject({ state: 'completed', percent: 100 })
    expect(evaluateTree(byHand, [...bothPassed, ['/l/manual', manual(1, 99)]]).node('/l')).toMatchObject({
      state: 'passed',
      completedTs: 99,
    })
  })
})

test('a level is available, then started, completed and passed [R7.6]', () => {
  const tree = [level('/l', [{ id: '/l/g', t: 'sg', children: skills(2, '/l/g') }], { completion_type: 'manual' })]
  expect(evaluateTree(tree, []).node('/l')?.state).toBe('available')
  expect(evaluateTree(tree, [['/l/g/s1', mark(1)]]).node('/l')?.state).toBe('started')
  expect(evaluateTree(tree, passed(['/l/g/s1', '/l/g/s2'])).node('/l')?.state).toBe('completed')
  expect(evaluateTree(tree, [['/l/manual', manual(1)]]).node('/l')?.state).toBe('passed')
})

describe('the percent of a node [R7.7]', () => {
  test('is the rounded mean of the skills’ grades, each as a share of its pass grade and at most 100', () => {
    expect(
      evaluateTree(
        [level('/l', skills(3))],
        [
          ['/l/s1', mark(1)],
          ['/l/s2', mark(2)],
          ['/l/s3', mark(-1)],
        ],
      ).node('/l')?.percent,
    ).toBe(33)
    expect(evaluateTree([level('/l', skills(8))], [['/l/s1', mark(3)]]).node('/l')?.percent).toBe(13)
  })
  test('counts skills of all depths below', () => {
    const tree = [level('/l', [skill('/l/a'), { id: '/l/g', t: 'sg', children: skills(3, '/l/g') }])]
    expect(evaluateTree(tree, [['/l/g/s1', mark(3)]]).node('/l')?.percent).toBe(25)
  })
  test('is 0 without skills that count, at most 99 before the rule holds and 100 once passed', () => {
    expect(evaluateTree([level('/l', [])], []).node('/l')?.percent).toBe(0)
    const many = skills(300)
    expect(evaluateTree([level('/l', many)], passed(many.slice(1).map((s) => s.id))).node('/l')?.percent).toBe(99)
    const some = skills(4)
    expect(
      evaluateTree([level('/l', some, { completion: [some.map((s) => s.id), 1] })], passed(['/l/s1'])).node('/l')
        ?.percent,
    ).toBe(100)
  })
})

describe('the completed time [R7.8]', () => {
  const fourSkills = skills(4)
  const anyTwo = { completion: [fourSkills.map((s) => s.id), 2] as [string[], number] }
  /** The four skills passed at these times. */
  const passedAt = (times: number[]) => times.map((ts, k): [string, Result] => [`/l/s${k + 1}`, mark(3, ts)])
  /** The completed time of a level with the four skills. */
  const completedTs = (results: [string, Result][], rule: Partial<EngineNode> = anyTwo) =>
    evaluateTree([level('/l', fourSkills, rule)], results).node('/l')?.completedTs
  test('is when as many listed nodes as needed were complete', () => {
    expect(completedTs(passedAt([40, 10, 30, 20]))).toBe(20)
  })
  test('is when the last required node was complete, if that was later', () => {
    expect(completedTs(passedAt([40, 10, 30, 20]), { ...anyTwo, required: ['/l/s1'] })).toBe(40)
  })
  test('is when the rule was met or the manual pass given, whichever was earlier', () => {
    expect(completedTs([...passedAt([40, 10, 30, 20]), ['/l/manual', manual(1, 15)]])).toBe(15)
    expect(completedTs([...passedAt([40, 10, 30, 20]), ['/l/manual', manual(1, 50)]])).toBe(20)
    expect(completedTs([['/l/manual', manual(1, 50)]])).toBe(50)
  })
  test('of a skill is when its unbroken run of passing marks began, not when the last one was made', () => {
    const result = { grade: 3, pass: 3, ts: 90, since: 20 }
    expect(evaluateTree([level('/l', skills(1))], [['/l/s1', result]]).node('/l')?.completedTs).toBe(20)
  })
})

describe('the current level [R7.10]', () => {
  const tree = ['/a', '/b', '/c'].map((id) => level(id, skills(2, id)))
  const current = (results: [string, Result][], levels = ['/a', '/b', '/c'], remoteNodeId: string | null = null) =>
    currentLevel(evaluateTree(tree, results), levels, remoteNodeId)
  test('is the course provider’s when that is among the group’s levels', () => {
    expect(current([], ['/a', '/b'], '/b')).toBe('/b')
    expect(current([], ['/a', '/b'], '/c')).toBe('/a')
  })
  test('is else the first that is started or completed, else the first that is not passed, else the last', () => {
    expect(current([['/b/s1', mark(1)]])).toBe('/b')
    expect(current(passed(['/a/s1', '/a/s2']))).toBe('/b')
    expect(current(passed(['/a/s1', '/a/s2']), ['/a'])).toBe('/a')
  })
  test('is one of all levels when the member has no group', () => {
    expect(current(passed(['/a/s1', '/a/s2']), [])).toBe('/b')
  })
})

describe('the explanation of a level [R7.11]', () => {
  test('names the missing skills of the smallest groups, and a skill that two groups share only once', () => {
    const tree = [
      level(
        '/l',
        [
          { id: '/l/big', t: 'sg', children: skills(3, '/l/big') },
          { id: '/l/small', t: 'sg', children: skills(1, '/l/small') },
          { id: '/l/same', t: 'sg', completion: [['/l/small/s1'], 1], children: [] },
        ],
        { completion: [['/l/big', '/l/small', '/l/same'], 2] },
      ),
    ]
    expect(explain(compileScheme(tree, GRADES), new Map(), '/l')).toMatchObject({
      complete: false,
      need: 2,
      have: 0,
      missing: ['/l/small/s1'],
    })
  })
  test('names the group that only a coach can complete', () => {
    const tree = [level('/l', [{ id: '/l/g', t: 'sg', completion_type: 'manual', children: skills(1, '/l/g') }])]
    expect(explain(compileScheme(tree, GRADES), new Map(passed(['/l/g/s1'])), '/l')).toMatchObject({
      missing: [],
      passes: ['/l/g'],
    })
  })
  test('says when only the pass is missing because it was revoked, and is null for a skill', () => {
    const tree = [level('/l', skills(1))]
    expect(
      explain(compileScheme(tree, GRADES), new Map([...passed(['/l/s1']), ['/l/manual', manual(-1)]]), '/l'),
    ).toMatchObject({ awaitsPass: true, revoked: true, missing: [] })
    expect(explain(compileScheme(tree, GRADES), new Map(), '/l/s1')).toBeNull()
  })
})

test('a cycle of rules is found and named [R5.6]', () => {
  const tree = [
    level('/a', [skill('/a/s')], { required: ['/b'] }),
    level('/b', [skill('/b/s')], { completion: [['/a'], 1] }),
  ]
  expect(requirementCycle(tree)).toEqual(['/a', '/b', '/a'])
  expect(requirementCycle([level('/a', [], { required: ['/a'] })])).toEqual(['/a', '/a'])
  expect(() => compileScheme(tree, GRADES)).toThrow(/cyclic/)
})

test('a scheme of 15,000 nodes, 12 deep and 300 wide, is compiled and evaluated', () => {
  let nodes = 0
  /** A chain of single children, with a skill at depth 12. */
  const deep = (id: string, depth: number): EngineNode => {
    nodes++
    if (depth === 12) return skill(id)
    return { id, t: depth === 1 ? 'l' : 'sg', children: [deep(`${id}/d`, depth + 1)] }
  }
  /** A level with 300 skills. */
  const wide = (id: string): EngineNode => ({
    id,
    t: 'l',
    children: Array.from({ length: 300 }, (_, k) => (nodes++, skill(`${id}/w${k}`))),
  })
  const roots = [
    ...Array.from({ length: 45 }, (_, k) => (nodes++, wide(`/w${k}`))),
    ...Array.from({ length: 125 }, (_, k) => deep(`/d${k}`, 1)),
  ]
  expect(nodes).toBeGreaterThan(15_000)
  const scheme = compileScheme(roots, GRADES)
  const skillIds = scheme.ids.filter((_, i) => scheme.skill[i] === 1)
  const allPassed = evaluate(scheme, new Map(passed(skillIds)))
  expect(scheme.ids.every((id) => allPassed.node(id)?.complete)).toBe(true)
  const withOneCleared = allPassed.with('/d3/d/d/d/d/d/d/d/d/d/d/d', mark(0))
  expect(withOneCleared.node('/d3')).toMatchObject({ state: 'available', percent: 0 })
  expect(withOneCleared.node('/d4')?.state).toBe('passed')
})
