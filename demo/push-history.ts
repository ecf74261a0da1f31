import { createHash } from 'node:crypto'
import type { Operation } from '#contract/sync.ts'
import { canonicalJson } from '#domain/canonical.ts'
import { markLane } from '#domain/mark.ts'
import { Curricula } from '#server/schemes/curriculum.ts'
import { push, type PushParts } from '#server/sync/push.ts'
import type { Database } from '#server/tenancy.ts'
import type { ClientData, HistoryMark } from './client-data.ts'
import { idOf } from './random.ts'

/** As many as a tablet sends. */
const BATCH = 50
/** Rights reach 30 days back, so a batch spans no more. */
const BATCH_MS = 25 * 86_400_000

/** Each coach's marks in their order, in batches as a tablet sends them; the coaches at the same time. */
export async function pushHistory(db: Database, data: ClientData): Promise<void> {
  const byCoach = new Map<string, HistoryMark[]>()
  for (const mark of data.marks) {
    const own = byCoach.get(mark.coachId) ?? []
    own.push(mark)
    byCoach.set(mark.coachId, own)
  }
  const curricula = new Curricula()
  await Promise.all([...byCoach].map(([coach, marks]) => pushMarks(db, curricula, data.client, coach, marks)))
}

async function pushMarks(
  db: Database,
  curricula: Curricula,
  client: ClientData['client'],
  coach: string,
  marks: readonly HistoryMark[],
): Promise<void> {
  const device = idOf(`${client.id} device ${coach}`)
  for (let at = 0; at < marks.length;) {
    const next = marks.slice(at, at + BATCH)
    const [first] = next
    if (!first) break
    const end = next.findIndex((m) => m.ms - first.ms >= BATCH_MS || m.clubId !== first.clubId)
    const batch = end === -1 ? next : next.slice(0, end)
    const operations = batch.map((mark, k) => operationOf(client.id, mark, device, at + k + 1))
    const ms = Math.max(...batch.map((m) => m.ms))
    const parts: PushParts = {
      db,
      curricula,
      now: () => ms + 1_000,
      announce: () => {},
      onError: (error) => {
        throw error
      },
    }
    const session = {
      clientId: client.id,
      portal: 'coach',
      userId: coach,
      family: null,
      originalUserId: null,
      type: 'coach',
      clubId: first.clubId,
      languageId: 1,
      language: 'en-GB',
      features: { ...client.features },
    } as const
    const { outcomes } = await push(parts, session, { deviceId: device, operations })
    const refused = outcomes.find((o) => o.outcome === 'rejected' || o.outcome === 'retry')
    if (refused) throw new Error(`the demo’s own mark was refused: ${refused.code}`)
    at += batch.length
  }
}

function operationOf(clientId: string, mark: HistoryMark, deviceId: string, seq: number): Operation {
  const payload = {
    memberUuid: mark.memberId,
    groupId: mark.groupId,
    groupNgoId: null,
    schemeSlug: mark.schemeSlug,
    schemeNodeId: mark.nodeId,
    assessmentGrade: mark.grade,
    assessmentPassGrade: mark.pass,
    assessmentDate: mark.date,
    timestamp: Math.floor(mark.ms / 1000),
  }
  return {
    opId: idOf(`${clientId} op ${mark.coachId} ${seq}`),
    club: mark.clubId,
    authorUuid: mark.coachId,
    lane: markLane(mark.memberId, mark.schemeSlug, mark.nodeId),
    kind: 'mark',
    payload,
    payloadHash: createHash('sha256').update(canonicalJson(payload)).digest('hex'),
    payloadVersion: 1,
    baseRev: null,
    stamp: { ms: mark.ms, counter: 0, deviceId, deviceSeq: seq },
  }
}
