import type { Operation, PushReply } from '#contract/assessment/sync.ts'
import { inTenant, openDatabase, type Tx } from '#server/platform/tenancy.ts'
import { markOperation, membersInGroups, skillsOf } from './marks.ts'
import { callJson, logIn, startBenchServer } from './bench-server.ts'
import { median, percentile, type Row } from './table.ts'

/** How tablets send their marks: in full batches after a lesson, or each at once as a coach gives it. */
const WAYS = [
  { label: 'marks in batches of 50 from 20 tablets', tablets: 20, batch: 50, batches: 6 },
  { label: 'single marks from 16 tablets', tablets: 16, batch: 1, batches: 60 },
] as const
const ROUNDS = 7
/** Each tablet marks this many members, whom no other tablet marks, as coaches do. */
const MEMBERS_EACH = 3

/**
 * The limit: the least durable work with the same outcome. It writes the history and the results of a batch, which is
 * of one club and tablet, in one transaction, without checks and evaluation.
 */
async function writeDirectly(tx: Tx, operations: readonly Operation[], author: string, scheme: string): Promise<void> {
  const payloads = operations.map(
    (operation) =>
      operation.payload as {
        memberUuid: string
        groupId: string
        schemeNodeId: string
        assessmentGrade: number
        assessmentDate: string
        timestamp: number
      },
  )
  const [first] = operations
  const [firstPayload] = payloads
  // of several marks for one skill of one member only the last becomes the result
  const lastMarks = [
    ...new Map(payloads.map((payload) => [`${payload.memberUuid}${payload.schemeNodeId}`, payload])).values(),
  ]
  await Promise.all([
    tx.query({
      name: 'bench-assessments',
      // $1 to $7 are the same for the batch; the lists $8 to $13 have one value for each mark
      text: `INSERT INTO assessments
         (client_id, op_id, member_id, scheme_id, node_id, grade, pass, ts, date, entered_ts, club_id, group_id,
          author_id, stamp_ms, stamp_counter, stamp_device, stamp_seq)
       SELECT 'aquila', op_id, member_id, $1, node_id, grade, 3, $2, $3, $2, $4, group_id, $5, $6, 0, $7, seq
       FROM unnest($8::uuid[], $9::uuid[], $10::text[], $11::int[], $12::uuid[], $13::bigint[])
         mark (op_id, member_id, node_id, grade, group_id, seq)`,
      values: [
        scheme,
        firstPayload?.timestamp,
        firstPayload?.assessmentDate,
        first?.club,
        author,
        first?.stamp.ms,
        first?.stamp.deviceId,
        operations.map((operation) => operation.opId),
        payloads.map((payload) => payload.memberUuid),
        payloads.map((payload) => payload.schemeNodeId),
        payloads.map((payload) => payload.assessmentGrade),
        payloads.map((payload) => payload.groupId),
        operations.map((operation) => operation.stamp.deviceSeq),
      ],
    }),
    tx.query({
      name: 'bench-results',
      text: `INSERT INTO results
         (client_id, member_id, scheme_id, node_id, grade, pass, ts, since, author_id,
          stamp_ms, stamp_counter, stamp_device, stamp_seq)
       SELECT 'aquila', member_id, $1, node_id, grade, 3, $2, NULL, $3, $4, 0, $5, 1
       FROM unnest($6::uuid[], $7::text[], $8::int[]) mark (member_id, node_id, grade) ORDER BY member_id, node_id
       ON CONFLICT (client_id, member_id, scheme_id, node_id)
       DO UPDATE SET grade = excluded.grade, stamp_ms = excluded.stamp_ms, stamp_device = excluded.stamp_device`,
      values: [
        scheme,
        firstPayload?.timestamp,
        author,
        first?.stamp.ms,
        first?.stamp.deviceId,
        lastMarks.map((mark) => mark.memberUuid),
        lastMarks.map((mark) => mark.schemeNodeId),
        lastMarks.map((mark) => mark.assessmentGrade),
      ],
    }),
  ])
}

