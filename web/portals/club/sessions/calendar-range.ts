import { addDays, isDate, weekday } from '#domain/platform/club-time.ts'

export const VIEWS = ['week', 'month', 'day'] as const
export type CalendarView = (typeof VIEWS)[number]

interface CalendarRange {
  /** YYYY-MM-DD, both within. */
  from: string
  to: string
  /** A day of the period before, and of the one after. */
  before: string
  after: string
}

/** The day that an address says, else today; weeks around it have four digits of a year too. */
export function dayIn(address: URLSearchParams, today: string): string {
  const day = address.get('on') ?? ''
  return isDate(day) && day > '1000' && day < '9000' ? day : today
}

/** Monday of a date's week. */
function monday(date: string): string {
  return addDays(date, -((weekday(date) + 6) % 7))
}

/** What a view shows around a date: whole weeks, from Monday. */
export function rangeOf(view: CalendarView, date: string): CalendarRange {
  switch (view) {
    case 'day':
      return { from: date, to: date, before: addDays(date, -1), after: addDays(date, 1) }
    case 'week': {
      const from = monday(date)
      return { from, to: addDays(from, 6), before: addDays(from, -7), after: addDays(from, 7) }
    }
    case 'month': {
      const first = `${date.slice(0, 7)}-01`
      const next = `${addDays(first, 31).slice(0, 7)}-01`
      const before = `${addDays(first, -1).slice(0, 7)}-01`
      return { from: monday(first), to: addDays(monday(addDays(next, -1)), 6), before, after: next }
    }
  }
}

/** How far the register of a session is; null while nobody need have kept it. */
export function registerState(
  { members, present, absent, cancelled }: { members: number; present: number; absent: number; cancelled: boolean },
  date: string,
  today: string,
): 'open' | 'begun' | 'kept' | null {
  const marked = present + absent
  if (cancelled || members === 0 || date > today || (date === today && marked === 0)) return null
  return marked === 0 ? 'open' : marked < members ? 'begun' : 'kept'
}
