import type { MarkPayload } from '#domain/assessment/commands/mark.ts'
import { CoachDatabase } from '../database.ts'
import { enqueueMark } from '../outbox.ts'

/** Two coaches of one club, Dewi and Anna; `ME` is Dewi, who uses the device. */
export const ME = { userUuid: '5f0c0000-0000-4000-8000-000000000001', club: '5f0c0000-0000-4000-8000-0000000000c1' }
export const ANNA = { ...ME, userUuid: '5f0c0000-0000-4000-8000-000000000002' }
export const NOW = Date.UTC(2026, 10, 21, 10, 4)

/** Of a device without curricula, which leaves the judgement of marks to the server. */
export const NO_CURRICULA = { features: () => ({}), node: () => undefined }

/** A device with an empty database of its own, on the in-memory IndexedDB. */
export function newDevice(): CoachDatabase {
  return new CoachDatabase(`test-${crypto.randomUUID()}`)
}

/** A mark that passes one skill of one member. */
export function mark(change: Partial<MarkPayload> = {}): MarkPayload {
  return {
    memberUuid: '5f0c0000-0000-4000-8000-0000000000a1',
    groupId: '5f0c0000-0000-4000-8000-0000000000b1',
    groupNgoId: null,
    schemeSlug: 'swim',
    schemeNodeId: '/stage-1/tread-water',
    assessmentGrade: 3,
    assessmentPassGrade: 3,
    assessmentDate: '2026-11-21',
    timestamp: NOW / 1000,
    ...change,
  }
}

/** Saves `count` marks of different skills, one a second, and returns the ids of their operations. */
export async function enqueue(db: CoachDatabase, author: typeof ME, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n++) {
    const payload = mark({ schemeNodeId: `/stage-1/skill-${n}` })
    ids.push((await enqueueMark(db, author, payload, NOW + n * 1000)).opId)
  }
  return ids
}
