import { localDate, localMinutes, timeOf } from '#domain/platform/club-time.ts'
import { shortDay } from '#web/shell/i18n/dates.ts'
import type { WordLanguage } from '#web/shell/i18n/word-languages.ts'

/**
 * A moment (Unix ms) by the club's clock, such as `10:04`, preceded by the day unless it is the club's today: the tablet
 * may be in another time zone, and its clock may be wrong.
 */
export function clubMoment(ms: number, club: { today: string; timeZone: string }, language: WordLanguage): string {
  const day = localDate(ms, club.timeZone)
  const time = timeOf(localMinutes(ms, club.timeZone))
  return day === club.today ? time : `${shortDay(day, club.today, language)}, ${time}`
}
