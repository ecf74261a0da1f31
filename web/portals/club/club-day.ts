import { localDate, localMinutes, timeOf } from '#domain/platform/club-time.ts'
import { displayDate } from '#web/shell/i18n/dates.ts'
import { useMe, useWordLanguage } from '#web/shell/start/shell-context.ts'
import { useNow } from '#web/shell/frame/use-now.ts'

/** `Nov 20th 2026` of unix seconds at the club. */
export function useClubDay(): (ts: number) => string {
  const zone = useMe()?.club?.time_zone ?? 'UTC'
  const language = useWordLanguage()
  const today = localDate(useNow(), zone)
  return (ts) => displayDate(localDate(ts * 1000, zone), today, language)
}

/** `Nov 20th 2026, 03:30` of unix seconds at the club. */
export function useClubMoment(): (ts: number) => string {
  const zone = useMe()?.club?.time_zone ?? 'UTC'
  const day = useClubDay()
  return (ts) => `${day(ts)}, ${timeOf(localMinutes(ts * 1000, zone))}`
}
