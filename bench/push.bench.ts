import type { Operation, PushReply } from '#contract/assessment/sync.ts'
import { inTenant, openDatabase, type Tx } from '#server/platform/tenancy.ts'
import { operation, membersInGroups, skillsOf } from './marks.ts'
import { ask, logIn, startBenchServer } from './bench-server.ts'
import { median, type Row } from './table.ts'

const CLIENTS = 20
const BATCH = 50
const BATCHES = 6
const ROUNDS = 7
/** Each client marks this many members of its own, as coaches do. */
const MEMBERS_EACH = 3

/**
 * The limit: writes the rows of a batch directly into the same tables in one transaction, without checks and
 * evaluation.
 */
async function writeDirectly(client: Tx, ops: readonly Operation[], author: string, scheme: string): Promise<void> {
  const payloads = ops.map(
    (op) =>
      op.payload as {
        memberUuid: string
        groupId: string
        schemeNodeId: string
        assessmentGrade: number
        assessmentDate: string
        timestamp: number
      },
  )
  const ids = ops.map((op) => op.opId)
  await client.query(
    `SELECT FROM member_schemes ms JOIN unnest($1::uuid[]) m ON ms.member_id = m AND ms.scheme_id = $2 ORDER BY member_id FOR UPDATE OF ms`,
    [[...new Set(payloads.map((p) => p.memberUuid))].sort(), scheme],
  )
  await client.query(
    `INSERT INTO sync_ops (client_id, op_id, author_id, payload_hash, outcome) SELECT 'aquila', o, $2, h, 'applied' FROM unnest($1::uuid[], $3::text[]) t (o, h)`,
    [ids, author, ops.map((op) => op.payloadHash)],
  )
  await client.query(
    `INSERT INTO assessments (client_id, op_id, member_id, scheme_id, node_id, grade, pass, ts, date, entered_ts, club_id, group_id, author_id, stamp_ms, stamp_counter, stamp_device, stamp_seq)
     SELECT 'aquila', o, m, $1, n, g, 3, $2, $3, $2, $4, gr, $5, $6, 0, $7, s FROM unnest($8::uuid[], $9::uuid[], $10::text[], $11::int[], $12::uuid[], $13::bigint[]) t (o, m, n, g, gr, s)`,
    [
      scheme,
      payloads[0]?.timestamp,
      payloads[0]?.assessmentDate,
      ops[0]?.club,
      author,
      ops[0]?.stamp.ms,
      ops[0]?.stamp.deviceId,
      ids,
      payloads.map((p) => p.memberUuid),
      payloads.map((p) => p.schemeNodeId),
      payloads.map((p) => p.assessmentGrade),
      payloads.map((p) => p.groupId),
      ops.map((op) => op.stamp.deviceSeq),
    ],
  )
  const lanes = [...new Map(payloads.map((p) => [`${p.memberUuid}${p.schemeNodeId}`, p])).values()]
  const columns = [
    lanes.map((p) => p.memberUuid),
    lanes.map((p) => p.schemeNodeId),
    lanes.map((p) => p.assessmentGrade),
  ]
  await client.query(
    `INSERT INTO results AS r (client_id, member_id, scheme_id, node_id, grade, pass, ts, since, author_id, stamp_ms, stamp_counter, stamp_device, stamp_seq)
     SELECT 'aquila', m, $1, n, g, 3, $2, NULL, $3, $4, 0, $5, 1 FROM unnest($6::uuid[], $7::text[], $8::int[]) t (m, n, g) ORDER BY m, n
     ON CONFLICT (client_id, member_id, scheme_id, node_id) DO UPDATE SET grade = excluded.grade, stamp_ms = excluded.stamp_ms, stamp_device = excluded.stamp_device`,
    [scheme, payloads[0]?.timestamp, author, ops[0]?.stamp.ms, ops[0]?.stamp.deviceId, ...columns],
  )
  await client.query(
    `INSERT INTO progress AS p (client_id, member_id, scheme_id, node_id, state, percent, forced)
     SELECT DISTINCT ON (m) 'aquila', m, $1::uuid, '/stage-4', 'started', 50 + (g % 9), false FROM unnest($2::uuid[], $3::int[]) t (m, g) ORDER BY m
     ON CONFLICT (client_id, member_id, scheme_id, node_id) DO UPDATE SET percent = excluded.percent, state = excluded.state`,
    [scheme, columns[0], columns[2]],
  )
  await client.query(
    `INSERT INTO audit_log (client_id, user_id, action, entity, entity_id, after) SELECT 'aquila', $1, 'mark', 'member', m::text, '{"node": "/stage-4"}' FROM unnest($2::uuid[]) m`,
    [author, payloads.map((p) => p.memberUuid)],
  )
  await client.query(
    `WITH b AS (UPDATE club_counters SET rev = rev + 1 WHERE club_id = $1 RETURNING rev)
     INSERT INTO changes (client_id, club_id, kind, key, rev, changed_rev) SELECT 'aquila', $1, 'result', m || '/' || $2 || n, b.rev, b.rev FROM b, unnest($3::text[], $4::text[]) t (m, n)
     ON CONFLICT (client_id, club_id, kind, key) DO UPDATE SET rev = excluded.rev, changed_rev = excluded.rev`,
    [ops[0]?.club, scheme, columns[0], columns[1]],
  )
}

