import { scaleOfMark } from '#domain/curriculum/grade-scale.ts'
import type { GradeScale } from '#contract/curriculum/schemes.ts'
import { readGrades } from '#server/curriculum/schemes/queries.ts'
import { queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** The scales of a scheme with their labels, and the kinds that its skills have. */
export interface MarkScales {
  grades: GradeScale[]
  nodes: { grade: number | null }[]
}

const KINDS = tenantStatement(
  'flows/list-kinds-of-scheme-for-export',
  `SELECT DISTINCT grade FROM scheme_nodes
   WHERE client_id = $1 AND scheme_id = $2 AND grade IS NOT NULL AND deleted_at IS NULL`,
)

export async function readMarkScales(tx: Tx, schemeId: string, language: string): Promise<MarkScales> {
  return { grades: await readGrades(tx, schemeId, language), nodes: await queryRows(tx, KINDS, [schemeId]) }
}

/**
 * What a mark was called when it was given, as an import reads it below the title of its skill: the label of its grade,
 * or for a level that a coach decides "passed" or "not passed". Empty where a mark was removed or nothing says it.
 */
export function markWord(
  scales: MarkScales | undefined,
  mark: { node: string; kind: number | null; grade: number; pass: number; ts: number },
): string {
  if (mark.node.endsWith('/manual')) return mark.grade > 0 ? 'passed' : mark.grade < 0 ? 'not passed' : ''
  return (scales && scaleOfMark(scales, mark.kind ?? undefined, mark)?.labels[mark.grade]) ?? ''
}
