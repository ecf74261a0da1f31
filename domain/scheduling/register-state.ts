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

/** A session, with its register. */
export interface SessionRegister extends Register {
  /** `HH:mm`, or null when the group has no time. */
  start_at: string | null
  duration_minutes: number
}

/**
 * How far the register of a session on `date` is, as a calendar shows it. It is null before the session begins too, as
 * long as nobody is marked.
 */
export function registerStateOn(
  session: SessionRegister,
  date: string,
  now: { date: string; minutes: number },
): RegisterState | null {
  if (date > now.date) return null
  if (date < now.date) return registerState(session, /* over */ true)
  const { hasBegun, isOver } = progressAt(session, now.minutes)
  const state = registerState(session, isOver)
  return state === 'open' && !hasBegun ? null : state
}

/** Whether one of today's sessions has begun and is over. One without a time has begun, and is not over on its day. */
function progressAt({ start_at, duration_minutes }: SessionRegister, minutes: number) {
  const start = start_at === null ? null : minutesOf(start_at)
  return {
    hasBegun: start === null || minutes >= start,
    isOver: start !== null && minutes >= start + duration_minutes,
  }
}

/**
 * What an office sees of the register of one of today's sessions. It is `late` when the session is over and somebody is
 * not marked; a session without a time is never late on its day.
 */
export type TodaysRegisterState = 'cancelled' | 'nobody' | 'done' | 'coming' | 'open' | 'late'

/** `minutes` is the time at the club, in minutes since midnight. */
export function todaysRegisterState(session: SessionRegister, minutes: number): TodaysRegisterState {
  const { hasBegun, isOver } = progressAt(session, minutes)
  const state = registerState(session, isOver)
  if (state === null) return session.cancelled ? 'cancelled' : 'nobody'
  if (state === 'done') return 'done'
  if (!hasBegun) return 'coming'
  return isOver ? 'late' : 'open'
}

/** Whether the coaches of a session can be reminded of its register: it has begun, and somebody is not marked. */
export function canRemind(state: TodaysRegisterState): boolean {
  return state === 'open' || state === 'late'
}
