import { addDays } from '#domain/platform/club-time.ts'

/** From its first to its last day, YYYY-MM-DD, both included; `to` is null while no last day is set. */
export interface Period {
  from: string
  to: string | null
}

/** Whether one of the periods includes a day or, with `grace`, ended that many days before it. */
export function includesDay(periods: readonly Period[], day: string, grace = 0): boolean {
  // the grace is taken off the day, because no text is later than the last day of the year 9999
  return periods.some(({ from, to }) => from <= day && (to === null || addDays(day, -grace) <= to))
}
