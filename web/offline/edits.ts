import { commandOf, type EditKind, type Payloads } from '#domain/assessment/commands/commands.ts'
import type { GuestPayload } from '#domain/assessment/commands/guest.ts'
import type { PlanBase, PlanInput, RegisterInput } from './coach-store.ts'
import type { NewEdit } from './outbox.ts'

/** An edit as the outbox stores it, in the lane of its payload; `club` is the id of the club. */
export function newEdit<K extends EditKind>(kind: K, payload: Payloads[K], club: string): NewEdit {
  return { kind, lane: commandOf(kind).lane(payload, club), payload }
}

/** The edit for an attendance, badge, move or note. `timestamp` is in unix seconds. */
export function registerEditOf({ kind, ...entry }: RegisterInput, club: string, timestamp: number): NewEdit {
  // the payload is of this kind, which the compiler cannot see
  return newEdit(kind, { ...entry, timestamp } as Payloads[typeof kind], club)
}

/** The edit that a guest was present on the day of the entry. */
export function presenceOf({ memberUuid, groupId, date, timestamp }: GuestPayload, club: string): NewEdit {
  return registerEditOf({ kind: 'attendance', memberUuid, groupId, date, value: 'present' }, club, timestamp)
}

/** The edit for a plan's text, its readers or its groups. `base` is what new text builds on. */
export function planEditOf(input: PlanInput, base: PlanBase, club: string, timestamp: number): NewEdit {
  if (input.kind === 'plan') {
    const { planUuid, content } = input
    return newEdit('plan', { planUuid, ...base, content, timestamp }, club)
  }
  const { kind, ...entry } = input
  return newEdit(kind, { ...entry, timestamp } as Payloads[typeof kind], club)
}
