import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addDays } from '#domain/platform/club-time.ts'
import { Input } from '#web/ui/form/input.tsx'

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
    <label className="term-date">
      <span className="small">{t('club.term.on')}</span>
      <Input
        type="date"
        required
        min={today}
        max={lastDay}
        value={typed ?? startDay}
        onChange={({ target: { value } }) => {
          const isPossible = value >= today && value <= lastDay
          setTyped(isPossible ? null : value)
          if (isPossible && value !== startDay) onChoose(value)
        }}
        onBlur={() => setTyped(null)}
      />
    </label>
  )
}
