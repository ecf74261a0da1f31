import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { evaluate, type Evaluation, type Result } from './engine.ts'
import { explain } from './explain.ts'
import { foldMarks, undoGrade, type MarkEdit } from './mark.ts'
import { compileScheme, requirementCycle, type EngineNode } from '#domain/curriculum/scheme.ts'
import { anyCase } from '#domain/testing/arbitraries.ts'
import { Oracle } from '#domain/testing/oracle.ts'

const RUNS = { numRuns: 5_000 }

/** The states of all nodes by id. */
const statesOf = (evaluation: Evaluation) => evaluation.scheme.ids.map((id) => [id, evaluation.node(id)])

describe('the engine', () => {
  test('gives every node of any scheme the state that a second implementation gives it', () => {
    fc.assert(
      fc.property(anyCase, ({ roots, grades, results }) => {
        const map = new Map(results)
        const evaluation = evaluate(compileScheme(roots, grades), map)
        const oracle = new Oracle(roots, grades, map)
        for (const id of oracle.ids) expect({ id, ...evaluation.node(id) }).toEqual({ id, ...oracle.stateOf(id) })
      }),
      RUNS,
    )
  })

  test('gives the same states whether results arrive one by one or all at once', () => {
    fc.assert(
      fc.property(anyCase, ({ roots, grades, results }) => {
        const scheme = compileScheme(roots, grades)
        let evaluation = evaluate(scheme, new Map())
        for (const [id, result] of results) evaluation = evaluation.with(id, result)
        expect(statesOf(evaluation)).toEqual(statesOf(evaluate(scheme, new Map(results))))
      }),
      RUNS,
    )
  })

  test('gives the same states whatever the order of the results', () => {
    fc.assert(
      fc.property(
        anyCase.chain((engineCase) => {
          const { results } = engineCase
          return fc.tuple(fc.constant(engineCase), fc.shuffledSubarray(results, { minLength: results.length }))
        }),
        ([{ roots, grades, results }, shuffled]) => {
          const scheme = compileScheme(roots, grades)
          expect(statesOf(evaluate(scheme, new Map(shuffled)))).toEqual(statesOf(evaluate(scheme, new Map(results))))
        },
      ),
      RUNS,
    )
  })

  test('gives the states from before when a changed result is set back', () => {
    fc.assert(
      fc.property(anyCase, fc.nat(), ({ roots, grades, results }, pick) => {
        const before = evaluate(compileScheme(roots, grades), new Map(results))
        // a case without results sets one of its first node, and takes it away again
        const [id, result] = results[pick % Math.max(results.length, 1)] ?? ['/n0', undefined]
        const changed = before.with(id, { grade: 5, pass: 1, ts: 5, since: 5 })
        expect(statesOf(changed.with(id, result))).toEqual(statesOf(before))
      }),
      RUNS,
    )
  })

  test('names missing skills and passes that make the node eligible once they are passed', () => {
    fc.assert(
      fc.property(anyCase, ({ roots, grades, results }) => {
        const scheme = compileScheme(roots, grades)
        const map = new Map<string, Result>(results)
        for (const [i, id] of scheme.ids.entries()) {
          const explanation = explain(scheme, map, id)
          // a node that does not count is never eligible
          if (!explanation || scheme.counts[i] === 0) continue
          const { missing, passes, eligible } = explanation
          expect(missing.length + passes.length === 0).toBe(eligible)
          const passed = new Map(map)
          for (const skill of missing) passed.set(skill, { grade: 5, pass: 1, ts: 9, since: 9 })
          for (const group of passes) passed.set(`${group}/manual`, { grade: 1, pass: 1, ts: 9, since: 9 })
          expect(evaluate(scheme, passed).node(id)?.eligible).toBe(true)
        }
      }),
      RUNS,
    )
  })

  test('finds no cycle in acyclic rules, and names the cycle of two rules that need each other', () => {
    fc.assert(
      fc.property(anyCase, ({ roots }) => {
        expect(requirementCycle(roots)).toBeNull()
        const first = roots.find((root) => root.t !== 's' && root.children.some((child) => child.t !== 's'))
        const inner = first?.children.find((child) => child.t !== 's')
        if (!first || !inner) return
        // the first group needs its child, and the child needs the group
        const cyclic: EngineNode = {
          ...first,
          required: [inner.id],
          children: first.children.map((child) => (child === inner ? { ...child, required: [first.id] } : child)),
        }
        const cycle = requirementCycle(roots.map((root) => (root === first ? cyclic : root)))
        expect(cycle?.[0]).toBe(cycle?.at(-1))
        expect(cycle).toContain(inner.id)
      }),
      RUNS,
    )
  })
})

