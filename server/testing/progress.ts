import { evaluate, type Result } from '#domain/assessment/engine.ts'
import { Curricula } from '#server/curriculum/schemes/curriculum.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** How often a test lets two writers of progress meet; `npm run prove races` does it 1,000 times. */
export const RACE_ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 250)

interface ProgressRow {
  member_id: string
  node_id: string
  state: string
  percent: number
  forced: boolean
  completed_ts: number | null
}

/**
 * The stored progress of a scheme, and the progress that the engine computes from the stored results. Both must be
 * equal.
 */
export async function storedAndEngine(
  tx: Tx,
  clientId: string,
  slug: string,
): Promise<[stored: ProgressRow[], engine: ProgressRow[]]> {
  const { rows: schemes } = await tx.query<{ id: string }>('SELECT id FROM schemes WHERE slug = $1', [slug])
  const schemeId = schemes[0]?.id ?? ''
  const scheme = await new Curricula().scheme(tx, clientId, schemeId)
  if (!scheme) throw new Error(`no scheme ${slug}`)
  const { rows: results } = await tx.query<Result & { member_id: string; node_id: string }>(
    'SELECT member_id, node_id, grade, pass, ts, since FROM results WHERE scheme_id = $1',
    [schemeId],
  )
  const { rows: stored } = await tx.query<ProgressRow>(
    'SELECT member_id, node_id, state, percent, forced, completed_ts FROM progress WHERE scheme_id = $1',
    [schemeId],
  )
  const byMember = new Map<string, Map<string, Result>>()
  for (const { member_id, node_id, ...result } of results) {
    const memberResults = byMember.get(member_id) ?? new Map<string, Result>()
    byMember.set(member_id, memberResults.set(node_id, result))
  }
  const engine = [...byMember].flatMap(([member_id, memberResults]) => {
    const evaluation = evaluate(scheme, memberResults)
    return [...scheme.order].flatMap((index) => {
      const node_id = scheme.ids[index] ?? ''
      const node = evaluation.node(node_id)
      // Nodes without progress have no row.
      if (!node || (node.state === 'available' && node.percent === 0)) return []
      const { state, percent, forced, completedTs: completed_ts } = node
      return [{ member_id, node_id, state, percent, forced, completed_ts }]
    })
  })
  return [sortRows(stored), sortRows(engine)]
}

function sortRows(rows: ProgressRow[]): ProgressRow[] {
  const key = (row: ProgressRow) => row.member_id + row.node_id
  return rows.sort((a, b) => (key(a) < key(b) ? -1 : 1))
}
