import type { Group } from '#contract/groups.ts'
import { weekday } from '#domain/club-time.ts'

export interface NextSession {
  group: Group
  /** YYYY-MM-DD */
  date: string
  /** HH:mm, null when the group has no time. */
  start: string | null
  allDay: boolean
  /** It has begun and not ended. */
  now: boolean
}

const DAY_MINUTES = 24 * 60
/** Two weeks hold every weekday twice, whatever starts or ends between. */
const LOOK_AHEAD_DAYS = 14

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

function meetsOn(group: Group, date: string): boolean {
  return (
    group.weekdays.includes(weekday(date)) &&
    date >= group.first_date &&
    (group.last_date === null || date <= group.last_date)
  )
}

/** The first session that has not ended, of several groups; `date` and `minutes` are now, in the club's time. */
export function nextSession(groups: readonly Group[], date: string, minutes: number): NextSession | null {
  for (let ahead = 0; ahead < LOOK_AHEAD_DAYS; ahead++) {
    const day = addDays(date, ahead)
    const sessions = groups
      .filter((group) => meetsOn(group, day))
      .map((group) => ({ group, from: group.start_at === null ? 0 : minutesOf(group.start_at) }))
      .filter(({ group, from }) => ahead > 0 || from + group.duration_minutes > minutes || group.start_at === null)
      .sort((a, b) => a.from - b.from)
    const [first] = sessions
    if (first) {
      const { group, from } = first
      const allDay = group.duration_minutes >= DAY_MINUTES
      return {
        group,
        date: day,
        start: group.start_at,
        allDay,
        now: ahead === 0 && group.start_at !== null && !allDay && from <= minutes,
      }
    }
  }
  return null
}
