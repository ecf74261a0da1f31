import { BROUGHT_DEVICE, isPassedElsewhere } from '#domain/assessment/brought.ts'
import { evaluate, type ProgressState, type Result } from '#domain/assessment/engine.ts'
import type { Scheme } from '#domain/curriculum/scheme.ts'
import type { Curricula, LiveScheme } from '#server/curriculum/schemes/curriculum.ts'
import { execute, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

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
  /** The skills and manual passes whose result came from elsewhere. */
  brought: Set<string>
  /** The awards that stand, by the level's node id. */
  awards: Map<string, { completedTs: number; forced: boolean; brought: boolean }>
}

/** The stored results, progress and awards of several pairs, with their schemes. */
export interface StoredProgress {
  /** The stored data of a pair; undefined for a pair that was not read. */
  dataOf: (pair: MemberScheme) => StoredPair | undefined
  schemes: ReadonlyMap<string, LiveScheme>
  /** Pairs whose progress was computed by another revision of the scheme than the live one. */
  outdated: readonly MemberScheme[]
}

/** One row of the progress table. Skill groups and levels without any progress have no row. */
interface ProgressRow extends MemberScheme {
  nodeId: string
  state: ProgressState
  percent: number
  /** Passed by a manual pass, although the node's own rules are not fulfilled. */
  forced: boolean
  completedTs: number | null
}

/**
 * SQL of the rows of a table that belong to pairs of a member and a scheme; in `columns` and `condition` each row is
 * called `stored`. A row names its pair by the number of the pair in the query, from 1. The two ids of the pair,
 * repeated in thousands of rows, would cost more than the rest.
 */
const rowsOfPairs = (columns: string, table: string, condition = '') =>
  `SELECT pair.number::int AS pair_number, ${columns}
   FROM unnest($2::uuid[], $3::uuid[]) WITH ORDINALITY pair (member, scheme, number)
   JOIN ${table} stored ON stored.client_id = $1 AND stored.member_id = pair.member AND stored.scheme_id = pair.scheme
   ${condition}`

const RESULTS = tenantStatement(
  'assessment/list-results-of-pairs',
  rowsOfPairs(
    `stored.node_id, stored.grade, stored.pass, stored.ts, stored.since,
     stored.stamp_device = '${BROUGHT_DEVICE}' AS brought`,
    'results',
  ),
  { prepare: true },
)

const PROGRESS = tenantStatement(
  'assessment/list-progress-of-pairs',
  rowsOfPairs('stored.node_id, stored.state, stored.percent, stored.forced, stored.completed_ts', 'progress'),
  { prepare: true },
)

const AWARDS = tenantStatement(
  'assessment/list-awards-of-pairs',
  rowsOfPairs(
    'stored.node_id, stored.completed_ts, stored.forced, stored.brought',
    'awards',
    'AND stored.ended_at IS NULL',
  ),
  { prepare: true },
)

const REVISIONS = tenantStatement(
  'assessment/list-revisions-of-pairs',
  rowsOfPairs('stored.revision', 'member_schemes'),
  { prepare: true },
)

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
  const memberIds = pairs.map((pair) => pair.memberId)
  const schemeIds = pairs.map((pair) => pair.schemeId)
  const [results, progress, awards, revisions, schemes] = await Promise.all([
    queryRows(tx, RESULTS, [memberIds, schemeIds]),
    queryRows(tx, PROGRESS, [memberIds, schemeIds]),
    queryRows(tx, AWARDS, [memberIds, schemeIds]),
    queryRows(tx, REVISIONS, [memberIds, schemeIds]),
    curricula.schemes(tx, clientId, [...new Set(schemeIds)]),
  ])
  const stored = pairs.map((): StoredPair => ({
    results: new Map(),
    brought: new Set(),
    progress: new Map(),
    awards: new Map(),
  }))
  for (const { pair_number, node_id, grade, pass, ts, since, brought } of results) {
    stored[pair_number - 1]?.results.set(node_id, { grade, pass, ts, since })
    if (brought) stored[pair_number - 1]?.brought.add(node_id)
  }
  for (const { pair_number, node_id: nodeId, state, percent, forced, completed_ts: completedTs } of progress) {
    const pair = pairs[pair_number - 1]
    if (pair) stored[pair_number - 1]?.progress.set(nodeId, { ...pair, nodeId, state, percent, forced, completedTs })
  }
  for (const { pair_number, node_id, completed_ts: completedTs, forced, brought } of awards)
    stored[pair_number - 1]?.awards.set(node_id, { completedTs, forced, brought })
  const byPair = new Map(pairs.map((pair, index) => [keyOf(pair), stored[index]]))
  const outdated = revisions.flatMap(({ pair_number, revision }) => {
    const pair = pairs[pair_number - 1]
    return pair && schemes.get(pair.schemeId)?.revision !== revision ? [pair] : []
  })
  return { dataOf: (pair) => byPair.get(keyOf(pair)), schemes, outdated }
}

