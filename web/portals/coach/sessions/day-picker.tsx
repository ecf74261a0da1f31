import { CalendarDays } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { shortDay } from '#web/shell/i18n/dates.ts'
import { useConnection, useWordLanguage } from '#web/shell/start/shell-context.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Select } from '#web/ui/form/select.tsx'
import type { SessionDay } from './use-session-day.ts'

/**
 * Chooses a past date for the session; shown only with network and where past days are allowed [2.41]. `ComingDays`
 * leads to coming days.
 */
export function DayPicker({ day: { date, today, coming, days, choose } }: { day: SessionDay }) {
  const { t } = useTranslation()
  const language = useWordLanguage()
  const { online } = useConnection()
  if (!online || days.length < 2 || coming) return null
  return (
    <>
      <label className="day-choice">
        <Icon icon={CalendarDays} />
        <span className="sr">{t('coach.day.label')}</span>
        <Select value={date} onChange={(event) => choose(event.target.value)}>
          {days.map((day) => (
            <option key={day} value={day}>
              {shortDay(day, today, language)}
            </option>
          ))}
        </Select>
      </label>
      {date === today ? null : (
        <Button size="small" onClick={() => choose(today)}>
          {t('coach.day.today')}
        </Button>
      )}
    </>
  )
}
