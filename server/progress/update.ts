import { evaluate, type Evaluation, type Result } from '#domain/engine.ts'
import type { Scheme } from '#domain/scheme.ts'
import type { Curricula } from '#server/schemes/curriculum.ts'
import { prepared, type Tx } from '#server/tenancy.ts'
import type { Touched } from '#server/sync/lanes.ts'

interface ResultRow {
  member_id: string
  scheme_id: string
  node_id: string
  grade: number
  pass: number
  ts: number
  since: number | null
}

/** One row of the progress table: groups and levels that are more than untouched. */
interface ProgressRow {
  memberId: string
  schemeId: string
  nodeId: string
  state: string
  percent: number
  forced: boolean
  completedTs: number | null
  level: boolean
}

function rowsOf(memberId: string, schemeId: string, evaluation: Evaluation): ProgressRow[] {
  const { scheme } = evaluation
  const rows: ProgressRow[] = []
  for (const i of scheme.order) {
    const nodeId = scheme.ids[i] ?? ''
    const node = evaluation.node(nodeId)
    if (!node || (node.state === 'available' && node.percent === 0)) continue
    const { state, percent, forced, completedTs } = node
    rows.push({ memberId, schemeId, nodeId, state, percent, forced, completedTs, level: scheme.nodes[i]?.t === 'l' })
  }
  return rows
}

/**
 * Evaluates the locked (member, scheme) pairs from their stored results and writes the rows that differ, awards
 * included, set-based. The caller holds the locks of `lockMemberSchemes`.
 */
export async function updateProgress(
  tx: Tx,
  clientId: string,
  curricula: Curricula,
  pairs: readonly Touched[],
  why: string,
): Promise<void> {
  const ids = [pairs.map((p) => p.memberId), pairs.map((p) => p.schemeId)]
  const { rows } = await tx.query<ResultRow>(
    prepared(
      `SELECT r.member_id, r.scheme_id, node_id, grade, pass, ts, since FROM unnest($1::uuid[], $2::uuid[]) t (m, s)
     JOIN results r ON r.member_id = t.m AND r.scheme_id = t.s`,
      ids,
    ),
  )
  const results = new Map<string, Map<string, Result>>()
  for (const { member_id, scheme_id, node_id, ...result } of rows) {
    const key = `${member_id}/${scheme_id}`
    const of = results.get(key) ?? new Map<string, Result>()
    results.set(key, of.set(node_id, result))
  }
  const now: ProgressRow[] = []
  const schemes = new Map<string, Scheme>()
  for (const schemeId of new Set(pairs.map((p) => p.schemeId))) {
    const compiled = await curricula.scheme(tx, clientId, schemeId)
    if (compiled) schemes.set(schemeId, compiled.scheme)
  }
  for (const { memberId, schemeId } of pairs) {
    const scheme = schemes.get(schemeId)
    if (scheme)
      now.push(...rowsOf(memberId, schemeId, evaluate(scheme, results.get(`${memberId}/${schemeId}`) ?? new Map())))
  }
  const column = (pick: (r: ProgressRow) => unknown, of: readonly ProgressRow[] = now) => of.map(pick)
  await tx.query(
    prepared(
      `WITH now AS (SELECT * FROM unnest($4::uuid[], $5::uuid[], $6::text[], $7::text[], $8::int[], $9::boolean[], $10::bigint[])
        AS t (member_id, scheme_id, node_id, state, percent, forced, completed_ts)),
     gone AS (DELETE FROM progress p USING unnest($2::uuid[], $3::uuid[]) t (m, s)
        WHERE p.member_id = t.m AND p.scheme_id = t.s
          AND NOT EXISTS (SELECT FROM now n WHERE n.member_id = p.member_id AND n.scheme_id = p.scheme_id AND n.node_id = p.node_id))
     INSERT INTO progress AS p (client_id, member_id, scheme_id, node_id, state, percent, forced, completed_ts)
     SELECT $1, * FROM now
     ON CONFLICT (client_id, member_id, scheme_id, node_id) DO UPDATE
       SET state = excluded.state, percent = excluded.percent, forced = excluded.forced, completed_ts = excluded.completed_ts
       WHERE (p.state, p.percent, p.forced, p.completed_ts) IS DISTINCT FROM (excluded.state, excluded.percent, excluded.forced, excluded.completed_ts)`,
      [
        clientId,
        ...ids,
        column((r) => r.memberId),
        column((r) => r.schemeId),
        column((r) => r.nodeId),
        column((r) => r.state),
        column((r) => r.percent),
        column((r) => r.forced),
        column((r) => r.completedTs),
      ],
    ),
  )
  const passed = now.filter((r) => r.level && r.state === 'passed')
  await tx.query(
    prepared(
      `WITH now AS (SELECT * FROM unnest($4::uuid[], $5::uuid[], $6::text[], $7::bigint[], $8::boolean[])
        AS t (member_id, scheme_id, node_id, completed_ts, forced)),
     ended AS (UPDATE awards a SET ended_at = now(), ended_why = $9 FROM unnest($2::uuid[], $3::uuid[]) t (m, s)
        WHERE a.member_id = t.m AND a.scheme_id = t.s AND a.ended_at IS NULL
          AND NOT EXISTS (SELECT FROM now n WHERE n.member_id = a.member_id AND n.scheme_id = a.scheme_id AND n.node_id = a.node_id))
     INSERT INTO awards AS a (client_id, member_id, scheme_id, node_id, completed_ts, forced, title)
     SELECT $1, n.member_id, n.scheme_id, n.node_id, n.completed_ts, n.forced, sn.title FROM now n
     JOIN scheme_nodes sn ON sn.scheme_id = n.scheme_id AND sn.id = n.node_id
     ON CONFLICT (client_id, member_id, scheme_id, node_id) WHERE ended_at IS NULL DO UPDATE
       SET completed_ts = excluded.completed_ts, forced = excluded.forced
       WHERE (a.completed_ts, a.forced) IS DISTINCT FROM (excluded.completed_ts, excluded.forced)`,
      [
        clientId,
        ...ids,
        column((r) => r.memberId, passed),
        column((r) => r.schemeId, passed),
        column((r) => r.nodeId, passed),
        column((r) => r.completedTs, passed),
        column((r) => r.forced, passed),
        why,
      ],
    ),
  )
}
