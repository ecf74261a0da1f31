import { evaluate, type Result } from '#domain/assessment/engine.ts'
import { Curricula } from '#server/curriculum/schemes/curriculum.ts'
import { inTenant, type Tx } from '#server/platform/tenancy.ts'
import type { Crew } from './crew.ts'
import { CLIENT } from './proof-club.ts'
import type { Report } from './report.ts'
import type { ProofSetup } from './proof-setup.ts'

/**
 * Lanes whose stored result is not the winner of their history: of each device its newest edit, of these the largest
 * stamp.
 */
const WRONG_WINNERS = `SELECT winner.member_id || winner.node_id AS lane FROM
    (SELECT DISTINCT ON (member_id, scheme_id, node_id) * FROM
      (SELECT DISTINCT ON (member_id, scheme_id, node_id, stamp_device) * FROM assessments
       ORDER BY member_id, scheme_id, node_id, stamp_device, stamp_seq DESC) newest_of_device
     ORDER BY member_id, scheme_id, node_id, stamp_ms DESC, stamp_counter DESC, stamp_device DESC, stamp_seq DESC) winner
  FULL JOIN results AS result ON result.member_id = winner.member_id AND result.scheme_id = winner.scheme_id
    AND result.node_id = winner.node_id
  WHERE (result.grade, result.pass, result.stamp_device, result.stamp_seq)
    IS DISTINCT FROM (winner.grade, winner.pass, winner.stamp_device, winner.stamp_seq)`

interface StoredOp {
  op_id: string
  outcome: string | null
  /** How often it is in the history. */
  times: number
  /** How often it is in the audit log. */
  audited: number
}

/**
 * Every operation in the database, and how often it is in the history and in the audit log, which has no unique key for
 * it.
 */
async function storedOps(tx: Tx): Promise<Map<string, StoredOp>> {
  const { rows } = await tx.query<StoredOp>(
    // each table counts an operation in a column of its own
    `SELECT op_id, max(outcome) AS outcome, sum(times)::int AS times, sum(audited)::int AS audited FROM (
       SELECT op_id, outcome, 0 AS times, 0 AS audited FROM sync_ops
       UNION ALL SELECT op_id, NULL, 1, 0 FROM assessments
       UNION ALL SELECT (after ->> 'op')::uuid, NULL, 0, 1 FROM audit_log WHERE action = 'mark') AS occurrences
     GROUP BY op_id`,
  )
  return new Map(rows.map((row) => [row.op_id, row]))
}

/** Members whose stored progress is not what the engine derives from their stored results. */
async function wrongProgress(tx: Tx, schemeId: string): Promise<string[]> {
  const scheme = await new Curricula().scheme(tx, CLIENT, schemeId)
  if (!scheme) throw new Error('the scheme is gone')
  const results = await tx.query<Result & { member_id: string; node_id: string }>(
    'SELECT member_id, node_id, grade, pass, ts, since FROM results',
  )
  const stored = await tx.query<{ member_id: string; line: string }>(
    `SELECT member_id, string_agg(concat_ws(' ', node_id, state, percent, forced, coalesce(completed_ts::text, '-')), ';' ORDER BY node_id) AS line
     FROM progress GROUP BY member_id`,
  )
  const storedLines = new Map(stored.rows.map((row) => [row.member_id, row.line]))
  const byMember = new Map<string, Map<string, Result>>()
  for (const { member_id, node_id, ...result } of results.rows) {
    const ofMember = byMember.get(member_id) ?? new Map<string, Result>()
    byMember.set(member_id, ofMember.set(node_id, result))
  }
  const wrong: string[] = []
  for (const member of new Set([...byMember.keys(), ...storedLines.keys()])) {
    const evaluation = evaluate(scheme, byMember.get(member) ?? new Map<string, Result>())
    // one line a node, in the form of the query above
    const computedLines = [...scheme.order]
      .map((i) => scheme.ids[i] ?? '')
      .sort()
      .flatMap((id) => {
        const progress = evaluation.node(id)
        if (!progress || (progress.state === 'available' && progress.percent === 0)) return []
        const { state, percent, forced, completedTs } = progress
        return [`${id} ${state} ${percent} ${forced ? 't' : 'f'} ${completedTs ?? '-'}`]
      })
    if (computedLines.join(';') !== (storedLines.get(member) ?? '')) wrong.push(member)
  }
  return wrong
}

