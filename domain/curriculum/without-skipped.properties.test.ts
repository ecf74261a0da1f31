import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evaluate } from '#domain/assessment/engine.ts'
import { explainEvaluation } from '#domain/assessment/explain.ts'
import { compileScheme, type EngineNode } from './scheme.ts'
import { anyCase } from '#domain/testing/arbitraries.ts'
import { withoutSkipped } from './without-skipped.ts'

/** A node of a scheme; `withoutSkipped` asks for lists whose type is not readonly. */
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
      const prunedScheme = compileScheme(pruned, grades)
      const keptIds = whole.ids.filter((_id, index) => whole.skipped[index] === 0)
      expect(prunedScheme.ids).toEqual(keptIds)
      const namedByRules = prunedScheme.nodes.flatMap((node) => [
        ...(node.completion?.[0] ?? []),
        ...(node.required ?? []),
      ])
      expect(namedByRules.filter((id) => !keptIds.includes(id))).toEqual([])
      // without marks of skipped skills, because such a mark makes a level "started" in the whole tree only
      const marks = new Map(results.filter(([id]) => keptIds.includes(id.replace(/\/manual$/, ''))))
      const [ofWhole, ofPruned] = [evaluate(whole, marks), evaluate(prunedScheme, marks)]
      for (const id of keptIds) {
        expect({ id, ...ofPruned.node(id) }).toEqual({ id, ...ofWhole.node(id) })
        expect(explainEvaluation(ofPruned, id)).toEqual(explainEvaluation(ofWhole, id))
      }
    }),
    { numRuns: 500 },
  )
})
