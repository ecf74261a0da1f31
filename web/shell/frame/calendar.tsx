import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { addDays, isDate, mondayOf, weekday } from '#domain/platform/club-time.ts'
import { deviceDate, fullDate, monthName, weekdayShort } from '#web/shell/i18n/dates.ts'
import { isDayWithin } from '#web/shell/i18n/written-day.ts'
import { useWordLanguage } from '#web/shell/start/shell-context.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useNow } from './use-now.ts'

interface CalendarProps {
  value: string
  min: string | undefined
  max: string | undefined
  onChoose: (day: string) => void
  onClose: () => void
}

/** The same day of another month, or that month's last day. */
function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const lastDate = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, lastDate))).toISOString().slice(0, 10)
}

/** The day that a key leads to; null for a key that moves nowhere. */
function dayByKey(key: string, day: string): string | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1)
    case 'ArrowRight':
      return addDays(day, 1)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'Home':
      return mondayOf(day)
    case 'End':
      return addDays(mondayOf(day), 6)
    case 'PageUp':
      return addMonths(day, -1)
    case 'PageDown':
      return addMonths(day, 1)
    default:
      return null
  }
}

/** The weeks of a day's month, each from Monday on. */
function weeksOf(day: string): string[][] {
  const firstMonday = mondayOf(`${day.slice(0, 7)}-01`)
  const mondays = [0, 7, 14, 21, 28, 35].map((days) => addDays(firstMonday, days))
  return mondays
    .filter((monday, index) => index === 0 || monday.startsWith(day.slice(0, 7)))
    .map((monday) => [0, 1, 2, 3, 4, 5, 6].map((days) => addDays(monday, days)))
}

/** One month, with names in the portals' language. The arrow keys move by days, Page Up and Page Down by months. */
export function Calendar({ value, min, max, onChoose, onClose }: CalendarProps) {
  const { t } = useTranslation()
  const language = useWordLanguage()
  const today = deviceDate(useNow())
  const [day, setDay] = useState(isDate(value) ? value : today)
  const table = useRef<HTMLTableElement>(null)
  const [byKey, setByKey] = useState(true)
  useEffect(() => {
    if (byKey) table.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [day, byKey])

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      // closes the calendar and not the dialog around it
      event.stopPropagation()
      event.preventDefault()
      return onClose()
    }
    const next = event.target instanceof HTMLElement && event.target.dataset.day ? dayByKey(event.key, day) : null
    if (next === null) return
    event.preventDefault()
    setByKey(true)
    setDay(next)
  }
  const turn = (months: number) => {
    setByKey(false)
    setDay(addMonths(day, months))
  }
  const month = `${monthName(day, language)} ${day.slice(0, 4)}`
  return (
    // the keys of the buttons inside
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div onKeyDown={onKeyDown}>
      <div className="month">
        <button type="button" aria-label={t('shell.day.earlier')} onClick={() => turn(-1)}>
          <Icon icon={ChevronLeft} />
        </button>
        <output>{month}</output>
        <button type="button" aria-label={t('shell.day.later')} onClick={() => turn(1)}>
          <Icon icon={ChevronRight} />
        </button>
      </div>
      <table ref={table} aria-label={month}>
        <thead>
          <tr>
            {[1, 2, 3, 4, 5, 6, 0].map((column) => (
              <th key={column} scope="col">
                {weekdayShort(column, language)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(day).map((week) => (
            <tr key={week[0]}>
              {week.map((each) => (
                <td key={each}>
                  <DayButton
                    day={each}
                    shown={day}
                    isToday={each === today}
                    isChosen={each === value}
                    isAllowed={isDayWithin(each, min, max)}
                    onChoose={onChoose}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface DayButtonProps {
  day: string
  /** The day that has the focus, in the month that is shown. */
  shown: string
  isToday: boolean
  isChosen: boolean
  isAllowed: boolean
  onChoose: (day: string) => void
}

function DayButton({ day, shown, isToday, isChosen, isAllowed, onChoose }: DayButtonProps) {
  const language = useWordLanguage()
  return (
    <button
      type="button"
      data-day={day}
      tabIndex={day === shown ? 0 : -1}
      aria-current={isToday ? 'date' : undefined}
      aria-pressed={isChosen}
      aria-disabled={isAllowed ? undefined : true}
      className={day.slice(0, 7) === shown.slice(0, 7) ? undefined : 'beside'}
      onClick={() => (isAllowed ? onChoose(day) : undefined)}
    >
      <span aria-hidden="true">{Number(day.slice(8))}</span>
      <span className="sr">
        {weekdayShort(weekday(day), language)} {fullDate(day, language)}
      </span>
    </button>
  )
}
