import type { Operation, PushReply } from '#contract/assessment/sync.ts'
import { inTenant, openDatabase, type Tx } from '#server/platform/tenancy.ts'
import { markOperation, membersInGroups, skillsOf } from './marks.ts'
import { callJson, logIn, startBenchServer } from './bench-server.ts'
import { median, type Row } from './table.ts'

const TABLETS = 20
/** The number of marks in a batch: as many as a tablet sends at once. */
const BATCH = 50
/** The number of batches that each tablet sends in a round. */
const BATCHES = 6
const ROUNDS = 7
/** Each tablet marks this many members, whom no other tablet marks, as coaches do. */
const MEMBERS_EACH = 3

/**
 * The limit: writes the rows of a batch, which is of one club and tablet, directly into the same tables in one
 * transaction, without checks and evaluation. In place of evaluated progress it writes one row for each member, of the
 * node `/stage-4`.
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
  const operationIds = operations.map((operation) => operation.opId)
  const memberIds = payloads.map((payload) => payload.memberUuid)
  const [first] = operations
  const [firstPayload] = payloads
  await tx.query(
    `SELECT FROM member_schemes member_scheme
     JOIN unnest($1::uuid[]) marked_member ON member_scheme.member_id = marked_member AND member_scheme.scheme_id = $2
     ORDER BY member_id FOR UPDATE OF member_scheme`,
    [[...new Set(memberIds)].sort(), scheme],
  )
  await tx.query(
    `INSERT INTO sync_ops (client_id, op_id, author_id, payload_hash, outcome)
     SELECT 'aquila', op_id, $2, payload_hash, 'applied'
     FROM unnest($1::uuid[], $3::text[]) operation (op_id, payload_hash)`,
    [operationIds, author, operations.map((operation) => operation.payloadHash)],
  )
  await tx.query(
    // $1 to $7 are the same for the batch; the lists $8 to $13 have one value for each mark
    `INSERT INTO assessments
       (client_id, op_id, member_id, scheme_id, node_id, grade, pass, ts, date, entered_ts, club_id, group_id, author_id,
        stamp_ms, stamp_counter, stamp_device, stamp_seq)
     SELECT 'aquila', op_id, member_id, $1, node_id, grade, 3, $2, $3, $2, $4, group_id, $5, $6, 0, $7, seq
     FROM unnest($8::uuid[], $9::uuid[], $10::text[], $11::int[], $12::uuid[], $13::bigint[])
       mark (op_id, member_id, node_id, grade, group_id, seq)`,
    [
      scheme,
      firstPayload?.timestamp,
      firstPayload?.assessmentDate,
      first?.club,
      author,
      first?.stamp.ms,
      first?.stamp.deviceId,
      operationIds,
      memberIds,
      payloads.map((payload) => payload.schemeNodeId),
      payloads.map((payload) => payload.assessmentGrade),
      payloads.map((payload) => payload.groupId),
      operations.map((operation) => operation.stamp.deviceSeq),
    ],
  )
  // of several marks for one skill of one member only the last becomes the result
  const lastMarks = [
    ...new Map(payloads.map((payload) => [`${payload.memberUuid}${payload.schemeNodeId}`, payload])).values(),
  ]
  const resultMembers = lastMarks.map((mark) => mark.memberUuid)
  const resultNodes = lastMarks.map((mark) => mark.schemeNodeId)
  const resultGrades = lastMarks.map((mark) => mark.assessmentGrade)
  await tx.query(
    `INSERT INTO results
       (client_id, member_id, scheme_id, node_id, grade, pass, ts, since, author_id,
        stamp_ms, stamp_counter, stamp_device, stamp_seq)
     SELECT 'aquila', member_id, $1, node_id, grade, 3, $2, NULL, $3, $4, 0, $5, 1
     FROM unnest($6::uuid[], $7::text[], $8::int[]) mark (member_id, node_id, grade) ORDER BY member_id, node_id
     ON CONFLICT (client_id, member_id, scheme_id, node_id)
     DO UPDATE SET grade = excluded.grade, stamp_ms = excluded.stamp_ms, stamp_device = excluded.stamp_device`,
    [
      scheme,
      firstPayload?.timestamp,
      author,
      first?.stamp.ms,
      first?.stamp.deviceId,
      resultMembers,
      resultNodes,
      resultGrades,
    ],
  )
  await tx.query(
    `INSERT INTO progress (client_id, member_id, scheme_id, node_id, state, percent, forced)
     SELECT DISTINCT ON (member_id) 'aquila', member_id, $1::uuid, '/stage-4', 'started', 50 + (grade % 9), false
     FROM unnest($2::uuid[], $3::int[]) mark (member_id, grade) ORDER BY member_id
     ON CONFLICT (client_id, member_id, scheme_id, node_id)
     DO UPDATE SET percent = excluded.percent, state = excluded.state`,
    [scheme, resultMembers, resultGrades],
  )
  await tx.query(
    `INSERT INTO audit_log (client_id, user_id, action, entity, entity_id, after)
     SELECT 'aquila', $1, 'mark', 'member', member_id::text, '{"node": "/stage-4"}' FROM unnest($2::uuid[]) member_id`,
    [author, memberIds],
  )
  await tx.query(
    `WITH counter AS (UPDATE club_counters SET rev = rev + 1 WHERE club_id = $1 RETURNING rev)
     INSERT INTO changes (client_id, club_id, kind, key, rev, changed_rev)
     SELECT 'aquila', $1, 'result', member_id || '/' || $2 || node_id, counter.rev, counter.rev
     FROM counter, unnest($3::text[], $4::text[]) mark (member_id, node_id)
     ON CONFLICT (client_id, club_id, kind, key) DO UPDATE SET rev = excluded.rev, changed_rev = excluded.rev`,
    [first?.club, scheme, resultMembers, resultNodes],
  )
}

/**
 * Measures how many marks per second 20 tablets can push at once. The limit writes the same rows with plain SQL
 * (`writeDirectly`).
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
    const makeBatches = () =>
      Array.from({ length: TABLETS }, (_, tablet) => {
        const device = crypto.randomUUID()
        let seq = 0
        return Array.from({ length: BATCHES }, () =>
          Array.from({ length: BATCH }, () => {
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
    const marksPerSecond = async (send: (operations: Operation[]) => Promise<void>) => {
      const batchesOfTablets = makeBatches()
      const began = process.hrtime.bigint()
      await Promise.all(
        batchesOfTablets.map(async (batches) => {
          for (const batch of batches) await send(batch)
        }),
      )
      return (TABLETS * BATCHES * BATCH) / (Number(process.hrtime.bigint() - began) / 1e9)
    }
    const sendByHttp = async (operations: Operation[]) => {
      const [first] = operations
      const reply = await callJson<PushReply>(benchServer.port, 'coach.aquila.localhost', '/v1/sync/push', {
        token,
        body: { deviceId: first?.stamp.deviceId, operations },
      })
      const refused = reply.outcomes.find(({ outcome }) => outcome === 'rejected' || outcome === 'retry')
      if (refused) throw new Error(`refused: ${refused.code}`)
    }
    const writeBatchDirectly = (operations: Operation[]) =>
      inTenant(db, 'aquila', 'write', (tx) => writeDirectly(tx, operations, userId, scheme))
    const ours: number[] = []
    const limit: number[] = []
    for (let round = 0; round <= ROUNDS; round++) {
      const ourRate = await marksPerSecond(sendByHttp)
      const directRate = await marksPerSecond(writeBatchDirectly)
      // the first round warms up
      if (round === 0) continue
      ours.push(ourRate)
      limit.push(directRate)
    }
    return [
      {
        label: `marks in batches of ${BATCH} from ${TABLETS} tablets`,
        unit: 'marks/s',
        ours: median(ours),
        limit: median(limit),
        moreIsBetter: true,
      },
    ]
  } finally {
    await db.pool.end()
    await benchServer.close()
  }
}
