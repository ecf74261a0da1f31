import type { Group } from '#contract/scheduling/groups.ts'
import { includesDay } from '#domain/scheduling/period.ts'
import { comingSession, coverOn, lastsAllDay, startTimeOn, type SessionException } from '#domain/scheduling/sessions.ts'

interface NextSession {
  group: Group
  /** YYYY-MM-DD */
  date: string
  /** HH:mm, null when the group has no time. */
  start: string | null
  allDay: boolean
  /** Whether it has begun and not ended; false for a session that lasts all day. */
  isRunning: boolean
  /** The covering coach if there is one, else the coaches of the group. */
  coaches: readonly Pick<Group['coaches'][number], 'firstname' | 'lastname'>[]
}

/** A session that is cancelled, or moved to another day. */
interface CancelledSession {
  group: Group
  exception: SessionException
}

/** The coming sessions of some groups. */
export interface ComingSessions {
  /** The next session of each group that meets again, soonest first. */
  next: readonly NextSession[]
  /** Sessions before the next one of their group that are cancelled or moved, soonest first. */
  cancelled: readonly CancelledSession[]
}

/** The next session of each group, in the time zone of its club, and the cancelled and moved sessions before it. */
export function comingSessions(groups: readonly Group[], nowMs: number): ComingSessions {
  const byGroup = groups.map((group) => comingSessionsOf(group, nowMs))
  const sortKey = ({ date, start }: NextSession) => `${date} ${start ?? ''}`
  return {
    next: byGroup.flatMap(({ next }) => next).sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1)),
    cancelled: byGroup
      .flatMap(({ cancelled }) => cancelled)
      .sort((a, b) => (a.exception.date < b.exception.date ? -1 : 1)),
  }
}

function comingSessionsOf(group: Group, nowMs: number): ComingSessions {
  const { next, cancelled } = comingSession(group, nowMs, group.time_zone)
  const cover = next && coverOn(group, next.date)
  const allDay = lastsAllDay(group)
  return {
    // one session, or none if the group does not meet again
    next: next
      ? [
          {
            group,
            date: next.date,
            start: startTimeOn(group, next.date),
            allDay,
            isRunning: next.now && !allDay,
            coaches: cover ? [cover] : coachesOn(group, next.date),
          },
        ]
      : [],
    cancelled: cancelled.map((exception) => ({ group, exception })),
  }
}

/** The group's coaches on a day (YYYY-MM-DD). A group that an older version has stored has those of its day. */
export function coachesOn(group: Group, day: string): Group['coaches'] {
  return group.coaches.filter(({ from = day, to = null }) => includesDay([{ from, to }], day))
}
