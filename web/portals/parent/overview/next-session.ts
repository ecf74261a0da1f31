import type { Group } from '#contract/scheduling/groups.ts'
import { comingSession, coverOn, lastsAllDay, startTimeOn, type SessionException } from '#domain/scheduling/sessions.ts'

interface NextSession {
  group: Group
  /** YYYY-MM-DD */
  date: string
  /** HH:mm, null when the group has no time. */
  start: string | null
  allDay: boolean
  /** It has begun and not ended. */
  now: boolean
  /** Who takes it; a cover coach in the place of the group's own. */
  coaches: readonly Pick<Group['coaches'][number], 'firstname' | 'lastname'>[]
}

/** A session that will not be, or not on that day. */
interface Cancelled {
  group: Group
  exception: SessionException
}

export interface Coming {
  /** Of each group that meets again, soonest first. */
  next: readonly NextSession[]
  /** What was cancelled before, soonest first. */
  cancelled: readonly Cancelled[]
}

/** What is next of each group by its own club's clock, and what falls out before. */
export function comingSessions(groups: readonly Group[], nowMs: number): Coming {
  const all = groups.map((group) => comingOf(group, nowMs))
  const starts = ({ date, start }: NextSession) => `${date} ${start ?? ''}`
  return {
    next: all.flatMap((one) => one.next).sort((a, b) => (starts(a) < starts(b) ? -1 : 1)),
    cancelled: all.flatMap((one) => one.cancelled).sort((a, b) => (a.exception.date < b.exception.date ? -1 : 1)),
  }
}

function comingOf(group: Group, nowMs: number): Coming {
  const { next, cancelled } = comingSession(group, nowMs, group.time_zone)
  const cover = next && coverOn(group, next.date)
  const allDay = lastsAllDay(group)
  return {
    next: next
      ? [
          {
            group,
            date: next.date,
            start: startTimeOn(group, next.date),
            allDay,
            now: next.now && !allDay,
            coaches: cover ? [cover] : group.coaches,
          },
        ]
      : [],
    cancelled: cancelled.map((exception) => ({ group, exception })),
  }
}