/** Measures how many marks per second 20 tablets can push at once. */
export async function bench(): Promise<Row[]> {
  const benchServer = await startBenchServer()
  const db = openDatabase(benchServer.appUrl, 12)
  try {
    const { token, userId } = await logIn(benchServer.port, 'coach')
    const members = await membersInGroups(benchServer, token)
    const scheme = await inTenant(db, 'aquila', 'read', async (tx) => {
      const { rows } = await tx.query<{ id: string }>(`SELECT id FROM schemes WHERE slug = 'swim'`)
      return rows[0]?.id ?? ''
    })
    const skills = await skillsOf(benchServer, token)
    const batchesOf = () =>
      Array.from({ length: CLIENTS }, (_, client) => {
        const device = crypto.randomUUID()
        let seq = 0
        return Array.from({ length: BATCHES }, () =>
          Array.from({ length: BATCH }, () => {
            seq++
            return operation(
              members[(client * MEMBERS_EACH + (seq % MEMBERS_EACH)) % members.length] ?? {
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
    const timed = async (send: (ops: Operation[]) => Promise<void>) => {
      const clients = batchesOf()
      const began = process.hrtime.bigint()
      await Promise.all(
        clients.map(async (batches) => {
          for (const batch of batches) await send(batch)
        }),
      )
      return (CLIENTS * BATCHES * BATCH) / (Number(process.hrtime.bigint() - began) / 1e9)
    }
    const throughHttp = async (ops: Operation[]) => {
      const [first] = ops
      const reply = await ask<PushReply>(benchServer.port, 'coach.aquila.localhost', '/v1/sync/push', {
        token,
        body: { deviceId: first?.stamp.deviceId, operations: ops },
      })
      const refused = reply.outcomes.find((o) => o.outcome === 'rejected' || o.outcome === 'retry')
      if (refused) throw new Error(`refused: ${refused.code}`)
    }
    const directly = (ops: Operation[]) =>
      inTenant(db, 'aquila', 'write', (tx) => writeDirectly(tx, ops, userId, scheme))
    const [ours, limit]: [number[], number[]] = [[], []]
    for (let round = 0; round <= ROUNDS; round++) {
      const a = await timed(throughHttp)
      const b = await timed(directly)
      if (round > 0) {
        ours.push(a)
        limit.push(b)
      }
    }
    return [
      {
        what: `marks in batches of ${BATCH} from ${CLIENTS} clients`,
        unit: 'marks/s',
        ours: median(ours),
        limit: median(limit),
        more: true,
      },
    ]
  } finally {
    await db.pool.end()
    await benchServer.close()
  }
}
