import { evaluate, type Result } from '#domain/assessment/engine.ts'
import { Curricula } from '#server/curriculum/schemes/curriculum.ts'
import { inTenant, type Tx } from '#server/platform/tenancy.ts'
import type { Crew } from './crew.ts'
import { CLIENT } from './proof-club.ts'
import type { Report } from './report.ts'
import type { ProofSetup } from './proof-setup.ts'

// Accounts for the operations of a proof: compares what the devices made with what the database holds.

/**
 * Finds the lanes whose stored result is not the winner of their history. Of each device only the newest edit competes,
 * and the largest stamp wins.
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
  /** How often the operation is in the history of marks. */
  times: number
  /** How often the operation is in the audit log. */
  audited: number
}

/**
 * All operations in the database by id, with their outcome. They are counted, because the audit log has no unique key
 * that would keep an operation from being there twice.
 */
async function storedOps(tx: Tx): Promise<Map<string, StoredOp>> {
  const { rows } = await tx.query<StoredOp>(
    // each table counts an operation in a column of its own
    `SELECT op_id, max(outcome) AS outcome, sum(times)::int AS times, sum(audited)::int AS audited FROM (
       SELECT op_id, outcome, 0 AS times, 0 AS audited FROM delivered_operations
       UNION ALL SELECT op_id, NULL, 1, 0 FROM assessments
       UNION ALL SELECT (after ->> 'op')::uuid, NULL, 0, 1 FROM audit_entries WHERE action = 'mark') AS occurrences
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
  const stored = await tx.query<{ member_id: string; lines: string }>(
    `SELECT member_id, string_agg(concat_ws(' ', node_id, state, percent, forced, coalesce(completed_ts::text, '-')), ';' ORDER BY node_id) AS lines
     FROM progress GROUP BY member_id`,
  )
  const storedLines = new Map(stored.rows.map((row) => [row.member_id, row.lines]))
  const resultsByMember = new Map<string, Map<string, Result>>()
  for (const { member_id, node_id, ...result } of results.rows) {
    const memberResults = resultsByMember.get(member_id) ?? new Map<string, Result>()
    resultsByMember.set(member_id, memberResults.set(node_id, result))
  }
  const wrongMembers: string[] = []
  for (const member of new Set([...resultsByMember.keys(), ...storedLines.keys()])) {
    const evaluation = evaluate(scheme, resultsByMember.get(member) ?? new Map<string, Result>())
    // one line for each node, in the form of the query above, which stores no progress of untouched nodes
    const computedLines = [...scheme.order]
      .map((index) => scheme.ids[index] ?? '')
      .sort()
      .flatMap((id) => {
        const progress = evaluation.node(id)
        if (!progress || (progress.state === 'available' && progress.percent === 0)) return []
        const { state, percent, forced, completedTs } = progress
        return [`${id} ${state} ${percent} ${forced ? 't' : 'f'} ${completedTs ?? '-'}`]
      })
    if (computedLines.join(';') !== (storedLines.get(member) ?? '')) wrongMembers.push(member)
  }
  return wrongMembers
}

/** The grades on the server; a key is the member's id followed by the node's id. */
async function storedGrades(tx: Tx): Promise<Map<string, number>> {
  const { rows } = await tx.query<{ lane: string; grade: number }>(
    'SELECT member_id || node_id AS lane, grade FROM results',
  )
  return new Map(rows.map((row) => [row.lane, row.grade]))
}

/** Ids of operations. */
interface DeviceOps {
  /** All that the devices have made. */
  made: readonly string[]
  /** Those of which the devices know that the server has them. */
  acknowledged: readonly string[]
}

/** Compares the operations of devices with the database; adds the figures and faults to those of the report. */
async function accountFor(
  setup: ProofSetup,
  { made, acknowledged }: DeviceOps,
  findings: Pick<Report, 'figures' | 'faults'>,
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
    const madeIds = new Set(made)
    const foreign = [...stored.keys()].filter((id) => !madeIds.has(id))
    const wrongWinners = await tx.query<{ lane: string }>(WRONG_WINNERS)
    const membersWithWrongProgress = await wrongProgress(tx, setup.club.scheme)
    Object.assign(findings.figures, {
      'operations made': made.length,
      'acknowledged, of these stored': `${acknowledged.length}, ${acknowledged.length - acknowledgedNotStored.length}`,
      lost: lost.length,
      doubled: doubled.length,
      'results that are not the winner of their history': wrongWinners.rows.length,
      'members whose progress is not the engine’s': membersWithWrongProgress.length,
    })
    const addFault = (fault: string, ids: readonly string[]) => {
      if (ids.length > 0) findings.faults.push(`${fault}: ${ids.length}, ${ids.slice(0, 5).join(', ')}`)
    }
    addFault('acknowledged but not stored', acknowledgedNotStored)
    addFault('lost', lost)
    addFault('doubled', doubled)
    addFault('stored though nobody made them', foreign)
    addFault(
      'wrong winner',
      wrongWinners.rows.map((row) => row.lane),
    )
    addFault('progress is not the engine’s', membersWithWrongProgress)
  })
}

/**
 * Checks a crew after its work: the database has its operations (`accountFor`), no operation waits or was refused on a
 * tablet, and all tablets show the server's grades.
 */
export async function accountForCrew(
  setup: ProofSetup,
  crew: Crew,
  findings: Pick<Report, 'figures' | 'faults'>,
): Promise<void> {
  const inState = async (state: 'pending' | 'dead' | 'acknowledged') =>
    (await Promise.all(crew.tablets.map((tablet) => tablet.inState(state)))).flat()
  const [pending, dead, acknowledged] = [await inState('pending'), await inState('dead'), await inState('acknowledged')]
  const made = crew.tablets.flatMap((tablet) => tablet.made)
  await accountFor(setup, { made, acknowledged: acknowledged.map((op) => op.opId) }, findings)

  // a grade is stale when a tablet shows another grade than the server has
  const grades = await inTenant(setup.db, CLIENT, 'read', storedGrades)
  let stale = 0
  for (const tablet of crew.tablets) {
    const shown = await tablet.shown()
    for (const [lane, grade] of grades) if (shown.get(lane) !== grade) stale++
  }

  findings.figures['answered from memory (the first answer was lost)'] = crew.sum((tablet) => tablet.remembered)
  findings.figures['calls that failed'] = crew.sum((tablet) => tablet.failures)
  if (pending.length > 0) findings.faults.push(`still waiting on a tablet: ${pending.map((op) => op.opId).join(', ')}`)
  if (dead.length > 0)
    findings.faults.push(`in the dead letters: ${dead.map((op) => `${op.opId} ${op.code ?? ''}`).join(', ')}`)
  if (stale > 0) findings.faults.push(`${stale} results on tablets are not what the server holds`)
}
