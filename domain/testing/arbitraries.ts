import fc from 'fast-check'
import type { Result } from '#domain/assessment/engine.ts'
import type { EngineNode, PassValue } from '#domain/curriculum/scheme.ts'

/** A random scheme (tree and pass values) and a member's results in it. */
interface Case {
  roots: EngineNode[]
  grades: PassValue[]
  results: [string, Result][]
}

/** What a random node is made from; the numbers choose other nodes once the tree is known. */
interface Draft {
  t: 'l' | 'sg' | 's'
  grade: number
  manual: boolean
  skipped: boolean
  hidden: boolean
  /** Which nodes must be complete. `all`: all children, without a list. `own`: listed children. `any`: by `listed`. */
  list: 'all' | 'own' | 'any'
  listed: number[]
  required: number[]
  /** How many nodes of the list are needed. */
  count: number
  parent: number
}

// A value that is named several times occurs more often. The numbers up to 60 are reduced to the number of nodes.
const anyDraft: fc.Arbitrary<Draft> = fc.record({
  t: fc.constantFrom('l', 'sg', 's', 's', 's'),
  grade: fc.integer({ min: 0, max: 8 }),
  manual: fc.boolean(),
  skipped: fc.integer({ min: 0, max: 7 }).map((n) => n === 0),
  hidden: fc.boolean(),
  list: fc.constantFrom('all', 'all', 'own', 'any'),
  listed: fc.array(fc.nat(60), { minLength: 1, maxLength: 8 }),
  required: fc.array(fc.nat(60), { maxLength: 2 }),
  count: fc.integer({ min: 1, max: 8 }),
  parent: fc.nat(60),
})

const result: fc.Arbitrary<Result> = fc
  .record({
    grade: fc.integer({ min: -1, max: 5 }),
    pass: fc.integer({ min: 0, max: 5 }),
    ts: fc.integer({ min: 1, max: 1_000 }),
    /** How long before the mark its unbroken run of passing marks began. */
    runBefore: fc.nat(50),
  })
  .map(({ grade, pass, ts, runBefore }) => ({
    grade,
    pass,
    ts,
    since: pass > 0 && grade >= pass ? Math.max(1, ts - runBefore) : null,
  }))

/** Random trees with results of their nodes. Lists name only later nodes of the tree, so that no circle occurs. */
export const anyCase: fc.Arbitrary<Case> = fc
  .record({
    drafts: fc.array(anyDraft, { minLength: 1, maxLength: 30 }),
    grades: fc.array(fc.record({ grade: fc.integer({ min: 2, max: 8 }), pass: fc.integer({ min: 0, max: 5 }) }), {
      maxLength: 7,
    }),
    marks: fc.array(fc.tuple(fc.nat(60), result), { maxLength: 40 }),
  })
  .map(({ drafts, grades, marks }) => {
    // in the order of the drafts, so that a parent comes before its children
    const nodes: (EngineNode & { children: EngineNode[] })[] = []
    const roots: EngineNode[] = []
    for (const draft of drafts) {
      // the parent is an earlier group or level; about every fourth node is a root
      const parents = nodes.filter((earlier) => earlier.t !== 's')
      const parent = draft.parent % 4 === 0 ? undefined : parents[draft.parent % Math.max(parents.length, 1)]
      const node = {
        id: `${parent?.id ?? ''}/n${nodes.length}`,
        t: draft.t,
        ...(draft.t === 's' && draft.grade > 0 ? { grade: draft.grade } : {}),
        // the even count makes manual nodes rarer: about a quarter instead of half
        ...(draft.t !== 's' && draft.manual && draft.count % 2 === 0 ? { completion_type: 'manual' as const } : {}),
        ...(draft.skipped ? { skipped: true } : {}),
        ...(draft.hidden ? { hidden: true } : {}),
        children: [] as EngineNode[],
      }
      nodes.push(node)
      ;(parent?.children ?? roots).push(node)
    }
    // lists name later nodes only, as the implicit lists of children do
    nodes.forEach((node, index) => {
      const draft = drafts[index]
      if (!draft || node.t === 's') return
      const later = nodes.slice(index + 1)
      const chosen = (numbers: readonly number[]) =>
        numbers.flatMap((number) => later[number % Math.max(later.length, 1)]?.id ?? [])
      const listed = new Set(draft.list === 'own' ? node.children.map((child) => child.id) : chosen(draft.listed))
      if (draft.list !== 'all' && listed.size > 0) node.completion = [[...listed], Math.min(draft.count, listed.size)]
      const required = chosen(draft.required)
      if (required.length > 0) node.required = required
    })
    const results = marks.flatMap(([number, mark]): [string, Result][] => {
      const node = nodes[number % nodes.length]
      if (!node) return []
      if (node.t === 's') return [[node.id, mark]]
      // a manual pass has the grade 1, 0 or -1
      const since = mark.grade > 0 ? mark.ts : null
      return [[`${node.id}/manual`, { ...mark, grade: Math.sign(mark.grade), pass: 1, since }]]
    })
    return { roots, grades, results: [...new Map(results)] }
  })
