import './date-field.css'
import { CalendarDays } from 'lucide-react'
import { useId, useRef, useState, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { isDate } from '#domain/platform/club-time.ts'
import { fullDate } from '#web/shell/i18n/dates.ts'
import { isDayWithin, isWholeDate, readDay, withSlash, writtenDay } from '#web/shell/i18n/written-day.ts'
import { useWordLanguage } from '#web/shell/start/shell-context.ts'
import { Field, type FieldControl } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useTypedText } from '#web/ui/form/use-typed-text.ts'
import { Calendar } from './calendar.tsx'

interface DateFieldProps {
  label: string
  hint?: string | undefined
  /** What the form found wrong; of a value that is no day, the field itself says what is wrong. */
  error?: string | undefined
  /** YYYY-MM-DD; what was typed where that is no day; '' for none. */
  value: string
  onChange: (value: string) => void
  onBlur?: (() => void) | undefined
  /** The first and the last day that may be chosen, YYYY-MM-DD. */
  min?: string
  max?: string
  ref?: Ref<HTMLInputElement>
}

/** The blur that a press on a button causes must not move the button away before the finger is up. */
const AFTER_PRESS_MS = 300

/**
 * A field for a day, written as the portals' language writes it, whatever the browser's language is. It says itself
 * what is wrong with an impossible day; the form refuses such a value too.
 */
export function DateField({ label, hint, error, value, min, max, ...input }: DateFieldProps) {
  const [leftWith, setLeftWith] = useState('')
  const problem = useDayProblem(value, min, max)
  // while somebody still types, the beginning of a date is not wrong
  const isFinished = isDate(value) || isWholeDate(value) || leftWith === value || error !== undefined
  // what a form says of a day that exists tells more than this field knows
  const said = isDate(value) ? (error ?? problem) : (problem ?? error)
  return (
    <Field label={label} hint={hint} error={isFinished ? said : undefined}>
      {(control) => (
        <DateInput
          {...input}
          control={control}
          value={value}
          min={min}
          max={max}
          onBlur={() => {
            setTimeout(() => setLeftWith(value), AFTER_PRESS_MS)
            input.onBlur?.()
          }}
        />
      )}
    </Field>
  )
}

/** What is wrong with a day by itself, in words. */
function useDayProblem(value: string, min: string | undefined, max: string | undefined): string | undefined {
  const { t } = useTranslation()
  const language = useWordLanguage()
  if (value === '' || isDayWithin(value, min, max)) return undefined
  if (!isDate(value)) return t('shell.day.impossible', { typed: value })
  return min !== undefined && value < min
    ? t('shell.day.early', { day: fullDate(min, language) })
    : t('shell.day.late', { day: fullDate(max ?? value, language) })
}

interface DateInputProps extends Pick<DateFieldProps, 'value' | 'onChange' | 'onBlur' | 'ref'> {
  control: FieldControl
  min: string | undefined
  max: string | undefined
}

function DateInput({ control, value, onChange, onBlur, min, max, ref }: DateInputProps) {
  const { t } = useTranslation()
  const { text, setTyped } = useTypedText(value, readDay, writtenDay(value))
  return (
    <Input
      {...control}
      ref={ref}
      inputMode="numeric"
      autoComplete="off"
      placeholder={t('shell.day.form')}
      maxLength={30}
      value={text}
      onChange={(event) => {
        const next = withSlash(event.target.value, text)
        setTyped(next)
        onChange(readDay(next))
      }}
      onBlur={() => {
        setTyped('')
        onBlur?.()
      }}
      after={<CalendarButton fieldId={control.id} value={value} min={min} max={max} onChoose={onChange} />}
    />
  )
}

interface CalendarButtonProps {
  fieldId: string
  value: string
  min: string | undefined
  max: string | undefined
  onChoose: (day: string) => void
}

/** Opens a calendar in the browser's top layer, where neither a dialog nor a list cuts it off. */
function CalendarButton({ fieldId, value, min, max, onChoose }: CalendarButtonProps) {
  const { t } = useTranslation()
  const id = useId()
  const popover = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="calendar-button"
        aria-label={t('shell.day.calendar')}
        // says which field it belongs to
        aria-describedby={fieldId}
        popoverTarget={id}
      >
        <Icon icon={CalendarDays} />
      </button>
      <div
        ref={popover}
        id={id}
        popover="auto"
        className="calendar"
        onBeforeToggle={({ currentTarget, newState }) => {
          placeBeside(currentTarget)
          // at once: closed and opened again quickly, the browser tells only of the opening
          if (newState === 'closed') setOpen(false)
        }}
        // after it is shown, because nothing hidden takes the focus
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {isOpen ? (
          <Calendar
            value={value}
            min={min}
            max={max}
            onClose={() => popover.current?.hidePopover()}
            onChoose={(day) => {
              onChoose(day)
              popover.current?.hidePopover()
            }}
          />
        ) : null}
      </div>
    </>
  )
}

/** Below its field, or above where there is no room below, and within the window. */
function placeBeside(calendar: HTMLElement): void {
  const [width, height, gap] = [304, 352, 8]
  const field = calendar.parentElement?.getBoundingClientRect()
  if (field === undefined) return
  const isBelow = field.bottom + height + gap <= innerHeight
  calendar.style.left = `${Math.max(gap, Math.min(field.left, innerWidth - width - gap))}px`
  calendar.style.top = `${isBelow ? field.bottom + 4 : Math.max(gap, field.top - height - 4)}px`
}
