import { evaluateInto, newMarks, newProgress, type MarkArrays, type ProgressArrays } from '#domain/assessment/engine.ts'
import { compileScheme, type EngineNode, type Scheme } from '#domain/curriculum/scheme.ts'
import { Random } from '#demo/random.ts'
import { median, type Row } from './table.ts'

const MEMBERS = 100_000
/** The number of members with marks of their own, which are evaluated again and again. */
const DISTINCT = 512
const ROUNDS = 5

/** A tree of levels, skill groups and skills. Every second group needs all but two of its skills. */
function tree(levels: number, groups: number, skills: number): EngineNode[] {
  return Array.from({ length: levels }, (_, l) => ({
    id: `/l${l}`,
    t: 'l' as const,
    children: Array.from({ length: groups }, (_, g) => {
      const ids = Array.from({ length: skills }, (_, s) => `/l${l}/g${g}/s${s}`)
      return {
        id: `/l${l}/g${g}`,
        t: 'sg' as const,
        ...(g % 2 === 0 ? { completion: [ids, Math.max(1, skills - 2)] as [string[], number] } : {}),
        children: ids.map((id) => ({ id, t: 's' as const, grade: 3, children: [] })),
      }
    }),
  }))
}

/** The random marks of `count` members. */
function members(scheme: Scheme, count: number): MarkArrays[] {
  const random = new Random(7)
  return Array.from({ length: count }, () => {
    const marks = newMarks(scheme)
    for (let i = 0; i < scheme.ids.length; i++) {
      if (scheme.skill[i] === 0) continue
      marks.grade[i] = random.below(4)
      marks.pass[i] = 3
      marks.since[i] = 1_700_000_000 + random.below(30_000_000)
    }
    return marks
  })
}

/** The limit: reads and writes the same arrays once for each node, without any rule. */
function bareLoop(scheme: Scheme, marks: MarkArrays, out: ProgressArrays): void {
  const n = scheme.parent.length
  for (let i = n - 1; i >= 0; i--) {
    const passes = (marks.grade[i] ?? 0) >= (marks.pass[i] ?? 0) ? 1 : 0
    out.complete[i] = passes
    out.eligible[i] = passes
    out.completedTs[i] = marks.since[i] ?? 0
    out.credit[i] = (scheme.counts[i] ?? 0) + (scheme.skill[i] ?? 0)
    out.begun[scheme.parent[i] ?? 0] = passes
  }
}

function seconds(work: () => void): number {
  const began = process.hrtime.bigint()
  work()
  return Number(process.hrtime.bigint() - began) / 1e9
}

/** Measures the evaluation of many members on a small scheme, and of one member on a large one. */
export async function bench(): Promise<Row[]> {
  const small = compileScheme(tree(10, 3, 9), [{ grade: 3, pass: 3 }])
  const some = members(small, DISTINCT)
  const out = newProgress(small)
  const each = (evaluator: typeof evaluateInto) => () => {
    for (let m = 0; m < MEMBERS; m++) evaluator(small, some[m % DISTINCT] ?? newMarks(small), out)
  }
  const [ours, bare]: [number[], number[]] = [[], []]
  for (let round = 0; round <= ROUNDS; round++) {
    const a = seconds(each(evaluateInto))
    const b = seconds(each(bareLoop))
    // the first round warms up the compiler
    if (round > 0) {
      ours.push(a)
      bare.push(b)
    }
  }
  const nodes = MEMBERS * small.ids.length
  const large = compileScheme(tree(50, 10, 29), [{ grade: 3, pass: 3 }])
  const [marks] = members(large, 1)
  const largeOut = newProgress(large)
  const times: number[] = []
  for (let k = 0; k < 60; k++) if (marks) times.push(seconds(() => evaluateInto(large, marks, largeOut)) * 1_000)
  return [
    {
      what: `${MEMBERS.toLocaleString('en-GB')} members × ${small.ids.length} nodes`,
      unit: 'nodes/s',
      ours: nodes / median(ours),
      limit: nodes / median(bare),
      more: true,
    },
    {
      what: `one member on ${large.ids.length.toLocaleString('en-GB')} nodes (aim ≤ 2)`,
      unit: 'ms',
      ours: median(times),
      limit: null,
      more: false,
    },
  ]
}
