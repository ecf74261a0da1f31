import { useTranslation } from 'react-i18next'
import { weekdayName } from '#web/shell/dates.ts'
import { useWordLanguage } from '#web/shell/shell-context.ts'

interface Slot {
  weekdays: readonly number[]
  start_at: string | null
  duration_minutes: number
}

/** `Monday, Wednesday 17:00`, `every day`. */
export function useSlotWords(): (slot: Slot) => string {
  const { t } = useTranslation()
  const language = useWordLanguage()
  return ({ weekdays, start_at }) => {
    const days =
      weekdays.length === 7 ? t('club.group.daily') : weekdays.map((day) => weekdayName(day, language)).join(', ')
    return [days, start_at].filter(Boolean).join(' ')
  }
}
