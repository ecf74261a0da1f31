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
/**
 * A device's edit number `seq`. Its `chain` holds the edits that the device made since it last loaded the plan, which
 * had the revision `base` then. A `title` of null deletes the plan.
 */
const edit = (seq: number, chain: string, base: number, title: string | null): PlanEdit => ({
  opId: `op-${chain}-${seq}`,
  planId: 'plan',
  chain,
  seq,
  base,
  content: title === null ? null : content(title),
})

/** Plans as the server stores them. */
class PlanStore {
  readonly plans = new Map<string, StoredPlan>()
  apply(planEdit: PlanEdit) {
    const outcome = applyPlanEdit((id) => this.plans.get(id), planEdit)
    if (outcome.kind === 'written') this.plans.set(outcome.plan.id, outcome.plan)
    return outcome.kind
  }
  titles = () => [...this.plans.values()].filter((plan) => !plan.deleted).map((plan) => plan.content.title)
}

describe('a plan', () => {
  test('is changed by edits that are based on its revision, and by later edits of the same chain', () => {
    const store = new PlanStore()
    store.apply(edit(1, 'a', 0, 'Floats'))
    store.apply(edit(2, 'a', 0, 'Floats and glides'))
    expect(store.apply(edit(1, 'b', 2, 'Glides'))).toBe('written')
    expect(store.titles()).toEqual(['Glides'])
    expect(store.plans.get('plan')?.revision).toBe(3)
  })

  test('keeps a text that is based on an older revision as a copy, with all later edits of its chain', () => {
    const store = new PlanStore()
    store.apply(edit(1, 'a', 0, 'Floats'))
    store.apply(edit(2, 'b', 1, 'Glides'))
    store.apply(edit(7, 'c', 1, 'Kicks'))
    store.apply(edit(8, 'c', 1, 'Kicks and dives'))
    expect(store.titles()).toEqual(['Glides', 'Kicks and dives'])
    // a copy has the id of the chain that made it
    expect(store.plans.get('c')).toMatchObject({ copyOf: 'plan', revision: 2 })
  })

  test('is not deleted by an edit that is based on an older revision', () => {
    const store = new PlanStore()
    store.apply(edit(1, 'a', 0, 'Floats'))
    store.apply(edit(2, 'b', 1, 'Glides'))
    expect(store.apply(edit(3, 'c', 1, null))).toBe('stale')
    expect(store.apply(edit(3, 'd', 2, null))).toBe('written')
    // a deleted plan stays deleted; a text that arrives for it becomes a copy
    expect(store.apply(edit(4, 'c', 1, null))).toBe('superseded')
    expect(store.apply(edit(5, 'e', 2, 'Dives'))).toBe('written')
    expect(store.titles()).toEqual(['Dives'])
  })

  test('needs a title, a unique id for each part and a size that fits into one push, and lasts as long as its activities', () => {
    const [sectionId, blockId] = [crypto.randomUUID(), crypto.randomUUID()]
    const block = { id: blockId, type: 'activity' as const, text: 'Swim', minutes: 5 }
    const sections = [
      {
        id: sectionId,
        title: 'Warm-up',
        // the second block has an id of its own, and no duration
        blocks: [block, { ...block, id: crypto.randomUUID(), minutes: null }],
      },
    ]
    expect(planProblem(content('  '))).toBe('title')
    expect(planProblem({ ...content('A'), sections })).toBe(null)
    expect(planProblem({ ...content('A'), sections: [...sections, { id: blockId, title: '', blocks: [] }] })).toBe(
      'sections',
    )
    // 30 texts of the greatest length are more characters than a whole plan may have
    const longBlocks = Array.from({ length: 30 }, (_, k) => ({
      ...block,
      id: `${k}`,
      text: 'x'.repeat(PLAN_LIMITS.text),
    }))
    expect(planProblem({ ...content('A'), sections: [{ id: sectionId, title: '', blocks: longBlocks }] })).toBe(
      'sections',
    )
    expect(planMinutes(sections)).toBe(5)
  })
})

/** A device: the revision of the plan that it saw last, and the chain of its edits since then. */
interface Writer {
  seq: number
  base: number
  chain: string
}

const randomEdit = fc.record({
  /** Which of the three devices writes. */
  writer: fc.nat(2),
  /** The device loads the plan before it writes. */
  loads: fc.boolean(),
  deletes: fc.boolean(),
})

describe('any edits of several devices to one plan', () => {
  test('overwrite a text only from a device that has seen or written it', () => {
    fc.assert(
      fc.property(fc.array(randomEdit, { maxLength: 30 }), (randomEdits) => {
        const store = new PlanStore()
        const writers: Writer[] = [0, 1, 2].map((k) => ({ seq: 0, base: 0, chain: `${k}-0` }))
        for (const [k, { writer, loads, deletes }] of randomEdits.entries()) {
          const device = writers[writer]
          if (!device) throw new Error('no writer')
          const stored = store.plans.get('plan')
          if (loads) Object.assign(device, { base: stored?.revision ?? 0, chain: `${writer}-${k}` })
          const before = new Map(store.plans)
          const planEdit = edit(++device.seq, device.chain, device.base, deletes && stored ? null : `text ${k}`)
          const outcome = store.apply(planEdit)
          for (const [id, plan] of store.plans) {
            const overwritten = before.get(id)
            if (!overwritten || overwritten === plan) continue
            const wroteIt = overwritten.last.chain === planEdit.chain
            const sawIt = id === 'plan' && planEdit.base === overwritten.revision
            expect(wroteIt || sawIt).toBe(true)
          }
          if (planEdit.content && outcome === 'written') expect(store.titles()).toContain(`text ${k}`)
          // a text is never refused, and an edit that was written changes nothing when it arrives again
          expect(outcome === 'stale' && planEdit.content !== null).toBe(false)
          const after = new Map(store.plans)
          if (outcome === 'written') expect(store.apply(planEdit)).toBe('superseded')
          expect(store.plans).toEqual(after)
        }
      }),
      { numRuns: 500, seed: 3 },
    )
  })

  test('leave the same texts in whatever order they arrive', () => {
    /** How many edits each of two devices has made. */
    const counts = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }))
    fc.assert(
      fc.property(counts, fc.infiniteStream(fc.boolean()), ([firstCount, secondCount], picksFirst) => {
        const store = new PlanStore()
        store.apply(edit(1, 'begin', 0, 'Floats'))
        const queues = [firstCount, secondCount].map((count, k) =>
          Array.from({ length: count }, (_, index) => edit(10 + index, `${k}`, 1, `device ${k}, ${index}`)),
        )
        while (queues.some((queue) => queue.length > 0)) {
          const picked = picksFirst.next().value ? 0 : 1
          const next = queues[picked]?.shift() ?? queues[1 - picked]?.shift()
          if (next) store.apply(next)
        }
        expect(store.titles().toSorted()).toEqual([`device 0, ${firstCount - 1}`, `device 1, ${secondCount - 1}`])
      }),
      { numRuns: 200, seed: 5 },
    )
  })
})
