import { CalendarDays } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { plainDay } from '#web/shell/i18n/dates.ts'
import { useConnection, useWordLanguage } from '#web/shell/start/shell-context.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { SessionDay } from './use-session-day.ts'
import './other-day-banner.css'

/** Says that a page shows another day than today, and leads back to today where there is no day picker to do so. */
export function OtherDayBanner({
  day: { date, today, coming, choose },
  isMarkingPage = false,
}: {
  day: SessionDay
  /** The page makes marks for that day. */
  isMarkingPage?: boolean
}) {
  const { t } = useTranslation()
  const language = useWordLanguage()
  const { online } = useConnection()
  if (date === today) return null
  // While there is a network, a page that makes no marks has a day picker for past days, which leads back to today.
  // In all other cases the banner has a button for that.
  const readOnlyKey = coming ? 'coach.day.coming' : 'coach.day.shown'
  return (
    <div className="day-note">
      <Icon icon={CalendarDays} />
      <output>{t(isMarkingPage ? 'coach.day.marks' : readOnlyKey, { day: plainDay(date, language) })}</output>
      {online && !isMarkingPage && !coming ? null : (
        <Button size="small" onClick={() => choose(today)}>
          {t('coach.day.today')}
        </Button>
      )}
    </div>
  )
}
