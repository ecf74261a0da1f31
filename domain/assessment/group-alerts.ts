import { daysToBirthday } from '#domain/members/birthday.ts'
import { addDays, age, daysBetween } from '#domain/platform/club-time.ts'
import type { Attendance } from './commands/attendance.ts'
import type { Move } from './commands/move.ts'

/** After this many days without any mark a child has the alert `unassessed` [R7.20]. */
export const UNASSESSED_DAYS = 28
/** A birthday is announced this many days ahead. */
const BIRTHDAY_DAYS = 7
/** A child has the alert `absent` after this many absences in a row. */
const ABSENT_SESSIONS = 2

/** One child's attendance in a dated session of which a register was kept; null = the child was not marked in it. */
export interface RecordedSession {
  /** YYYY-MM-DD */
  date: string
  value: Attendance | null
}

/** The facts from which the alerts of one child of a group are derived. Days are YYYY-MM-DD in the club's zone. */
export interface AlertFacts {
  /** Null when it is not known. */
  dob: string | null
  medical: string | null
  note: string | null
  /** Ids of the group's levels that wait for a coach's pass, in tree order. */
  waiting: readonly string[]
  /** The day of the newest mark in any scheme, whatever its grade; null when there is none. */
  lastMark: string | null
  /** The first day in the group. */
  joined: string
  /** The sessions of the group with a register, newest first; today's may be one of them. */
  sessions: readonly RecordedSession[]
  move: Move | null
}

export type GroupAlert =
  | { kind: 'medical'; text: string }
  | { kind: 'waiting'; levels: readonly string[] }
  | { kind: 'absent'; dates: readonly string[] }
  /** `last` is the day of the newest mark; null when the child was never marked, and the days run from joining. */
  | { kind: 'unassessed'; last: string | null }
  /** In `days` the child becomes `age` years old. */
  | { kind: 'birthday'; days: number; age: number }
  | { kind: 'moving' }
  | { kind: 'note'; text: string }

export type AlertKind = GroupAlert['kind']

/** All kinds of alerts, in the order in which a coach needs them at the beginning of a session. */
export const ALERT_KINDS: readonly AlertKind[] = [
  'medical',
  'waiting',
  'absent',
  'unassessed',
  'birthday',
  'moving',
  'note',
]

/** What a coach should know of one child of a group today [R7.20], in the order of `ALERT_KINDS`. */
export function groupAlerts(facts: AlertFacts, today: string): GroupAlert[] {
  const found: GroupAlert[] = []
  if (facts.medical !== null) found.push({ kind: 'medical', text: facts.medical })
  if (facts.waiting.length > 0) found.push({ kind: 'waiting', levels: facts.waiting })
  const absent = absentDays(facts.sessions, today)
  if (absent) found.push({ kind: 'absent', dates: absent })
  if (daysBetween(facts.lastMark ?? facts.joined, today) >= UNASSESSED_DAYS)
    found.push({ kind: 'unassessed', last: facts.lastMark })
  if (facts.dob !== null) {
    const days = daysToBirthday(facts.dob, today)
    if (days <= BIRTHDAY_DAYS) found.push({ kind: 'birthday', days, age: age(facts.dob, addDays(today, days)) })
  }
  if (facts.move === 'move') found.push({ kind: 'moving' })
  if (facts.note !== null) found.push({ kind: 'note', text: facts.note })
  return found
}

/**
 * The dates of the last two sessions if the child was absent from both, else null. Today's session counts only once the
 * child is marked in it, so that a register that was just begun does not end everybody's alert.
 */
function absentDays(sessions: readonly RecordedSession[], today: string): string[] | null {
  const finished = sessions.filter(({ date, value }) => date < today || (date === today && value !== null))
  const last = finished.slice(0, ABSENT_SESSIONS)
  return last.length === ABSENT_SESSIONS && last.every(({ value }) => value === 'absent')
    ? last.map(({ date }) => date)
    : null
}
