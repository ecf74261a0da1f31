import { evaluate, type ProgressState, type Result } from '#domain/assessment/engine.ts'
import type { Scheme } from '#domain/curriculum/scheme.ts'
import type { Curricula, LiveScheme } from '#server/curriculum/schemes/curriculum.ts'
import { prepared, type Tx } from '#server/platform/tenancy.ts'

/** One (member, scheme): the unit of locking and of evaluation. */
export interface MemberScheme {
  memberId: string
  schemeId: string
}

/** The same, with the time from which on what changes there counts: the entry of its newest mark, or now. */
export interface ChangedMemberScheme extends MemberScheme {
  atMs: number
}

/** What is stored of one (member, scheme), read under its lock. */
interface StoredPair {
  results: Map<string, Result>
  progress: Map<string, ProgressRow>
  /** Node ids of the levels whose award stands, with what the award says. */
  awards: Map<string, { completedTs: number; forced: boolean }>
}

export interface StoredProgress {
  /** Undefined for a pair that was not asked for. */
  of: (pair: MemberScheme) => StoredPair | undefined
  schemes: ReadonlyMap<string, LiveScheme>
  /** Pairs whose progress was last made by another revision than the live one. */
  outdated: readonly MemberScheme[]
}

/** One row of the progress table: groups and levels that are more than untouched. */
interface ProgressRow extends MemberScheme {
  nodeId: string
  state: ProgressState
  percent: number
  forced: boolean
  completedTs: number | null
}

/** `k` counts the pairs asked for, from 1: ids repeated in thousands of rows cost more than the rows. */
interface Numbered {
  k: number
  node_id: string
}

/** Results, progress and awards of the locked pairs, and their schemes compiled at the live revision; sent as one. */
export async function readStoredProgress(
  tx: Tx,
  clientId: string,
  curricula: Curricula,
  pairs: readonly MemberScheme[],
): Promise<StoredProgress> {
  const ids = [pairs.map((p) => p.memberId), pairs.map((p) => p.schemeId)]
  const rowsOf = async <T>(columns: string, table: string, where = '') => {
    const sql = `SELECT t.k::int, r.node_id, ${columns} FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY t (m, s, k)
      JOIN ${table} r ON r.member_id = t.m AND r.scheme_id = t.s ${where}`
    return (await tx.query<Numbered & T>(prepared(sql, ids))).rows
  }
  const [results, progress, awards, revisions, schemes] = await Promise.all([
    rowsOf<Result>('r.grade, r.pass, r.ts, r.since', 'results'),
    rowsOf<{ state: ProgressState; percent: number; forced: boolean; completed_ts: number | null }>(
      'r.state, r.percent, r.forced, r.completed_ts',
      'progress',
    ),
    rowsOf<{ completed_ts: number; forced: boolean }>('r.completed_ts, r.forced', 'awards', 'AND r.ended_at IS NULL'),
    tx.query<{ k: number; revision: number }>(
      prepared(
        `SELECT t.k::int, ms.revision FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY t (m, s, k)
         JOIN member_schemes ms ON ms.member_id = t.m AND ms.scheme_id = t.s`,
        ids,
      ),
    ),
    curricula.schemes(tx, clientId, [...new Set(ids[1])]),
  ])
  const stored = pairs.map((): StoredPair => ({ results: new Map(), progress: new Map(), awards: new Map() }))
  for (const { k, node_id, grade, pass, ts, since } of results)
    stored[k - 1]?.results.set(node_id, { grade, pass, ts, since })
  for (const { k, node_id: nodeId, state, percent, forced, completed_ts: completedTs } of progress) {
    const pair = pairs[k - 1]
    if (pair) stored[k - 1]?.progress.set(nodeId, { ...pair, nodeId, state, percent, forced, completedTs })
  }
  for (const { k, node_id, completed_ts: completedTs, forced } of awards)
    stored[k - 1]?.awards.set(node_id, { completedTs, forced })
  const byPair = new Map(pairs.map((pair, k) => [keyOf(pair), stored[k]]))
  const outdated = revisions.rows.flatMap(({ k, revision }) => {
    const pair = pairs[k - 1]
    return pair && schemes.get(pair.schemeId)?.revision !== revision ? [pair] : []
  })
  return { of: (pair) => byPair.get(keyOf(pair)), schemes, outdated }
}

function keyOf({ memberId, schemeId }: MemberScheme): string {
  return `${memberId}/${schemeId}`
}

/** What the engine says of groups and levels, by rows as they are stored. */
export function computeProgress<P extends MemberScheme>(
  pair: P,
  scheme: Scheme,
  results: ReadonlyMap<string, Result>,
): (P & ProgressRow)[] {
  const evaluation = evaluate(scheme, results)
  const rows: (P & ProgressRow)[] = []
  for (const i of scheme.order) {
    const nodeId = scheme.ids[i] ?? ''
    const node = evaluation.node(nodeId)
    if (!node || (node.state === 'available' && node.percent === 0)) continue
    const { state, percent, forced, completedTs } = node
    rows.push({ ...pair, nodeId, state, percent, forced, completedTs })
  }
  return rows
}

/** A level of a member that was given or taken back. */
export interface GivenLevel extends ChangedMemberScheme {
  nodeId: string
}

/** What has to be written so that the stored progress is what the engine says. */
interface ProgressDiff {
  progress: ProgressRow[]
  gone: ProgressRow[]
  /** Awards that are new or have changed. */
  awards: (ProgressRow & ChangedMemberScheme)[]
  ended: GivenLevel[]
  /** Those of the awards that did not stand before. */
  given: GivenLevel[]
  outdated: readonly MemberScheme[]
  schemes: StoredProgress['schemes']
}

