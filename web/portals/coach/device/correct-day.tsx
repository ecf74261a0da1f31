import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addDays } from '#domain/platform/club-time.ts'
import { MAX_WAIT_DAYS } from '#domain/scheduling/session-day.ts'
import type { OfflineQueue, QueueEntry } from '#web/offline/offline-queue.ts'
import { DateField } from '#web/shell/frame/date-field.tsx'
import { isDayWithin } from '#web/shell/i18n/written-day.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Button } from '#web/ui/form/button.tsx'
import { useToday } from '#web/portals/coach/sessions/use-club-time.ts'
import { useCoach } from '#web/portals/coach/use-coach.ts'

interface CorrectDayProps {
  entry: QueueEntry
  /** What was changed, in words. */
  subject: string
  queue: OfflineQueue
}

/** For a change that was refused for its date: the author states the right day, and it is sent again. */
export function CorrectDay({ entry, subject, queue }: CorrectDayProps) {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const { store, club } = useCoach()
  const today = useToday()
  const [date, setDate] = useState(today)
  const earliest = addDays(today, -MAX_WAIT_DAYS)
  const allowed = isDayWithin(date, earliest, today)
  async function send(): Promise<void> {
    if (!allowed || !(await queue.correctDay(entry.opId, date, { today, timeZone: club.time_zone }, store.now())))
      return
    alerts.show(t('coach.offline.dayCorrected'))
    await store.syncNow()
  }
  return (
    <div className="flow correct-day">
      <DateField label={t('coach.offline.correctDay')} min={earliest} max={today} value={date} onChange={setDate} />
      <Button size="small" disabled={!allowed} onClick={() => void send()}>
        {t('coach.offline.correctDaySend')}
        <span className="sr">: {subject}</span>
      </Button>
    </div>
  )
}
