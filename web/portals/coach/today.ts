import type { Group } from '#contract/groups.ts'
import { weekday } from '#domain/club-time.ts'

/** A group's session of a day, in minutes since the club's midnight. */
export interface TodaySession {
  group: Group
  /** Null when the group has no time. */
  from: number | null
  to: number | null
}

export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** `HH:mm` of minutes since midnight. */
export function timeOf(minutes: number): string {
  const inDay = minutes % 1440
  return `${String(Math.floor(inDay / 60)).padStart(2, '0')}:${String(inDay % 60).padStart(2, '0')}`
}

/** The groups that meet on a date, by time, then name. */
export function sessionsOn(groups: readonly Group[], date: string): TodaySession[] {
  return groups
    .filter(
      (g) =>
        g.first_date <= date && (g.last_date === null || date <= g.last_date) && g.weekdays.includes(weekday(date)),
    )
    .map((group) => {
      const from = group.start_at === null ? null : minutesOf(group.start_at)
      return { group, from, to: from === null ? null : from + group.duration_minutes }
    })
    .sort((a, b) => (a.from ?? 1440) - (b.from ?? 1440) || a.group.name.localeCompare(b.group.name))
}

/** Sessions running at a minute, the latest begun first, and the next one to begin. */
export function nowAndNext(
  sessions: readonly TodaySession[],
  minute: number,
): { now: TodaySession[]; next: TodaySession | null } {
  const now = sessions.filter((s) => s.from !== null && s.to !== null && s.from <= minute && minute < s.to).toReversed()
  const next = sessions.find((s) => s.from !== null && s.from > minute) ?? null
  return { now, next }
}

export function isAllDay({ from, to }: TodaySession): boolean {
  return from !== null && to !== null && to - from >= 1440
}

/** [2.39] */
export function opens(group: Pick<Group, 'id' | 'members_loaded'>): boolean {
  return group.id !== '' && group.members_loaded
}

/** [9.8], [9.9] */
export const PAGE_SIZES = [10, 50, 100, 250] as const

/** The rows of a page, and which page that is: the last one when the list has become shorter than the one asked for. */
export function pageOf<T>(rows: readonly T[], page: number, size: number): { rows: readonly T[]; page: number } {
  const last = Math.max(0, Math.ceil(rows.length / size) - 1)
  const shown = Math.min(page, last)
  return { rows: rows.slice(shown * size, (shown + 1) * size), page: shown }
}

/** Letters (of any script), digits, underscore, white space and hyphen [5.1]. */
export function searchAllowed(text: string): boolean {
  return /^[\p{L}\p{M}\p{N}_\s-]*$/u.test(text)
}

/** [5.1], [9.2]: applied when empty or at least two characters; null = leave the list as it is. */
export function searchTerm(text: string): string | null {
  const term = text.trim()
  if (!searchAllowed(text) || term.length === 1) return null
  return term
}

export type SortField = 'time' | 'name' | 'members'
export interface Sort {
  field: SortField
  descending: boolean
}

export function searchAndSort(sessions: readonly TodaySession[], term: string, sort: Sort): TodaySession[] {
  const wanted = term.toLocaleLowerCase()
  const by: Record<SortField, (a: TodaySession, b: TodaySession) => number> = {
    time: (a, b) => (a.from ?? 1440) - (b.from ?? 1440),
    name: (a, b) => a.group.name.localeCompare(b.group.name),
    members: (a, b) => a.group.total_members - b.group.total_members,
  }
  const sign = sort.descending ? -1 : 1
  return sessions
    .filter((s) => s.group.name.toLocaleLowerCase().includes(wanted))
    .sort((a, b) => sign * by[sort.field](a, b) || a.group.name.localeCompare(b.group.name))
}
