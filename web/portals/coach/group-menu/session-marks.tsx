import { Check, Minus, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { RecordedSession } from '#domain/assessment/group-alerts.ts'
import { shortDay } from '#web/shell/i18n/dates.ts'
import { useWordLanguage } from '#web/shell/start/shell-context.ts'
import { Icon } from '#web/ui/icon.tsx'

const icons = { present: Check, absent: X, none: Minus } as const
const wordKeys = {
  present: 'coach.register.here',
  absent: 'coach.register.absent',
  none: 'coach.all.unmarked',
} as const

/** A child's attendance, session by session, the last session first. */
export function SessionMarks({ sessions, today }: { sessions: readonly RecordedSession[]; today: string }) {
  const { t } = useTranslation()
  const language = useWordLanguage()
  if (sessions.length === 0) return <p className="small dim">{t('coach.all.noSessions')}</p>
  return (
    <ul className="session-marks" aria-label={t('coach.all.sessions')}>
      {sessions.map(({ date, value }) => (
        <li key={date} className={value ?? 'none'}>
          <Icon icon={icons[value ?? 'none']} />
          <span>
            {shortDay(date, today, language)}
            <span className="sr">
              {': '}
              {t(wordKeys[value ?? 'none'])}
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}
