import { evaluateInto, newMarks, newProgress, type MarkArrays, type ProgressArrays } from '#domain/assessment/engine.ts'
import { compileScheme, type EngineNode, type Scheme } from '#domain/curriculum/scheme.ts'
import { Random } from '#demo/random.ts'
import { median, type Row } from './table.ts'

const MEMBERS = 100_000
/** So many members have marks of their own; these are evaluated again and again, until `MEMBERS` are reached. */
const DISTINCT = 512
const ROUNDS = 5

/**
 * A tree with `levels` levels, `groups` skill groups in each level and `skills` skills in each group. Every second
 * group is passed with all but two of its skills. All skills are of grade kind 3.
 */
function tree(levels: number, groups: number, skills: number): EngineNode[] {
  return Array.from({ length: levels }, (_, level) => ({
    id: `/l${level}`,
    t: 'l' as const,
    children: Array.from({ length: groups }, (_, group) => {
      const ids = Array.from({ length: skills }, (_, skill) => `/l${level}/g${group}/s${skill}`)
      return {
        id: `/l${level}/g${group}`,
        t: 'sg' as const,
        ...(group % 2 === 0 ? { completion: [ids, Math.max(1, skills - 2)] as [string[], number] } : {}),
        children: ids.map((id) => ({ id, t: 's' as const, grade: 3, children: [] })),
      }
    }),
  }))
}

/** Random marks of `count` members for all skills; grade 3 passes. */
function randomMarks(scheme: Scheme, count: number): MarkArrays[] {
  const random = new Random(7)
  return Array.from({ length: count }, () => {
    const marks = newMarks(scheme)
    for (let node = 0; node < scheme.ids.length; node++) {
      if (scheme.skill[node] === 0) continue
      marks.grade[node] = random.below(4)
      marks.pass[node] = 3
      // a time in the year after November 2023, in seconds
      marks.since[node] = 1_700_000_000 + random.below(30_000_000)
    }
    return marks
  })
}

/** The limit: reads and writes the same arrays once for each node, without any rule. */
function bareLoop(scheme: Scheme, marks: MarkArrays, progress: ProgressArrays): void {
  for (let node = scheme.parent.length - 1; node >= 0; node--) {
    const passes = (marks.grade[node] ?? 0) >= (marks.pass[node] ?? 0) ? 1 : 0
    progress.complete[node] = passes
    progress.eligible[node] = passes
    progress.completedTs[node] = marks.since[node] ?? 0
    progress.credit[node] = (scheme.counts[node] ?? 0) + (scheme.skill[node] ?? 0)
    progress.begun[scheme.parent[node] ?? 0] = passes
  }
}

function seconds(work: () => void): number {
  const began = process.hrtime.bigint()
  work()
  return Number(process.hrtime.bigint() - began) / 1e9
}

/**
 * Measures how fast progress is evaluated: of many members on a small scheme, and of one member on a scheme of about
 * 15,000 nodes.
 */
export async function bench(): Promise<Row[]> {
  const small = compileScheme(tree(10, 3, 9), [{ grade: 3, pass: 3 }])
  const distinctMarks = randomMarks(small, DISTINCT)
  const progress = newProgress(small)
  const secondsForAll = (evaluator: typeof evaluateInto) =>
    seconds(() => {
      for (let member = 0; member < MEMBERS; member++)
        evaluator(small, distinctMarks[member % DISTINCT] ?? newMarks(small), progress)
    })
  const ours: number[] = []
  const bare: number[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const ourSeconds = secondsForAll(evaluateInto)
    const bareSeconds = secondsForAll(bareLoop)
    // in the first round the JavaScript engine compiles the code
    if (round === 0) continue
    ours.push(ourSeconds)
    bare.push(bareSeconds)
  }
  const nodes = MEMBERS * small.ids.length
  const large = compileScheme(tree(50, 10, 29), [{ grade: 3, pass: 3 }])
  const [marks] = randomMarks(large, 1)
  const largeProgress = newProgress(large)
  const times: number[] = []
  for (let round = 0; round < 60; round++)
    if (marks) times.push(seconds(() => evaluateInto(large, marks, largeProgress)) * 1_000)
  return [
    {
      label: `${MEMBERS.toLocaleString('en-GB')} members × ${small.ids.length} nodes`,
      unit: 'nodes/s',
      ours: nodes / median(ours),
      limit: nodes / median(bare),
      moreIsBetter: true,
    },
    {
      label: `one member on ${large.ids.length.toLocaleString('en-GB')} nodes (aim ≤ 2)`,
      unit: 'ms',
      ours: median(times),
      limit: null,
      moreIsBetter: false,
    },
  ]
}