const edit = fc.record({
  device: fc.constantFrom('a', 'b', 'c'),
  /** -1 takes the mark back. */
  grade: fc.integer({ min: -1, max: 3 }),
  ts: fc.integer({ min: 1, max: 100 }),
  /** Milliseconds since the device's edit before. */
  sinceLastEdit: fc.integer({ min: 1, max: 30 }),
})

/** Edits as three devices with running clocks make them. */
const edits = fc.array(edit, { minLength: 1, maxLength: 15 }).map((list) => {
  const lastOfDevice = new Map<string, { seq: number; ms: number }>()
  return list.map(({ device, grade, ts, sinceLastEdit }, k): MarkEdit => {
    const last = lastOfDevice.get(device) ?? { seq: 0, ms: 0 }
    const now = { seq: last.seq + 1, ms: last.ms + sinceLastEdit }
    lastOfDevice.set(device, now)
    return {
      opId: `op${k}`,
      grade,
      pass: 3,
      ts,
      supersededByOwnEdit: false,
      stamp: { ms: now.ms, counter: 0, deviceId: device, deviceSeq: now.seq },
    }
  })
})

describe('a lane', () => {
  test('has the same winner in whatever order the edits of several devices arrive', () => {
    fc.assert(
      fc.property(edits, fc.infiniteStream(fc.nat()), (list, picks) => {
        // any interleaving that keeps each device's own order
        const queues = new Map<string, MarkEdit[]>()
        for (const mark of list) queues.set(mark.stamp.deviceId, [...(queues.get(mark.stamp.deviceId) ?? []), mark])
        const mixed: MarkEdit[] = []
        while (mixed.length < list.length) {
          const open = [...queues.values()].filter((queue) => queue.length > 0)
          const next = open[(picks.next().value ?? 0) % open.length]?.shift()
          if (next) mixed.push(next)
        }
        const inOrder = foldMarks([], list)
        const interleaved = foldMarks([], mixed)
        expect(interleaved.result).toEqual(inOrder.result)
        expect(interleaved.winner.opId).toBe(inOrder.winner.opId)
      }),
      RUNS,
    )
  })

  test('is won by the newest edit of a device, even when its edits arrive backwards', () => {
    fc.assert(
      fc.property(edits, (list) => {
        const backwards = list.toReversed()
        let history: MarkEdit[] = []
        for (const mark of backwards) history = [...history, ...foldMarks(history, [mark]).stored]
        // An edit that arrives again changes nothing, so this fold only says who won. There always is an edit, and the
        // empty object is for the type checker.
        const { winner } = foldMarks(history, [history[0] ?? backwards[0] ?? ({} as MarkEdit)])
        const newest = list.filter((mark) => mark.stamp.deviceId === winner.stamp.deviceId).at(-1)
        expect(winner.stamp.deviceSeq).toBe(newest?.stamp.deviceSeq)
      }),
      RUNS,
    )
  })
})

test('undoing a mark writes the previous grade; when there was none, a skill is unmarked and a manual pass cleared', () => {
  const skill = { nodeId: '/one/a', pass: 3 }
  expect(undoGrade({ grade: 2, pass: 3 }, skill)).toEqual({ grade: 2, pass: 3 })
  expect(undoGrade({ grade: 0, pass: 3 }, skill)).toEqual({ grade: 0, pass: 3 })
  expect(undoGrade(undefined, skill)).toEqual({ grade: -1, pass: 3 })
  expect(undoGrade(undefined, { nodeId: '/one/manual', pass: 1 })).toEqual({ grade: 0, pass: 1 })
})
