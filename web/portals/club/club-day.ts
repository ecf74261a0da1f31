import { localDate, localMinutes, timeOf } from '#domain/platform/club-time.ts'
import { displayDate } from '#web/shell/i18n/dates.ts'
import { useMe, useWordLanguage } from '#web/shell/start/shell-context.ts'
import { useNow } from '#web/shell/frame/use-now.ts'

/** Writes Unix seconds as a day in the club's time zone: `Nov 20th 2026`. */
export function useClubDay(): (ts: number) => string {
  const zone = useMe()?.club?.time_zone ?? 'UTC'
  const date = useClubDate()
  return (ts) => date(localDate(ts * 1000, zone))
}

/** Writes a date (YYYY-MM-DD) as a day. */
export function useClubDate(): (date: string) => string {
  const zone = useMe()?.club?.time_zone ?? 'UTC'
  const language = useWordLanguage()
  const today = localDate(useNow(), zone)
  return (date) => displayDate(date, today, language)
}

/** Writes Unix seconds as day and time in the club's time zone: `Nov 20th 2026, 03:30`. */
export function useClubMoment(): (ts: number) => string {
  const zone = useMe()?.club?.time_zone ?? 'UTC'
  const day = useClubDay()
  return (ts) => `${day(ts)}, ${timeOf(localMinutes(ts * 1000, zone))}`
}
