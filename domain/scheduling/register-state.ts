import { minutesOf } from './sessions.ts'

/** `begun`: some children are marked; `open`: none yet, which is due; `missing`: none, although the session is over. */
export type RegisterState = 'done' | 'begun' | 'open' | 'missing'

interface Register {
  /** Children who are in the group on that day. */
  members: number
  present: number
  absent: number
  cancelled: boolean
}

/** How far the register of a session is; null when there is nobody to mark. */
export function registerState(
  { members, present, absent, cancelled }: Register,
  isOver: boolean,
): RegisterState | null {
  const marked = present + absent
  if (cancelled || members === 0) return null
  if (marked === 0) return isOver ? 'missing' : 'open'
  return marked < members ? 'begun' : 'done'
}

/** A session of today, with its register. */
export interface TodaysRegister extends Register {
  /** `HH:mm`, or null when the group has no time. */
  start_at: string | null
  duration_minutes: number
}

/**
 * What an office sees of the register of one of today's sessions. It is `late` when the session is over and somebody is
 * not marked; a session without a time is never late on its day.
 */
export type TodaysRegisterState = 'cancelled' | 'nobody' | 'done' | 'coming' | 'open' | 'late'

/** `minutes` is the time at the club, in minutes since midnight. */
export function todaysRegisterState(session: TodaysRegister, minutes: number): TodaysRegisterState {
  const start = session.start_at === null ? null : minutesOf(session.start_at)
  const isOver = start !== null && minutes >= start + session.duration_minutes
  const state = registerState(session, isOver)
  if (state === null) return session.cancelled ? 'cancelled' : 'nobody'
  if (state === 'done') return 'done'
  if (start !== null && minutes < start) return 'coming'
  return isOver ? 'late' : 'open'
}

/** Whether the coaches of a session can be reminded of its register: it has begun, and somebody is not marked. */
export function canRemind(state: TodaysRegisterState): boolean {
  return state === 'open' || state === 'late'
}