/** What one way of sending took: marks per second, and the times of the calls in ms. */
interface Sent {
  perSecond: number
  callMs: number[]
}

/** Sends the batches of each tablet one after the other, all tablets at once. */
async function sendAll(
  batchesOfTablets: readonly (readonly Operation[])[][],
  send: (operations: readonly Operation[]) => Promise<void>,
): Promise<Sent> {
  const callMs: number[] = []
  const began = performance.now()
  await Promise.all(
    batchesOfTablets.map(async (batches) => {
      for (const batch of batches) {
        const sentAt = performance.now()
        await send(batch)
        callMs.push(performance.now() - sentAt)
      }
    }),
  )
  const marks = batchesOfTablets.flat(2).length
  return { perSecond: (marks * 1000) / (performance.now() - began), callMs }
}

/**
 * Measures how many marks per second tablets can push at once and how long a call takes.
 * The limit writes history and results with plain SQL (`writeDirectly`), which is the least that must be kept.
 */
export async function bench(): Promise<Row[]> {
  const benchServer = await startBenchServer()
  const db = openDatabase(benchServer.appUrl, /* connections */ 12)
  try {
    const { token, userId } = await logIn(benchServer.port, 'coach')
    const members = await membersInGroups(benchServer, token)
    const scheme = await inTenant(db, 'aquila', 'read', async (tx) => {
      const { rows } = await tx.query<{ id: string }>(`SELECT id FROM schemes WHERE slug = 'swim'`)
      return rows[0]?.id ?? ''
    })
    const skills = await skillsOf(benchServer, token)
    /** New batches of operations for each tablet, which marks one skill of each of its members, then the next skill. */
    const makeBatches = ({ tablets, batch, batches }: (typeof WAYS)[number]) =>
      Array.from({ length: tablets }, (_, tablet) => {
        const device = crypto.randomUUID()
        let seq = 0
        return Array.from({ length: batches }, () =>
          Array.from({ length: batch }, () => {
            seq++
            return markOperation(
              members[(tablet * MEMBERS_EACH + (seq % MEMBERS_EACH)) % members.length] ?? {
                member: '',
                group: '',
                club: '',
              },
              skills[Math.floor(seq / MEMBERS_EACH) % skills.length] ?? '',
              userId,
              device,
              seq,
            )
          }),
        )
      })
    const sendByHttp = async (operations: readonly Operation[]) => {
      const [first] = operations
      const reply = await callJson<PushReply>(benchServer.port, 'coach.aquila.localhost', '/v1/sync/push', {
        token,
        body: { deviceId: first?.stamp.deviceId, operations },
      })
      const refused = reply.outcomes.find(({ outcome }) => outcome === 'rejected' || outcome === 'retry')
      if (refused) throw new Error(`refused: ${refused.code}`)
    }
    const writeBatchDirectly = (operations: readonly Operation[]) =>
      inTenant(db, 'aquila', 'write', (tx) => writeDirectly(tx, operations, userId, scheme))
    const rows: Row[] = []
    for (const way of WAYS) {
      const ours: Sent[] = []
      const limit: Sent[] = []
      for (let round = 0; round <= ROUNDS; round++) {
        const sent = await sendAll(makeBatches(way), sendByHttp)
        const direct = await sendAll(makeBatches(way), writeBatchDirectly)
        // the first round warms up
        if (round === 0) continue
        ours.push(sent)
        limit.push(direct)
      }
      const middle = (list: readonly Sent[]) => median(list.map(({ perSecond }) => perSecond))
      const p95 = (list: readonly Sent[]) =>
        percentile(
          list.flatMap(({ callMs }) => callMs),
          0.95,
        )
      rows.push(
        { label: way.label, unit: 'marks/s', ours: middle(ours), limit: middle(limit), moreIsBetter: true },
        { label: '… a call, p95', unit: 'ms', ours: p95(ours), limit: p95(limit), moreIsBetter: false },
      )
    }
    return rows
  } finally {
    await db.pool.end()
    await benchServer.close()
  }
}
