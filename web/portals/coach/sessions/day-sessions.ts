import type { Group } from '#contract/scheduling/groups.ts'
import {
  exceptionOn,
  lastsAllDay,
  meetsOn,
  minutesOf,
  startTimeOn,
  type SessionException,
} from '#domain/scheduling/sessions.ts'

/** A group's session on one day; its times are minutes since midnight in the club's time zone. */
export interface DaySession {
  group: Group
  /** Null when the group has no time. */
  from: number | null
  to: number | null
  /** What is different about this session: cancelled, moved or covered. */
  exception: SessionException | null
}

/** Whether the coach at the tablet takes the group's session on a date. Other coaches' groups can only be read. */
export function takesSession({ imported, covering }: Pick<Group, 'imported' | 'covering'>, date: string): boolean {
  return imported !== true && (covering === undefined || covering.includes(date))
}

/** Whether this coach may put plans on a group: it is their own, or they cover a session of it today or later. */
export function canPlanGroup({ imported, covering }: Pick<Group, 'imported' | 'covering'>, today: string): boolean {
  return imported !== true && (covering === undefined || covering.some((date) => date >= today))
}

/** `canPlanGroup` by id, over the groups of the snapshot. */
export function canPlanGroupById(groups: readonly Group[], groupId: string, today: string): boolean {
  return groups.some((group) => group.id === groupId && canPlanGroup(group, today))
}

/** Sessions after today that the coach covers, the soonest first. */
export function upcomingCovers(groups: readonly Group[], today: string): { group: Group; date: string }[] {
  return groups
    .flatMap((group) => (group.covering ?? []).filter((date) => date > today).map((date) => ({ group, date })))
    .sort((a, b) =>
      `${a.date} ${startTimeOn(a.group, a.date)}`.localeCompare(`${b.date} ${startTimeOn(b.group, b.date)}`),
    )
}

/** Whether another coach covers the session. */
export function isCoveredByOther({ exception }: DaySession, userUuid: string | undefined): boolean {
  return exception !== null && exception.cover !== null && exception.cover.uuid !== userUuid
}

/** The sessions on a date, by time, then name. A group that this coach only covers is listed on the covered dates alone. */
export function sessionsOn(groups: readonly Group[], date: string): DaySession[] {
  return groups
    .filter((g) => meetsOn(g, date) && (g.covering === undefined || g.covering.includes(date)))
    .map((group) => {
      const start = startTimeOn(group, date)
      const from = start === null ? null : minutesOf(start)
      return {
        group,
        from,
        to: from === null ? null : from + group.duration_minutes,
        exception: exceptionOn(group, date),
      }
    })
    .sort((a, b) => (a.from ?? 1440) - (b.from ?? 1440) || a.group.name.localeCompare(b.group.name))
}

/** The sessions that run at a minute, the last one begun first, and the next one to begin; cancelled ones are left out. */
export function nowAndNext(all: readonly DaySession[], minute: number): { now: DaySession[]; next: DaySession | null } {
  const sessions = all.filter(({ exception }) => exception?.cancelled !== true)
  const now = sessions.filter((s) => s.from !== null && s.to !== null && s.from <= minute && minute < s.to).toReversed()
  const next = sessions.find((s) => s.from !== null && s.from > minute) ?? null
  return { now, next }
}

export function isAllDay({ from, to }: DaySession): boolean {
  return from !== null && to !== null && lastsAllDay({ duration_minutes: to - from })
}

/** The names of a group's coaches, as one line of text. */
export function coachNames(group: Pick<Group, 'coaches'>): string {
  return group.coaches.map(({ firstname, lastname }) => `${firstname} ${lastname}`).join(', ')
}

/** [2.39] */
export function canOpenGroup(group: Pick<Group, 'id' | 'members_loaded'>): boolean {
  return group.id !== '' && group.members_loaded
}

/** Rows per page that can be chosen [9.8], [9.9]. */
export const PAGE_SIZES = [10, 50, 100, 250] as const

/** The rows of a page and its number. When the list has become too short for the wanted page, it is the last page. */
export function pageOf<T>(rows: readonly T[], page: number, size: number): { rows: readonly T[]; page: number } {
  const last = Math.max(0, Math.ceil(rows.length / size) - 1)
  const shown = Math.min(page, last)
  return { rows: rows.slice(shown * size, (shown + 1) * size), page: shown }
}

export type SortField = 'time' | 'name' | 'members'
export interface Sort {
  field: SortField
  descending: boolean
}

export function searchAndSort(sessions: readonly DaySession[], term: string, sort: Sort): DaySession[] {
  const wanted = term.toLocaleLowerCase()
  const by: Record<SortField, (a: DaySession, b: DaySession) => number> = {
    time: (a, b) => (a.from ?? 1440) - (b.from ?? 1440),
    name: (a, b) => a.group.name.localeCompare(b.group.name),
    members: (a, b) => a.group.total_members - b.group.total_members,
  }
  const sign = sort.descending ? -1 : 1
  return sessions
    .filter((s) => s.group.name.toLocaleLowerCase().includes(wanted))
    .sort((a, b) => sign * by[sort.field](a, b) || a.group.name.localeCompare(b.group.name))
}
