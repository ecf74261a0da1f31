import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evaluate } from '#domain/assessment/engine.ts'
import { explainEvaluation } from '#domain/assessment/explain.ts'
import { compileScheme, type EngineNode } from './scheme.ts'
import { anyCase } from '#domain/testing/arbitraries.ts'
import { withoutSkipped } from './without-skipped.ts'

interface Node extends EngineNode {
  completion?: [string[], number]
  required?: string[]
  children: Node[]
}

test('a tree without its skipped nodes gives the same progress and explanations, and its rules name no skipped node', () => {
  fc.assert(
    fc.property(anyCase, ({ roots, grades, results }) => {
      const whole = compileScheme(roots, grades)
      const pruned = withoutSkipped(roots as Node[])
      const left = compileScheme(pruned, grades)
      const kept = whole.ids.filter((_id, at) => whole.skipped[at] === 0)
      expect(left.ids).toEqual(kept)
      const named = left.nodes.flatMap((node) => [...(node.completion?.[0] ?? []), ...(node.required ?? [])])
      expect(named.filter((id) => !kept.includes(id))).toEqual([])
      // marks from before they were skipped still make a level "started" where all is known
      const marks = new Map(results.filter(([id]) => kept.includes(id.replace(/\/manual$/, ''))))
      const [before, after] = [evaluate(whole, marks), evaluate(left, marks)]
      for (const id of kept) {
        expect({ id, ...after.node(id) }).toEqual({ id, ...before.node(id) })
        expect(explainEvaluation(after, id)).toEqual(explainEvaluation(before, id))
      }
    }),
    { numRuns: 500 },
  )
})
