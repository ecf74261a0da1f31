import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isPin, USUAL_PIN_DIGITS } from '#domain/identity/pin.ts'
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

/**
 * A form with one field for a PIN, which opens the numeric keyboard. A PIN to check is sent by its fourth digit; a coach
 * with a longer one says so first.
 */
export function PinForm({ label, submitLabel, isNew = false, onPin, children }: PinFormProps) {
  const { t } = useTranslation()
  const [pin, setPin] = useState('')
  const [isUsual, setIsUsual] = useState(!isNew)
  const [malformed, setMalformed] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<LoginProblem | null>(null)
  const input = useRef<HTMLInputElement>(null)
  // the form appears after a tap, so it takes the focus
  useEffect(() => input.current?.focus(), [])

  async function send(entered: string): Promise<void> {
    setProblem(null)
    setMalformed(!isPin(entered))
    if (!isPin(entered)) return input.current?.focus()
    setBusy(true)
    try {
      await onPin(entered)
    } catch (error) {
      setProblem(loginProblem(error))
      input.current?.focus()
    } finally {
      setPin('')
      setBusy(false)
    }
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault()
    void send(pin)
  }

  function onChange(text: string): void {
    // not by `readOnly`, which would close the keyboard of some tablets
    if (busy) return
    const digits = text.replace(/\D/g, '')
    setPin(digits)
    if (isUsual && digits.length === USUAL_PIN_DIGITS) void send(digits)
  }

  function enterLonger(): void {
    setIsUsual(false)
    input.current?.focus()
  }

  const message = problem ? loginProblemText(t, problem) : undefined
  const incorrectMessage = problem?.code === 'PIN_INCORRECT' ? message : undefined
  const fieldMessage = malformed ? t('coach.switch.digits') : incorrectMessage
  return (
    <form noValidate onSubmit={onSubmit} aria-label={submitLabel} className="stack">
      <div role="alert">
        {problem && incorrectMessage === undefined ? <Alert kind="bad">{message}</Alert> : null}
        {/* the focus stays in the field, so its error would not be read out */}
        {fieldMessage === undefined ? null : <span className="sr">{fieldMessage}</span>}
      </div>
      <Field label={label} error={fieldMessage}>
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
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" kind="main" wide disabled={busy}>
        {busy ? t('coach.switch.busy') : submitLabel}
      </Button>
      {isUsual ? (
        <Button kind="bare" wide onClick={enterLonger}>
          {t('coach.switch.longer')}
        </Button>
      ) : null}
      {children}
    </form>
  )
}
