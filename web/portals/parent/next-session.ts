import type { Group } from '#contract/groups.ts'
import { localDate, localMinutes, weekday } from '#domain/club-time.ts'

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

/** The first session of one group that has not ended at `nowMs`. */
function nextOf(group: Group, nowMs: number): NextSession | null {
  const [today, minutes] = [localDate(nowMs, group.time_zone), localMinutes(nowMs, group.time_zone)]
  const from = group.start_at === null ? 0 : minutesOf(group.start_at)
  for (let ahead = 0; ahead < LOOK_AHEAD_DAYS; ahead++) {
    const date = addDays(today, ahead)
    if (!meetsOn(group, date)) continue
    if (ahead === 0 && group.start_at !== null && from + group.duration_minutes <= minutes) continue
    const allDay = group.duration_minutes >= DAY_MINUTES
    const now = ahead === 0 && group.start_at !== null && !allDay && from <= minutes
    return { group, date, start: group.start_at, allDay, now }
  }
  return null
}

/** The first session of several groups that has not ended, each by its own club's clock. */
export function nextSession(groups: readonly Group[], nowMs: number): NextSession | null {
  const starts = ({ date, start }: NextSession) => `${date} ${start ?? ''}`
  return groups
    .flatMap((group) => nextOf(group, nowMs) ?? [])
    .reduce<NextSession | null>((first, one) => (first && starts(first) <= starts(one) ? first : one), null)
}
