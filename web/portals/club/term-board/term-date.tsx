import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addDays } from '#domain/platform/club-time.ts'
import { DateField } from '#web/shell/frame/date-field.tsx'
import { isDayWithin } from '#web/shell/i18n/written-day.ts'

interface DateProps {
  startDay: string
  today: string
  onChoose: (day: string) => void
}

/** The day from which the moves take effect. An incomplete or impossible date, as while typing, is not passed on. */
export function TermDate({ startDay, today, onChoose }: DateProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<string | null>(null)
  // at most a year ahead, which may be a leap year; the server has the same limit
  const lastDay = addDays(today, 366)
  return (
    <div className="term-date">
      <DateField
        label={t('club.term.on')}
        min={today}
        max={lastDay}
        value={typed ?? startDay}
        onChange={(value) => {
          const isPossible = isDayWithin(value, today, lastDay)
          setTyped(isPossible ? null : value)
          if (isPossible && value !== startDay) onChoose(value)
        }}
      />
    </div>
  )
}
