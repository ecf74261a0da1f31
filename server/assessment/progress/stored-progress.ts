import { evaluate, type ProgressState, type Result } from '#domain/assessment/engine.ts'
import type { Scheme } from '#domain/curriculum/scheme.ts'
import type { Curricula, LiveScheme } from '#server/curriculum/schemes/curriculum.ts'
import { prepared, type Tx } from '#server/platform/tenancy.ts'

/** A pair of a member and a scheme: the unit of locking and of evaluation. */
export interface MemberScheme {
  memberId: string
  schemeId: string
}

/** A pair with the time at which its awards begin or end: when its newest mark was entered, or now. */
export interface ChangedMemberScheme extends MemberScheme {
  atMs: number
}

/** Results, progress and awards of a pair, read under its lock. */
interface StoredPair {
  results: Map<string, Result>
  progress: Map<string, ProgressRow>
  /** The awards that stand, by the level's node id. */
  awards: Map<string, { completedTs: number; forced: boolean }>
}

/** The stored results, progress and awards of several pairs, with their schemes. */
export interface StoredProgress {
  /** What is stored of a pair; undefined for a pair that was not read. */
  of: (pair: MemberScheme) => StoredPair | undefined
  schemes: ReadonlyMap<string, LiveScheme>
  /** Pairs whose progress was computed by another revision of the scheme than the live one. */
  outdated: readonly MemberScheme[]
}

/** One row of the progress table. Skill groups and levels without any progress have no row. */
interface ProgressRow extends MemberScheme {
  nodeId: string
  state: ProgressState
  percent: number
  forced: boolean
  completedTs: number | null
}

/**
 * `k` is the number of the pair in the query, from 1: its ids, repeated in thousands of rows, would cost more than the
 * rest.
 */
interface Numbered {
  k: number
  node_id: string
}

/**
 * Results, progress and awards of the locked pairs, and their schemes compiled at the live revision; the queries are
 * sent together.
 */
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

/** The engine's evaluation of skill groups and levels, as rows of the progress table. */
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

/** A level that a member passed, or whose pass ended. */
export interface GivenLevel extends ChangedMemberScheme {
  nodeId: string
}

/** The writes that make the stored progress equal to the computed one. */
interface ProgressDiff {
  progress: ProgressRow[]
  removed: ProgressRow[]
  /** Awards that are new or have changed. */
  awards: (ProgressRow & ChangedMemberScheme)[]
  ended: GivenLevel[]
  /** The awards that did not stand before. */
  given: GivenLevel[]
  outdated: readonly MemberScheme[]
  schemes: StoredProgress['schemes']
}

/**
 * Compares the stored progress with what the engine computes from the stored results. Progress of nodes that are no
 * longer in the scheme, or of a deleted scheme, stays.
 */
export function diffProgress(stored: StoredProgress, pairs: readonly ChangedMemberScheme[]): ProgressDiff {
  const keys = new Set(pairs.map(keyOf))
  const diff: ProgressDiff = {
    progress: [],
    removed: [],
    awards: [],
    ended: [],
    given: [],
    outdated: stored.outdated.filter((pair) => keys.has(keyOf(pair))),
    schemes: stored.schemes,
  }
  for (const pair of pairs) {
    const scheme = stored.schemes.get(pair.schemeId)?.scheme
    const pairProgress = stored.of(pair)
    if (!scheme || !pairProgress) continue
    const computed = computeProgress(pair, scheme, pairProgress.results)
    const nodes = new Set(computed.map((row) => row.nodeId))
    const passed = computed
      .filter((row) => row.state === 'passed' && scheme.nodes[scheme.index.get(row.nodeId) ?? -1]?.t === 'l')
      // an old mark that arrives late may complete a level, whose time is then that of a newer mark
      .map((row) => ({ ...row, atMs: Math.max(row.atMs, (row.completedTs ?? 0) * 1000) }))
    const levels = new Set(passed.map((row) => row.nodeId))
    diff.progress.push(...computed.filter((row) => !sameProgress(row, pairProgress.progress.get(row.nodeId))))
    diff.removed.push(
      ...[...pairProgress.progress.values()].filter((row) => scheme.index.has(row.nodeId) && !nodes.has(row.nodeId)),
    )
    diff.awards.push(
      ...passed.filter((row) => {
        const award = pairProgress.awards.get(row.nodeId)
        return award?.completedTs !== row.completedTs || award.forced !== row.forced
      }),
    )
    diff.given.push(...passed.filter((row) => !pairProgress.awards.has(row.nodeId)))
    diff.ended.push(
      ...[...pairProgress.awards.keys()]
        .filter((nodeId) => scheme.index.has(nodeId) && !levels.has(nodeId))
        .map((nodeId) => ({ ...pair, nodeId })),
    )
  }
  return diff
}

function sameProgress(a: ProgressRow, b: ProgressRow | undefined): boolean {
  return a.state === b?.state && a.percent === b.percent && a.forced === b.forced && a.completedTs === b.completedTs
}

/**
 * Writes the rows that differ, awards included, in one statement per table, sent together. Awards that end store `why`.
 */
export async function writeProgressDiff(
  tx: Tx,
  clientId: string,
  { progress, removed, awards, ended, outdated, schemes }: ProgressDiff,
  why: string,
): Promise<void> {
  const keys = (rows: readonly (MemberScheme & { nodeId: string })[]) => [
    rows.map((r) => r.memberId),
    rows.map((r) => r.schemeId),
    rows.map((r) => r.nodeId),
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
    removed.length > 0 &&
      tx.query(
        prepared(
          `DELETE FROM progress p USING unnest($1::uuid[], $2::uuid[], $3::text[]) t (m, s, n)
         WHERE p.member_id = t.m AND p.scheme_id = t.s AND p.node_id = t.n`,
          keys(removed),
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
