import { addDays, isDate, mondayOf } from '#domain/platform/club-time.ts'

export const VIEWS = ['week', 'month', 'day'] as const
export type CalendarView = (typeof VIEWS)[number]

interface CalendarRange {
  /** YYYY-MM-DD, both inclusive. */
  from: string
  to: string
  /** A day of the previous period, and one of the next. */
  before: string
  after: string
}

/**
 * The day in the URL's query, or today. Only the years 1000 to 8999 are accepted, so that all days around have
 * four-digit years.
 */
export function dayIn(address: URLSearchParams, today: string): string {
  const day = address.get('on') ?? ''
  return isDate(day) && day > '1000' && day < '9000' ? day : today
}

/** The days that a view shows around a date. Weeks begin on Monday, and a month is filled up to whole weeks. */
export function rangeOf(view: CalendarView, date: string): CalendarRange {
  switch (view) {
    case 'day':
      return { from: date, to: date, before: addDays(date, -1), after: addDays(date, 1) }
    case 'week': {
      const from = mondayOf(date)
      return { from, to: addDays(from, 6), before: addDays(from, -7), after: addDays(from, 7) }
    }
    case 'month': {
      const firstOfMonth = `${date.slice(0, 7)}-01`
      const firstOfNextMonth = `${addDays(firstOfMonth, 31).slice(0, 7)}-01`
      const firstOfPreviousMonth = `${addDays(firstOfMonth, -1).slice(0, 7)}-01`
      return {
        from: mondayOf(firstOfMonth),
        to: addDays(mondayOf(addDays(firstOfNextMonth, -1)), 6),
        before: firstOfPreviousMonth,
        after: firstOfNextMonth,
      }
    }
  }
}

/** Whether today is in the period of a date: in a month itself, not only on a day that fills up its weeks. */
export function isInPeriod(view: CalendarView, date: string, today: string): boolean {
  return rangeOf(view, date).before === rangeOf(view, today).before
}