/** The difference of what the engine says of the stored results and the stored progress. Progress of nodes that are no longer in the scheme, or of a scheme that is gone, stays. */
export function diffProgress(stored: StoredProgress, pairs: readonly ChangedMemberScheme[]): ProgressDiff {
  const asked = new Set(pairs.map(keyOf))
  const found: ProgressDiff = {
    progress: [],
    gone: [],
    awards: [],
    ended: [],
    given: [],
    outdated: stored.outdated.filter((pair) => asked.has(keyOf(pair))),
    schemes: stored.schemes,
  }
  for (const pair of pairs) {
    const scheme = stored.schemes.get(pair.schemeId)?.scheme
    const pairProgress = stored.of(pair)
    if (!scheme || !pairProgress) continue
    const now = computeProgress(pair, scheme, pairProgress.results)
    const nodes = new Set(now.map((row) => row.nodeId))
    const passed = now
      .filter((row) => row.state === 'passed' && scheme.nodes[scheme.index.get(row.nodeId) ?? -1]?.t === 'l')
      // a mark that waited on a tablet may complete a level after newer ones
      .map((row) => ({ ...row, atMs: Math.max(row.atMs, (row.completedTs ?? 0) * 1000) }))
    const levels = new Set(passed.map((row) => row.nodeId))
    found.progress.push(...now.filter((row) => !sameProgress(row, pairProgress.progress.get(row.nodeId))))
    found.gone.push(
      ...[...pairProgress.progress.values()].filter((row) => scheme.index.has(row.nodeId) && !nodes.has(row.nodeId)),
    )
    found.awards.push(
      ...passed.filter((row) => {
        const award = pairProgress.awards.get(row.nodeId)
        return award?.completedTs !== row.completedTs || award.forced !== row.forced
      }),
    )
    found.given.push(...passed.filter((row) => !pairProgress.awards.has(row.nodeId)))
    found.ended.push(
      ...[...pairProgress.awards.keys()]
        .filter((nodeId) => scheme.index.has(nodeId) && !levels.has(nodeId))
        .map((nodeId) => ({ ...pair, nodeId })),
    )
  }
  return found
}

function sameProgress(a: ProgressRow, b: ProgressRow | undefined): boolean {
  return a.state === b?.state && a.percent === b.percent && a.forced === b.forced && a.completedTs === b.completedTs
}

/** Writes the rows that differ, awards included, set-based and sent as one. `why` is kept with awards that end. */
export async function writeProgressDiff(
  tx: Tx,
  clientId: string,
  { progress, gone, awards, ended, outdated, schemes }: ProgressDiff,
  why: string,
): Promise<void> {
  const keys = (of: readonly (MemberScheme & { nodeId: string })[]) => [
    of.map((r) => r.memberId),
    of.map((r) => r.schemeId),
    of.map((r) => r.nodeId),
  ]
  await Promise.all([
    outdated.length > 0 &&
      tx.query(
        prepared(
          `UPDATE member_schemes ms SET revision = t.revision FROM unnest($1::uuid[], $2::uuid[], $3::int[]) t (m, s, revision)
         WHERE ms.member_id = t.m AND ms.scheme_id = t.s`,
          [
            outdated.map((p) => p.memberId),
            outdated.map((p) => p.schemeId),
            outdated.map((p) => schemes.get(p.schemeId)?.revision ?? 0),
          ],
        ),
      ),
    progress.length > 0 &&
      tx.query(
        prepared(
          `INSERT INTO progress (client_id, member_id, scheme_id, node_id, state, percent, forced, completed_ts)
         SELECT $1, * FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::int[], $7::boolean[], $8::bigint[])
         ON CONFLICT (client_id, member_id, scheme_id, node_id) DO UPDATE
           SET state = excluded.state, percent = excluded.percent, forced = excluded.forced, completed_ts = excluded.completed_ts`,
          [
            clientId,
            ...keys(progress),
            progress.map((r) => r.state),
            progress.map((r) => r.percent),
            progress.map((r) => r.forced),
            progress.map((r) => r.completedTs),
          ],
        ),
      ),
    gone.length > 0 &&
      tx.query(
        prepared(
          `DELETE FROM progress p USING unnest($1::uuid[], $2::uuid[], $3::text[]) t (m, s, n)
         WHERE p.member_id = t.m AND p.scheme_id = t.s AND p.node_id = t.n`,
          keys(gone),
        ),
      ),
    ended.length > 0 &&
      tx.query(
        prepared(
          `UPDATE awards a SET ended_at = greatest(t.at, a.given_at), ended_why = $5
         FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[]) t (m, s, n, at)
         WHERE a.member_id = t.m AND a.scheme_id = t.s AND a.node_id = t.n AND a.ended_at IS NULL`,
          [...keys(ended), ended.map((r) => new Date(r.atMs)), why],
        ),
      ),
    awards.length > 0 &&
      tx.query(
        prepared(
          `INSERT INTO awards (client_id, member_id, scheme_id, node_id, completed_ts, forced, title, given_at)
         SELECT $1, t.m, t.s, t.n, t.ts, t.forced, sn.title, t.at
         FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::bigint[], $6::boolean[], $7::timestamptz[]) t (m, s, n, ts, forced, at)
         JOIN scheme_nodes sn ON sn.scheme_id = t.s AND sn.id = t.n
         ON CONFLICT (client_id, member_id, scheme_id, node_id) WHERE ended_at IS NULL DO UPDATE
           SET completed_ts = excluded.completed_ts, forced = excluded.forced`,
          [
            clientId,
            ...keys(awards),
            awards.map((r) => r.completedTs),
            awards.map((r) => r.forced),
            awards.map((r) => new Date(r.atMs)),
          ],
        ),
      ),
  ])
}
