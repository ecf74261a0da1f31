import type { Operation } from '#contract/assessment/sync.ts'
import { registerLane } from '#domain/assessment/register.ts'
import { Curricula } from '#server/curriculum/schemes/curriculum.ts'
import { newMark, newOperation, type Origin } from '#server/assessment/sync/new-operation.ts'
import { push, type PushDeps } from '#server/assessment/sync/push.ts'
import type { Database } from '#server/platform/tenancy.ts'
import type { ClientData, HistoryEntry, HistoryMark } from './client-data.ts'
import { idOf } from './random.ts'

/** As many as a tablet sends. */
const BATCH = 50
/** Rights reach 30 days back, so a batch spans no more. */
const BATCH_MS = 25 * 86_400_000

/** What a coach did at some moment at a club. */
interface Done {
  coachId: string
  clubId: string
  ms: number
}

/** Each coach's marks and registers in their order, in batches as a tablet sends them; the coaches at the same time. */
export async function pushHistory(db: Database, data: ClientData): Promise<void> {
  const { id } = data.client
  const curricula = new Curricula()
  const send = <D extends Done>(done: readonly D[], what: string, made: Made<D>) =>
    Promise.all(
      [...Map.groupBy(done, (one) => one.coachId)].map(([coach, own]) =>
        pushOf({ db, curricula, client: data.client, coach, device: idOf(`${id} ${what} ${coach}`) }, own, made),
      ),
    )
  await send(data.marks, 'device', (mark, device, seq) => markOf(id, mark, device, seq))
  await send(data.registers, 'register', (entry, device, seq) => entryOf(id, entry, device, seq))
}

type Made<D> = (done: D, device: string, seq: number) => Operation

async function pushOf<D extends Done>(
  { device, ...sender }: Pick<Sender, 'db' | 'curricula' | 'client' | 'coach'> & { device: string },
  done: readonly D[],
  made: Made<D>,
): Promise<void> {
  for (let at = 0; at < done.length;) {
    const next = done.slice(at, at + BATCH)
    const [first] = next
    if (!first) break
    const end = next.findIndex((one) => one.ms - first.ms >= BATCH_MS || one.clubId !== first.clubId)
    const batch = end === -1 ? next : next.slice(0, end)
    const operations = batch.map((one, k) => made(one, device, at + k + 1))
    const ms = Math.max(...batch.map((one) => one.ms))
    await pushAs({ ...sender, clubId: first.clubId, deviceId: device, ms }, operations)
    at += batch.length
  }
}

interface Sender {
  db: Database
  curricula: Curricula
  client: ClientData['client']
  coach: string
  clubId: string
  deviceId: string
  /** When it was made; the server's clock stands a second later. */
  ms: number
}

/** One push of a coach of the demo; nothing of it may be refused. */
export async function pushAs(
  { db, curricula, client, coach, clubId, deviceId, ms }: Sender,
  operations: Operation[],
): Promise<void> {
  const deps: PushDeps = {
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
    clubId,
    languageId: 1,
    language: 'en-GB',
    features: { ...client.features },
  } as const
  const { outcomes } = await push(deps, session, { deviceId, operations })
  const refused = outcomes.find((o) => o.outcome === 'rejected' || o.outcome === 'retry')
  if (refused) throw new Error(`the demo’s own change was refused: ${refused.code}`)
}

function markOf(clientId: string, mark: HistoryMark, deviceId: string, seq: number): Operation {
  return newMark(originOf(mark, idOf(`${clientId} op ${mark.coachId} ${seq}`), deviceId, seq), {
    memberUuid: mark.memberId,
    groupId: mark.groupId,
    schemeSlug: mark.schemeSlug,
    schemeNodeId: mark.nodeId,
    assessmentGrade: mark.grade,
    assessmentPassGrade: mark.pass,
    assessmentDate: mark.date,
  })
}

function entryOf(clientId: string, entry: HistoryEntry, deviceId: string, seq: number): Operation {
  const { memberId: memberUuid, groupId, date, value, ms } = entry
  const payload = { groupId, date, memberUuid, value, timestamp: Math.floor(ms / 1000) }
  const lane = registerLane({ kind: 'attendance', groupId, date, memberUuid })
  const origin = originOf(entry, idOf(`${clientId} entry ${entry.coachId} ${seq}`), deviceId, seq)
  return newOperation(origin, { kind: 'attendance', lane, payload })
}

function originOf({ clubId, coachId, ms }: Done, opId: string, deviceId: string, seq: number): Origin {
  return { club: clubId, author: coachId, deviceId, seq, ms, opId }
}
