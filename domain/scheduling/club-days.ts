import { addDays, daysBetween, weekday } from '#domain/platform/club-time.ts'

/** A term or a holiday of a club. Both dates belong to it. */
export interface Term {
  kind: 'term' | 'holiday'
  /** YYYY-MM-DD */
  first_date: string
  last_date: string
}

/** What a date is for all groups of a club. */
export interface ClubDay<T extends Term = Term> {
  /** YYYY-MM-DD */
  date: string
  /** 0 = Sunday … 6 = Saturday */
  weekday: number
  /** The term and the holiday that include the day; of several, the first in the list. */
  term: T | null
  holiday: T | null
  /** No group meets, because the day lies in a holiday or between two terms [R6.2]. */
  closed: boolean
}

/**
 * What a date is at a club with these terms. Before the first known term and after the last one the club is open,
 * because it may not have entered the next term yet.
 */
export function clubDay<T extends Term>(terms: readonly T[], date: string): ClubDay<T> {
  const find = (kind: Term['kind']) =>
    terms.find((term) => term.kind === kind && term.first_date <= date && date <= term.last_date) ?? null
  const [term, holiday] = [find('term'), find('holiday')]
  const isBetweenTerms =
    term === null &&
    terms.some(({ kind, last_date }) => kind === 'term' && last_date < date) &&
    terms.some(({ kind, first_date }) => kind === 'term' && date < first_date)
  return { date, weekday: weekday(date), term, holiday, closed: holiday !== null || isBetweenTerms }
}

/** The days of a club between two dates, both included. */
export function clubDays<T extends Term>(terms: readonly T[], from: string, to: string): ClubDay<T>[] {
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => clubDay(terms, addDays(from, index)))
}
