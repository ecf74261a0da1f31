import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { readTime } from '#web/shell/i18n/written-time.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { useTypedText } from '#web/ui/form/use-typed-text.ts'

interface TimeFieldProps {
  label: string
  hint?: string | undefined
  error?: string | undefined
  /** `HH:mm`; what was typed where that is no time; '' for none. */
  value: string
  onChange: (value: string) => void
  onBlur?: (() => void) | undefined
  ref?: Ref<HTMLInputElement>
}

/**
 * A field for a time of day, in 24 hours like all times of the portals. The browser's own field follows the browser's
 * language, and asks for am or pm in an American one.
 */
export function TimeField({ label, hint, error, value, onChange, onBlur, ref }: TimeFieldProps) {
  const { t } = useTranslation()
  const { text, setTyped } = useTypedText(value, readTime, value)
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <Input
          {...control}
          ref={ref}
          inputMode="numeric"
          autoComplete="off"
          placeholder={t('desk.timeForm')}
          maxLength={30}
          value={text}
          onChange={(event) => {
            setTyped(event.target.value)
            onChange(readTime(event.target.value))
          }}
          onBlur={() => {
            setTyped('')
            onBlur?.()
          }}
        />
      )}
    </Field>
  )
}
