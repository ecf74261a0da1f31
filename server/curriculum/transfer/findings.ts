import type { ImportReport } from '#contract/curriculum/scheme-files.ts'
import type { AuthorNode } from '#domain/curriculum/tree.ts'

/** How many of the first nodes are shown, so that one sees which stands below which. */
const SAMPLE = 12

type Findings = Pick<ImportReport, 'found' | 'kinds' | 'scale' | 'scaled' | 'sample'>

/** What was found in a file, for the one who decides about its import. */
export function findingsOf(
  { found, scale, scaled }: Pick<Findings, 'found' | 'scale' | 'scaled'>,
  nodes: readonly AuthorNode[],
  language: string,
): Findings {
  const kinds = { l: 0, sg: 0, s: 0 }
  for (const { t } of nodes) kinds[t]++
  const depths = new Map<string, number>()
  const sample = nodes.slice(0, SAMPLE).map(({ id, parentId, t, title }) => {
    const depth = (depths.get(parentId ?? '') ?? -1) + 1
    depths.set(id, depth)
    return { t, title: title[language] ?? Object.values(title)[0] ?? '', depth }
  })
  return { found, kinds, scale, scaled, sample }
}