/** The grades on the server, by `member + node`. */
async function storedGrades(tx: Tx): Promise<Map<string, number>> {
  const { rows } = await tx.query<{ lane: string; grade: number }>(
    'SELECT member_id || node_id AS lane, grade FROM results',
  )
  return new Map(rows.map((row) => [row.lane, row.grade]))
}

interface DeviceOps {
  made: readonly string[]
  acknowledged: readonly string[]
}

/** Compares the operations that devices made, and those that were acknowledged, with the database. */
async function accountFor(
  setup: ProofSetup,
  { made, acknowledged }: DeviceOps,
  found: Pick<Report, 'figures' | 'faults'>,
): Promise<void> {
  await inTenant(setup.db, CLIENT, 'read', async (tx) => {
    const stored = await storedOps(tx)
    const isStored = (id: string) => {
      const op = stored.get(id)
      return op !== undefined && op.times >= 1 && (op.outcome === 'applied' || op.outcome === 'superseded')
    }
    const acknowledgedNotStored = acknowledged.filter((id) => !isStored(id))
    const lost = made.filter((id) => !isStored(id))
    const doubled = made.filter((id) => (stored.get(id)?.times ?? 0) > 1 || (stored.get(id)?.audited ?? 0) > 1)
    const known = new Set(made)
    const foreign = [...stored.keys()].filter((id) => !known.has(id))
    const winners = await tx.query<{ lane: string }>(WRONG_WINNERS)
    const progress = await wrongProgress(tx, setup.club.scheme)
    Object.assign(found.figures, {
      'operations made': made.length,
      'acknowledged, of these stored': `${acknowledged.length}, ${acknowledged.length - acknowledgedNotStored.length}`,
      lost: lost.length,
      doubled: doubled.length,
      'results that are not the winner of their history': winners.rows.length,
      'members whose progress is not the engine’s': progress.length,
    })
    const addFault = (what: string, ids: readonly string[]) => {
      if (ids.length > 0) found.faults.push(`${what}: ${ids.length}, ${ids.slice(0, 5).join(', ')}`)
    }
    addFault('acknowledged but not stored', acknowledgedNotStored)
    addFault('lost', lost)
    addFault('doubled', doubled)
    addFault('stored though nobody made them', foreign)
    addFault(
      'wrong winner',
      winners.rows.map((row) => row.lane),
    )
    addFault('progress is not the engine’s', progress)
  })
}

/**
 * Checks a crew that has finished with `accountFor`, that no operation waits or was refused on its tablets, and that
 * all show the server's grades.
 */
export async function accountForCrew(
  setup: ProofSetup,
  crew: Crew,
  found: Pick<Report, 'figures' | 'faults'>,
): Promise<void> {
  const inState = async (state: 'pending' | 'dead' | 'acknowledged') =>
    (await Promise.all(crew.tablets.map((tablet) => tablet.inState(state)))).flat()
  const [pending, dead, acknowledged] = [await inState('pending'), await inState('dead'), await inState('acknowledged')]
  const made = crew.tablets.flatMap((tablet) => tablet.made)
  await accountFor(setup, { made, acknowledged: acknowledged.map((op) => op.opId) }, found)

  // a grade is stale when a tablet shows another one than the server holds
  const grades = await inTenant(setup.db, CLIENT, 'read', storedGrades)
  let stale = 0
  for (const tablet of crew.tablets) {
    const shown = await tablet.shown()
    for (const [lane, grade] of grades) if (shown.get(lane) !== grade) stale++
  }

  found.figures['answered from memory (the first answer was lost)'] = crew.sum((tablet) => tablet.remembered)
  found.figures['calls that failed'] = crew.sum((tablet) => tablet.failures)
  if (pending.length > 0) found.faults.push(`still waiting on a tablet: ${pending.map((op) => op.opId).join(', ')}`)
  if (dead.length > 0)
    found.faults.push(`in the dead letters: ${dead.map((op) => `${op.opId} ${op.code ?? ''}`).join(', ')}`)
  if (stale > 0) found.faults.push(`${stale} results on tablets are not what the server holds`)
}
