import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isPin } from '#domain/identity/pin.ts'
import { loginProblem, loginProblemText, type LoginProblem } from '#web/shell/login/login-error.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'

interface PinFormProps {
  label: string
  submitLabel: string
  /** The PIN is a new one to be set, not one to check. */
  isNew?: boolean
  /** Rejects with an ApiError. */
  onPin: (pin: string) => Promise<void>
  /** Shown below the button. */
  children?: ReactNode
}

/** A form with one field for a PIN, which opens the numeric keyboard. */
export function PinForm({ label, submitLabel, isNew = false, onPin, children }: PinFormProps) {
  const { t } = useTranslation()
  const [pin, setPin] = useState('')
  const [malformed, setMalformed] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<LoginProblem | null>(null)
  const input = useRef<HTMLInputElement>(null)
  // the form appears after a tap, so it takes the focus
  useEffect(() => input.current?.focus(), [])

  async function onSubmit(event: FormEvent): Promise<void> {
    event.preventDefault()
    setProblem(null)
    setMalformed(!isPin(pin))
    if (!isPin(pin)) return input.current?.focus()
    setBusy(true)
    try {
      await onPin(pin)
    } catch (error) {
      setProblem(loginProblem(error))
      input.current?.focus()
    } finally {
      setPin('')
      setBusy(false)
    }
  }

  const message = problem ? loginProblemText(t, problem) : undefined
  const incorrectMessage = problem?.code === 'PIN_INCORRECT' ? message : undefined
  return (
    <form noValidate onSubmit={(event) => void onSubmit(event)} aria-label={submitLabel} className="stack">
      <div role="alert">{problem && incorrectMessage === undefined ? <Alert kind="bad">{message}</Alert> : null}</div>
      <Field label={label} error={malformed ? t('coach.switch.digits') : incorrectMessage}>
        {(control) => (
          <Input
            {...control}
            ref={input}
            type="password"
            inputMode="numeric"
            autoComplete={isNew ? 'new-password' : 'off'}
            // the longest PIN
            maxLength={8}
            value={pin}
            onChange={(event) => setPin(event.target.value.replace(/\D/g, ''))}
          />
        )}
      </Field>
      <Button type="submit" kind="main" wide disabled={busy}>
        {busy ? t('coach.switch.busy') : submitLabel}
      </Button>
      {children}
    </form>
  )
}
