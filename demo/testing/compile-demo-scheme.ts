import { compileScheme, type EngineNode, type Scheme } from '#domain/curriculum/scheme.ts'
import { flattenScheme, type DemoScheme } from '../content/scheme.ts'

/** Compiles a curriculum of the demo for the engine. */
export function compileDemoScheme(scheme: DemoScheme): Scheme {
  const flat = flattenScheme(scheme)
  const childrenOf = (parentId: string | null): EngineNode[] =>
    flat
      .filter((node) => node.parentId === parentId)
      .map((node) => ({
        id: node.id,
        t: node.t,
        ...(node.grade === undefined ? {} : { grade: node.grade }),
        ...(node.completion ? { completion: node.completion } : {}),
        completion_type: node.completionType,
        required: node.required,
        hidden: node.hidden ?? false,
        skipped: node.skipped ?? false,
        children: childrenOf(node.id),
      }))
  return compileScheme(childrenOf(null), scheme.grades)
}
