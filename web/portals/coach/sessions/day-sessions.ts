import type { Group } from '#contract/scheduling/groups.ts'
import { normalizeForSearch } from '#domain/platform/search.ts'
import { clubDay } from '#domain/scheduling/club-days.ts'
import { lastsAllDay, minutesOf, sessionOn, startTimeOn, type SessionException } from '#domain/scheduling/sessions.ts'
import { listed } from '#web/shell/i18n/isolated.ts'

/** A group's session on one day; its times are minutes since midnight in the club's time zone. */
export interface DaySession {
  group: Group
  /** This and `endMinute` are null when the group has no time. */
  startMinute: number | null
  endMinute: number | null
  /** What is different about this session: cancelled, moved or covered. */
  exception: SessionException | null
}

/**
 * Whether the coach at the tablet takes the group's session on a date. Other coaches' groups can only be read.
 * `covering` is absent from the coach's own groups; otherwise it holds the dates that the coach covers.
 */
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
  const sortKey = ({ group, date }: { group: Group; date: string }) => `${date} ${startTimeOn(group, date)}`
  return groups
    .flatMap((group) => (group.covering ?? []).filter((date) => date > today).map((date) => ({ group, date })))
    .sort((a, b) => sortKey(a).localeCompare(sortKey(b)))
}

/** Whether another coach covers the session. */
export function isCoveredByOther({ exception }: DaySession, userUuid: string | undefined): boolean {
  return exception !== null && exception.cover !== null && exception.cover.uuid !== userUuid
}

const MINUTES_OF_DAY = 1440

/** Compares by start; a session without a time comes last. */
const byTime = (a: DaySession, b: DaySession) => (a.startMinute ?? MINUTES_OF_DAY) - (b.startMinute ?? MINUTES_OF_DAY)

/**
 * The sessions on a date, by time, then name. A group that this coach only covers is listed on the covered dates alone.
 */
export function sessionsOn(groups: readonly Group[], date: string): DaySession[] {
  return groups
    .filter((group) => group.covering === undefined || group.covering.includes(date))
    .flatMap((group) => {
      const session = sessionOn(group, clubDay(group.terms ?? [], date))
      if (session === null) return []
      const startMinute = session.start_at === null ? null : minutesOf(session.start_at)
      const endMinute = startMinute === null ? null : startMinute + group.duration_minutes
      return [{ group, startMinute, endMinute, exception: session.exception }]
    })
    .sort((a, b) => byTime(a, b) || a.group.name.localeCompare(b.group.name))
}

/** Whether a session has begun and not ended at a minute, if it takes place at all. */
export function isRunning({ startMinute, endMinute }: DaySession, minute: number): boolean {
  return startMinute !== null && endMinute !== null && startMinute <= minute && minute < endMinute
}

/** Whether a session of a day has begun; one without a time counts as begun on its day. `minute` is the present one. */
export function hasBegun(
  { startMinute }: DaySession,
  date: string,
  { today, minute }: { today: string; minute: number },
): boolean {
  return date < today || (date === today && (startMinute ?? 0) <= minute)
}

/**
 * The sessions that run at a minute, the last one begun first (those that began together keep their order), and the
 * next one to begin; cancelled ones are left out.
 */
export function nowAndNext(all: readonly DaySession[], minute: number): { now: DaySession[]; next: DaySession | null } {
  const sessions = all.filter(({ exception }) => exception?.cancelled !== true)
  const now = sessions.filter((session) => isRunning(session, minute)).toSorted((a, b) => byTime(b, a))
  const next = sessions.find(({ startMinute }) => startMinute !== null && startMinute > minute) ?? null
  return { now, next }
}

export function isAllDay({ startMinute, endMinute }: DaySession): boolean {
  return startMinute !== null && endMinute !== null && lastsAllDay({ duration_minutes: endMinute - startMinute })
}

/** The names of a group's coaches, as one line of text. */
export function coachNames(group: Pick<Group, 'coaches'>): string {
  return listed(group.coaches.map(({ firstname, lastname }) => `${firstname} ${lastname}`))
}

/** Whether a group has a page: it has an id, and its members are on the device [2.39]. */
export function canOpenGroup(group: Pick<Group, 'id' | 'members_loaded'>): boolean {
  return group.id !== '' && group.members_loaded
}

/** Rows per page that can be chosen [9.8], [9.9]. */
export const PAGE_SIZES = [10, 50, 100, 250] as const

/**
 * The rows of a page and its number, counted from 0. When the list has become too short for the wanted page, it is the
 * last page.
 */
export function pageOf<T>(rows: readonly T[], page: number, size: number): { rows: readonly T[]; page: number } {
  const lastPage = Math.max(0, Math.ceil(rows.length / size) - 1)
  const shownPage = Math.min(page, lastPage)
  return { rows: rows.slice(shownPage * size, (shownPage + 1) * size), page: shownPage }
}

export type SortField = 'time' | 'name' | 'members'
export interface Sort {
  field: SortField
  descending: boolean
}

/** The sessions whose group's name contains the term, ignoring case and accents; sorted. */
export function searchAndSort(sessions: readonly DaySession[], term: string, sort: Sort): DaySession[] {
  const wanted = normalizeForSearch(term)
  const comparisons: Record<SortField, (a: DaySession, b: DaySession) => number> = {
    time: byTime,
    name: (a, b) => a.group.name.localeCompare(b.group.name),
    members: (a, b) => a.group.total_members - b.group.total_members,
  }
  const sign = sort.descending ? -1 : 1
  return sessions
    .filter(({ group }) => normalizeForSearch(group.name).includes(wanted))
    .sort((a, b) => sign * comparisons[sort.field](a, b) || a.group.name.localeCompare(b.group.name))
}
