import type { Operation } from '#contract/assessment/sync.ts'
import { attendanceLane } from '#domain/assessment/commands/attendance.ts'
import { Curricula } from '#server/curriculum/schemes/curriculum.ts'
import { newMark, newOperation, type Origin } from '#server/assessment/sync/new-operation.ts'
import { push, type PushDeps } from '#server/assessment/sync/push.ts'
import type { Database } from '#server/platform/tenancy.ts'
import type { ClientData, HistoryAttendance, HistoryMark } from './client-data.ts'
import { idOf } from './random.ts'

/** The number of operations in a push; a tablet sends as many. */
const BATCH = 50
/** The longest time between the entries of one push, because the server accepts only entries of the last 30 days. */
const BATCH_MS = 25 * 86_400_000

/** What marks and attendance have in common: coach, club and time of entry in unix ms. */
interface Entry {
  coachId: string
  clubId: string
  ms: number
}

/**
 * Pushes each coach's marks, and then attendance, in order of time and in batches as a tablet sends them. The pushes of
 * different coaches run at the same time.
 */
export async function pushHistory(db: Database, data: ClientData): Promise<void> {
  const { id } = data.client
  const curricula = new Curricula()
  /** Pushes entries as from one tablet of each coach. */
  const send = <E extends Entry>(entries: readonly E[], deviceName: string, toOperation: ToOperation<E>) =>
    Promise.all(
      [...Map.groupBy(entries, ({ coachId }) => coachId)].map(([coach, entriesOfCoach]) =>
        pushInBatches(
          { db, curricula, client: data.client, coach, deviceId: idOf(`${id} ${deviceName} ${coach}`) },
          entriesOfCoach,
          toOperation,
        ),
      ),
    )
  // A tablet numbers its operations in order of time. Attendance is pushed after all marks but was entered between
  // them, so it comes from a second tablet.
  await send(data.marks, 'device', (mark, deviceId, seq) => markOperation(id, mark, deviceId, seq))
  await send(data.attendance, 'register', (attendance, deviceId, seq) =>
    attendanceOperation(id, attendance, deviceId, seq),
  )
}

/** Makes the operation with number `seq` of a device. */
type ToOperation<E> = (entry: E, deviceId: string, seq: number) => Operation

async function pushInBatches<E extends Entry>(
  sender: Omit<Sender, 'clubId' | 'ms'>,
  entries: readonly E[],
  toOperation: ToOperation<E>,
): Promise<void> {
  for (let sentCount = 0; sentCount < entries.length;) {
    const candidates = entries.slice(sentCount, sentCount + BATCH)
    const [first] = candidates
    if (!first) break
    // a batch ends before an entry that is too late for it, or of another club: a push is for one club only
    const end = candidates.findIndex((entry) => entry.ms - first.ms >= BATCH_MS || entry.clubId !== first.clubId)
    const batch = end === -1 ? candidates : candidates.slice(0, end)
    const operations = batch.map((entry, index) => toOperation(entry, sender.deviceId, sentCount + index + 1))
    const ms = Math.max(...batch.map((entry) => entry.ms))
    await pushAs({ ...sender, clubId: first.clubId, ms }, operations)
    sentCount += batch.length
  }
}

/** Who sends a push, and when. */
interface Sender {
  db: Database
  curricula: Curricula
  client: ClientData['client']
  coach: string
  clubId: string
  deviceId: string
  /** The time of the last entry, unix ms. The push arrives one second later. */
  ms: number
}

/** One push of a demo coach. Throws when the server refuses an operation. */
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
    // the session has no refresh tokens, and the coach did not take the tablet over from another
    family: null,
    originalUserId: null,
    type: 'coach',
    clubId,
    languageId: 1,
    language: 'en-GB',
    features: { ...client.features },
  } as const
  const { outcomes } = await push(deps, session, { deviceId, operations })
  const refused = outcomes.find(({ outcome }) => outcome === 'rejected' || outcome === 'retry')
  if (refused) throw new Error(`the demo’s own change was refused: ${refused.code}`)
}

function markOperation(clientId: string, mark: HistoryMark, deviceId: string, seq: number): Operation {
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

function attendanceOperation(
  clientId: string,
  attendance: HistoryAttendance,
  deviceId: string,
  seq: number,
): Operation {
  const { memberId: memberUuid, groupId, date, value, ms } = attendance
  const payload = { groupId, date, memberUuid, value, timestamp: Math.floor(ms / 1000) }
  const lane = attendanceLane({ groupId, date, memberUuid })
  const opId = idOf(`${clientId} entry ${attendance.coachId} ${seq}`)
  const origin = originOf(attendance, opId, deviceId, seq)
  return newOperation(origin, { kind: 'attendance', lane, payload })
}

function originOf({ clubId, coachId, ms }: Entry, opId: string, deviceId: string, seq: number): Origin {
  return { club: clubId, author: coachId, deviceId, seq, ms, opId }
}
