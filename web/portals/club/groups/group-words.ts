import { useTranslation } from 'react-i18next'
import { lastsAllDay } from '#domain/scheduling/sessions.ts'
import { displayDate, weekdayName } from '#web/shell/i18n/dates.ts'
import { useWordLanguage } from '#web/shell/start/shell-context.ts'
import { useClubToday } from '../sessions/session-data.ts'

interface Slot {
  weekdays: readonly number[]
  start_at: string | null
  duration_minutes: number
}

/** Writes the time of a group as `Monday, Wednesday 17:00` or `Every day`. */
export function useSlotWords(): (slot: Slot) => string {
  const { t } = useTranslation()
  const language = useWordLanguage()
  return (slot) => {
    const { weekdays, start_at } = slot
    const days =
      weekdays.length === 7 ? t('club.group.daily') : weekdays.map((day) => weekdayName(day, language)).join(', ')
    return [days, lastsAllDay(slot) ? null : start_at].filter(Boolean).join(' ')
  }
}

/** Writes future changes of a place in a group: `from Jan 6th 2027`, `until Dec 18th 2026`. */
export function usePlaceDates(): (place: { from: string | null; to: string | null }) => string[] {
  const { t } = useTranslation()
  const language = useWordLanguage()
  const today = useClubToday()
  const dayText = (day: string) => displayDate(day, '', language)
  return ({ from, to }) => [
    ...(from !== null && from > today ? [t('club.group.from', { day: dayText(from) })] : []),
    ...(to === null ? [] : [t('club.group.until', { day: dayText(to) })]),
  ]
}