function keyOf({ memberId, schemeId }: MemberScheme): string {
  return `${memberId}/${schemeId}`
}

/**
 * The engine's evaluation of skill groups and levels, as rows of the progress table with the fields of `pair`. Nodes
 * without any progress have no row.
 */
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

/** Why stored progress may differ from the computed one: new marks, other rules, or marks of a merge. */
export type ProgressCause = 'marks' | 'rules' | 'merge'

/** A member's level whose pass begins or ends. */
export interface PassChange extends ChangedMemberScheme {
  nodeId: string
}

/** The writes that make the stored progress equal to the computed one. */
interface ProgressDiff {
  cause: ProgressCause
  /** Rows that are new or have changed. */
  progress: ProgressRow[]
  /** Rows of nodes that have no progress any more. */
  removed: ProgressRow[]
  /** Awards that are new or have changed. */
  awards: (ProgressRow & ChangedMemberScheme & { brought: boolean })[]
  /** Awards that end now. */
  ended: PassChange[]
  /** Those of `awards` that did not stand before. */
  newlyPassed: PassChange[]
  outdated: readonly MemberScheme[]
  schemes: StoredProgress['schemes']
}

/**
 * Compares the stored progress with what the engine computes from the stored results. Progress of nodes that are no
 * longer in the scheme, or of a deleted scheme, stays.
 */
export function diffProgress(
  stored: StoredProgress,
  pairs: readonly ChangedMemberScheme[],
  cause: ProgressCause,
): ProgressDiff {
  const keys = new Set(pairs.map(keyOf))
  const diff: ProgressDiff = {
    cause,
    progress: [],
    removed: [],
    awards: [],
    ended: [],
    newlyPassed: [],
    outdated: stored.outdated.filter((pair) => keys.has(keyOf(pair))),
    schemes: stored.schemes,
  }
  for (const pair of pairs) {
    const scheme = stored.schemes.get(pair.schemeId)?.scheme
    const pairData = stored.dataOf(pair)
    if (!scheme || !pairData) continue
    const computed = computeProgress(pair, scheme, pairData.results)
    const computedNodes = new Set(computed.map((row) => row.nodeId))
    const isLevel = (nodeId: string) => scheme.nodes[scheme.index.get(nodeId) ?? -1]?.t === 'l'
    const passed = computed
      .filter((row) => row.state === 'passed' && isLevel(row.nodeId))
      // an old mark that arrives late may complete a level, whose time is then that of a newer mark
      .map((row) => ({
        ...row,
        atMs: Math.max(row.atMs, (row.completedTs ?? 0) * 1000),
        brought: isBroughtAward(scheme, pairData, row.nodeId, cause),
      }))
    const passedLevels = new Set(passed.map((row) => row.nodeId))
    diff.progress.push(...computed.filter((row) => !sameProgress(row, pairData.progress.get(row.nodeId))))
    diff.removed.push(
      ...[...pairData.progress.values()].filter(
        (row) => scheme.index.has(row.nodeId) && !computedNodes.has(row.nodeId),
      ),
    )
    diff.awards.push(
      ...passed.filter((row) => {
        const award = pairData.awards.get(row.nodeId)
        return award?.completedTs !== row.completedTs || award.forced !== row.forced
      }),
    )
    diff.newlyPassed.push(...passed.filter((row) => !pairData.awards.has(row.nodeId)))
    diff.ended.push(
      ...[...pairData.awards.keys()]
        .filter((nodeId) => scheme.index.has(nodeId) && !passedLevels.has(nodeId))
        .map((nodeId) => ({ ...pair, nodeId })),
    )
  }
  return diff
}

/**
 * Whether the award of a passed level is from elsewhere. One that stands stays what it is, and a mark begins one of this
 * club. Where rules or a merge begin one, the marks say it: they may give back an award that they took away.
 */
function isBroughtAward(
  { nodes, index }: Scheme,
  { awards, results, brought }: StoredPair,
  nodeId: string,
  cause: ProgressCause,
): boolean {
  const award = awards.get(nodeId)
  if (award || cause === 'marks') return award?.brought ?? false
  const level = nodes[index.get(nodeId) ?? -1]
  return level !== undefined && isPassedElsewhere(level, results, (id) => brought.has(id))
}

