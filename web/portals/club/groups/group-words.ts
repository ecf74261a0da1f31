import { useTranslation } from 'react-i18next'
import { lastsAllDay } from '#domain/scheduling/sessions.ts'
import { fullDate, weekdayName } from '#web/shell/i18n/dates.ts'
import { useWordLanguage } from '#web/shell/start/shell-context.ts'
import { useClubToday } from '../sessions/session-data.ts'

interface Meeting {
  weekdays: readonly number[]
  start_at: string | null
  duration_minutes: number
}

/** Returns a function that writes when a group meets: `Monday, Wednesday 17:00` or `Every day`. */
export function useMeetingTimeText(): (meeting: Meeting) => string {
  const { t } = useTranslation()
  const language = useWordLanguage()
  return (meeting) => {
    const { weekdays, start_at } = meeting
    const days =
      weekdays.length === 7 ? t('club.group.daily') : weekdays.map((day) => weekdayName(day, language)).join(', ')
    return [days, lastsAllDay(meeting) ? null : start_at].filter(Boolean).join(' ')
  }
}

/**
 * Returns a function that writes when a member will join or leave a group: `from Jan 6th 2027`, `until Dec 18th 2026`.
 */
export function useMembershipDatesText(): (membership: { from: string | null; to: string | null }) => string[] {
  const { t } = useTranslation()
  const language = useWordLanguage()
  const today = useClubToday()
  const dayText = (day: string) => fullDate(day, language)
  return ({ from, to }) => [
    ...(from !== null && from > today ? [t('club.group.from', { day: dayText(from) })] : []),
    ...(to === null ? [] : [t('club.group.until', { day: dayText(to) })]),
  ]
}
