import { useTranslation } from 'react-i18next'
import type { GroupAlert } from '#domain/assessment/group-alerts.ts'
import { displayDate, plainDay } from '#web/shell/i18n/dates.ts'
import { useWordLanguage } from '#web/shell/start/shell-context.ts'
import type { CompiledCurriculum } from '#web/portals/coach/groups/group-data.ts'
import { levelNames } from '#web/portals/coach/assess/level/level-names.ts'

export type AlertWords = (alert: GroupAlert) => string

/** Returns a function that puts an alert into words, to stand beside the child's name. */
export function useAlertWords(compiled: CompiledCurriculum | undefined, today: string): AlertWords {
  const { t } = useTranslation()
  const language = useWordLanguage()
  return (alert) => {
    switch (alert.kind) {
      case 'medical':
      case 'note':
        return alert.text
      case 'waiting':
        return t('coach.alerts.waiting', { levels: levelNames(compiled, alert.levels) })
      case 'absent':
        return t('coach.alerts.absent', { days: alert.dates.map((date) => plainDay(date, language)).join(', ') })
      case 'unassessed':
        return alert.last === null
          ? t('coach.alerts.never')
          : t('coach.alerts.unassessed', { day: displayDate(alert.last, today, language) })
      case 'birthday':
        return t('coach.alerts.birthday', { count: alert.days, age: alert.age })
      case 'moving':
        return t('coach.alerts.moving')
    }
  }
}
