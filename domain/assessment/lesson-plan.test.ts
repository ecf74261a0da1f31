import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  applyPlanEdit,
  PLAN_LIMITS,
  planProblem,
  planMinutes,
  type PlanContent,
  type PlanEdit,
  type StoredPlan,
} from './lesson-plan.ts'

const content = (title: string): PlanContent => ({ title, schemeSlug: 'swim', sections: [], reminder: '' })
const edit = (seq: number, chain: string, base: number, title: string | null): PlanEdit => ({
  opId: `op-${chain}-${seq}`,
  planId: 'plan',
  chain,
  seq,
  base,
  content: title === null ? null : content(title),
})

/** Plans as a server holds them. */
class Shelf {
  readonly plans = new Map<string, StoredPlan>()
  apply(one: PlanEdit) {
    const outcome = applyPlanEdit((id) => this.plans.get(id), one)
    if (outcome.kind === 'written') this.plans.set(outcome.plan.id, outcome.plan)
    return outcome.kind
  }
  titles = () => [...this.plans.values()].filter((plan) => !plan.deleted).map((plan) => plan.content.title)
}

describe('a plan', () => {
  test('is changed by edits that are based on its revision, and by later edits of the same chain', () => {
    const shelf = new Shelf()
    shelf.apply(edit(1, 'a', 0, 'Floats'))
    shelf.apply(edit(2, 'a', 0, 'Floats and glides'))
    expect(shelf.apply(edit(1, 'b', 2, 'Glides'))).toBe('written')
    expect(shelf.titles()).toEqual(['Glides'])
    expect(shelf.plans.get('plan')?.revision).toBe(3)
  })

  test('keeps a text that is based on an older revision as a copy, with all later edits of its chain', () => {
    const shelf = new Shelf()
    shelf.apply(edit(1, 'a', 0, 'Floats'))
    shelf.apply(edit(2, 'b', 1, 'Glides'))
    shelf.apply(edit(7, 'c', 1, 'Kicks'))
    shelf.apply(edit(8, 'c', 1, 'Kicks and dives'))
    expect(shelf.titles()).toEqual(['Glides', 'Kicks and dives'])
    expect(shelf.plans.get('c')).toMatchObject({ copyOf: 'plan', revision: 2 })
  })

  test('is not deleted by an edit that is based on an older revision', () => {
    const shelf = new Shelf()
    shelf.apply(edit(1, 'a', 0, 'Floats'))
    shelf.apply(edit(2, 'b', 1, 'Glides'))
    expect(shelf.apply(edit(3, 'c', 1, null))).toBe('stale')
    expect(shelf.apply(edit(3, 'd', 2, null))).toBe('written')
    // gone is gone; a text that comes for it is kept beside it
    expect(shelf.apply(edit(4, 'c', 1, null))).toBe('superseded')
    expect(shelf.apply(edit(5, 'e', 2, 'Dives'))).toBe('written')
    expect(shelf.titles()).toEqual(['Dives'])
  })

  test('needs a title, a unique id for each part, and a size that fits into one push', () => {
    const [one, two] = [crypto.randomUUID(), crypto.randomUUID()]
    const block = { id: two, type: 'activity' as const, text: 'Swim', minutes: 5 }
    const sections = [
      { id: one, title: 'Warm-up', blocks: [block, { ...block, id: one.replace(/^./, 'x'), minutes: null }] },
    ]
    expect(planProblem(content('  '))).toBe('title')
    expect(planProblem({ ...content('A'), sections })).toBe(null)
    expect(planProblem({ ...content('A'), sections: [...sections, { id: two, title: '', blocks: [] }] })).toBe(
      'sections',
    )
    const long = Array.from({ length: 30 }, (_, k) => ({ ...block, id: `${k}`, text: 'x'.repeat(PLAN_LIMITS.text) }))
    expect(planProblem({ ...content('A'), sections: [{ id: one, title: '', blocks: long }] })).toBe('sections')
    expect(planMinutes(sections)).toBe(5)
  })
})

/** A device: what it saw last of the plan, and its run of edits since. */
interface Writer {
  seq: number
  base: number
  chain: string
}

const step = fc.record({
  writer: fc.nat(2),
  /** It looks at what stands before it writes. */
  looks: fc.boolean(),
  deletes: fc.boolean(),
})

describe('any edits of several devices to one plan', () => {
  test('overwrite a text only from a device that has seen or written it', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const shelf = new Shelf()
        const writers: Writer[] = [0, 1, 2].map((k) => ({ seq: 0, base: 0, chain: `${k}-0` }))
        for (const [k, { writer, looks, deletes }] of steps.entries()) {
          const at = writers[writer]
          if (!at) throw new Error('no writer')
          const stands = shelf.plans.get('plan')
          if (looks) Object.assign(at, { base: stands?.revision ?? 0, chain: `${writer}-${k}` })
          const before = new Map(shelf.plans)
          const one = edit(++at.seq, at.chain, at.base, deletes && stands ? null : `text ${k}`)
          const outcome = shelf.apply(one)
          for (const [id, plan] of shelf.plans) {
            const was = before.get(id)
            if (!was || was === plan) continue
            expect(was.last.chain === one.chain || (id === 'plan' && one.base === was.revision)).toBe(true)
          }
          if (one.content && outcome === 'written') expect(shelf.titles()).toContain(`text ${k}`)
          // a text is never refused, and the same edit again changes nothing
          expect(outcome === 'stale' && one.content !== null).toBe(false)
          const after = new Map(shelf.plans)
          if (outcome === 'written') expect(shelf.apply(one)).toBe('superseded')
          expect(shelf.plans).toEqual(after)
        }
      }),
      { numRuns: 500, seed: 3 },
    )
  })

  test('leave the same texts in whatever order they arrive', () => {
    const chains = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }))
    fc.assert(
      fc.property(chains, fc.infiniteStream(fc.boolean()), ([one, two], draw) => {
        const shelf = new Shelf()
        shelf.apply(edit(1, 'begin', 0, 'Floats'))
        const queues = [one, two].map((n, k) =>
          Array.from({ length: n }, (_, at) => edit(10 + at, `${k}`, 1, `device ${k}, ${at}`)),
        )
        while (queues.some((queue) => queue.length > 0)) {
          const first = draw.next().value ? 0 : 1
          const next = queues[first]?.shift() ?? queues[1 - first]?.shift()
          if (next) shelf.apply(next)
        }
        expect(shelf.titles().toSorted()).toEqual([`device 0, ${one - 1}`, `device 1, ${two - 1}`])
      }),
      { numRuns: 200, seed: 5 },
    )
  })
})
