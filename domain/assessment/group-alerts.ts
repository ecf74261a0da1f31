import { daysToBirthday } from '#domain/members/birthday.ts'
import { daysBetween } from '#domain/platform/club-time.ts'
import type { Attendance, Move } from './register.ts'

/** Days without any mark until a child stands among the alerts [R7.20]. */
export const UNASSESSED_DAYS = 28
const BIRTHDAY_DAYS = 7
const ABSENT_SESSIONS = 2

/** One dated session of a group whose register was kept, and what it says of one child; null = nothing. */
export interface KeptSession {
  /** YYYY-MM-DD */
  date: string
  value: Attendance | null
}

/** What is known of one child of a group. Dates are YYYY-MM-DD in the club's zone. */
export interface AlertFacts {
  dob: string
  medical: string | null
  note: string | null
  /** Levels of the group that are complete and not passed, in tree order. */
  waiting: readonly string[]
  /** Of the newest mark in any scheme, whatever it said; null when there is none. */
  lastMark: string | null
  /** The first day in the group. */
  joined: string
  /** Newest first, today's included. */
  sessions: readonly KeptSession[]
  move: Move | null
}

export type GroupAlert =
  | { kind: 'medical'; text: string }
  | { kind: 'waiting'; levels: readonly string[] }
  | { kind: 'absent'; dates: readonly string[] }
  /** `last`: null when the child was never marked; then the days run from joining. */
  | { kind: 'unassessed'; last: string | null }
  | { kind: 'birthday'; days: number }
  | { kind: 'moving' }
  | { kind: 'note'; text: string }

export type AlertKind = GroupAlert['kind']

/** In the order in which a coach needs them at the beginning of a session. */
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
  const days = daysToBirthday(facts.dob, today)
  if (days <= BIRTHDAY_DAYS) found.push({ kind: 'birthday', days })
  if (facts.move === 'move') found.push({ kind: 'moving' })
  if (facts.note !== null) found.push({ kind: 'note', text: facts.note })
  return found
}

/** The last sessions when the child was absent from all of them, else null. Today counts once the child is marked: a register just begun must hide nobody. */
function absentDays(sessions: readonly KeptSession[], today: string): string[] | null {
  const over = sessions.filter(({ date, value }) => date < today || (date === today && value !== null))
  const last = over.slice(0, ABSENT_SESSIONS)
  return last.length === ABSENT_SESSIONS && last.every(({ value }) => value === 'absent')
    ? last.map(({ date }) => date)
    : null
}