function sameProgress(a: ProgressRow, b: ProgressRow | undefined): boolean {
  return a.state === b?.state && a.percent === b.percent && a.forced === b.forced && a.completedTs === b.completedTs
}

const UPDATE_REVISIONS = tenantStatement(
  'assessment/update-revisions-of-pairs',
  `UPDATE member_schemes SET revision = pair.revision
   FROM unnest($2::uuid[], $3::uuid[], $4::int[]) pair (member, scheme, revision)
   WHERE member_schemes.client_id = $1 AND member_schemes.member_id = pair.member
     AND member_schemes.scheme_id = pair.scheme`,
  { prepare: true },
)

const WRITE_PROGRESS = tenantStatement(
  'assessment/write-progress',
  `INSERT INTO progress (client_id, member_id, scheme_id, node_id, state, percent, forced, completed_ts)
   SELECT $1, * FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::int[], $7::boolean[],
     $8::bigint[])
   ON CONFLICT (client_id, member_id, scheme_id, node_id) DO UPDATE
     SET state = excluded.state, percent = excluded.percent, forced = excluded.forced,
       completed_ts = excluded.completed_ts RETURNING client_id`,
  { prepare: true },
)

const DELETE_PROGRESS = tenantStatement(
  'assessment/delete-progress',
  `DELETE FROM progress USING unnest($2::uuid[], $3::uuid[], $4::text[]) removed (member, scheme, node)
   WHERE progress.client_id = $1 AND progress.member_id = removed.member
     AND progress.scheme_id = removed.scheme
     AND progress.node_id = removed.node`,
  { prepare: true },
)

const END_AWARDS = tenantStatement(
  'assessment/end-awards',
  `UPDATE awards SET ended_at = greatest(ended.at, awards.given_at), ended_why = $6
   FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::timestamptz[]) ended (member, scheme, node, at)
   WHERE awards.client_id = $1 AND awards.member_id = ended.member
     AND awards.scheme_id = ended.scheme AND awards.node_id = ended.node
     AND awards.ended_at IS NULL`,
  { prepare: true },
)

const WRITE_AWARDS = tenantStatement(
  'assessment/write-awards',
  `INSERT INTO awards (client_id, member_id, scheme_id, node_id, completed_ts, forced, title, given_at, brought)
   SELECT $1, level.member, level.scheme, level.node, level.ts, level.forced, scheme_nodes.title, level.at, level.brought
   FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::bigint[], $6::boolean[], $7::timestamptz[], $8::boolean[])
     level (member, scheme, node, ts, forced, at, brought)
   JOIN scheme_nodes ON scheme_nodes.client_id = $1 AND scheme_nodes.scheme_id = level.scheme
     AND scheme_nodes.id = level.node
   ON CONFLICT (client_id, member_id, scheme_id, node_id) WHERE ended_at IS NULL DO UPDATE
     SET completed_ts = excluded.completed_ts, forced = excluded.forced RETURNING client_id`,
  { prepare: true },
)

/**
 * Writes the rows that differ, awards included; the statements are sent together. Awards that end store the cause. None
 * ends before it was given, although the mark that ends it may have been entered earlier.
 */
export async function writeProgressDiff(
  tx: Tx,
  { cause, progress, removed, awards, ended, outdated, schemes }: ProgressDiff,
): Promise<void> {
  const keyColumns = (rows: readonly (MemberScheme & { nodeId: string })[]): [string[], string[], string[]] => [
    rows.map((row) => row.memberId),
    rows.map((row) => row.schemeId),
    rows.map((row) => row.nodeId),
  ]
  await Promise.all([
    outdated.length > 0 &&
      execute(tx, UPDATE_REVISIONS, [
        outdated.map((pair) => pair.memberId),
        outdated.map((pair) => pair.schemeId),
        outdated.map((pair) => schemes.get(pair.schemeId)?.revision ?? 0),
      ]),
    progress.length > 0 &&
      execute(tx, WRITE_PROGRESS, [
        ...keyColumns(progress),
        progress.map((row) => row.state),
        progress.map((row) => row.percent),
        progress.map((row) => row.forced),
        progress.map((row) => row.completedTs),
      ]),
    removed.length > 0 && execute(tx, DELETE_PROGRESS, keyColumns(removed)),
    ended.length > 0 && execute(tx, END_AWARDS, [...keyColumns(ended), ended.map((row) => new Date(row.atMs)), cause]),
    awards.length > 0 &&
      execute(tx, WRITE_AWARDS, [
        ...keyColumns(awards),
        awards.map((row) => row.completedTs),
        awards.map((row) => row.forced),
        awards.map((row) => new Date(row.atMs)),
        awards.map((row) => row.brought),
      ]),
  ])
}
