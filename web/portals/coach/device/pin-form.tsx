import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isPin } from '#domain/identity/pin.ts'
import { loginProblem, type LoginProblem } from '#web/shell/login/login-error.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'

interface PinFormProps {
  label: string
  submit: string
  /** The PIN is a new one to be set, not one to check. */
  fresh?: boolean
  /** Rejects with an ApiError. */
  send: (pin: string) => Promise<void>
  /** Shown below the button. */
  children?: ReactNode
}

/** A form with one field for a PIN, which opens the numeric keyboard. */
export function PinForm({ label, submit, fresh = false, send, children }: PinFormProps) {
  const { t } = useTranslation()
  const [pin, setPin] = useState('')
  const [malformed, setMalformed] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<LoginProblem | null>(null)
  const input = useRef<HTMLInputElement>(null)
  // the form appears after a tap, so it takes the focus
  useEffect(() => input.current?.focus(), [])

  async function go(event: FormEvent): Promise<void> {
    event.preventDefault()
    setProblem(null)
    setMalformed(!isPin(pin))
    if (!isPin(pin)) return input.current?.focus()
    setBusy(true)
    try {
      await send(pin)
    } catch (error) {
      setProblem(loginProblem(error))
      input.current?.focus()
    } finally {
      setPin('')
      setBusy(false)
    }
  }

  const words = problem
    ? t(`login.error.${problem.code}`, { detail: problem.detail, count: problem.seconds ?? 60 })
    : undefined
  const wrong = problem?.code === 'PIN_INCORRECT'
  return (
    <form noValidate onSubmit={(event) => void go(event)} aria-label={submit} className="stack">
      <div role="alert">{problem && !wrong ? <Alert kind="bad">{words}</Alert> : null}</div>
      <Field label={label} error={malformed ? t('coach.switch.digits') : wrong ? words : undefined}>
        {(control) => (
          <Input
            {...control}
            ref={input}
            type="password"
            inputMode="numeric"
            autoComplete={fresh ? 'new-password' : 'off'}
            maxLength={8}
            value={pin}
            onChange={(event) => setPin(event.target.value.replace(/\D/g, ''))}
          />
        )}
      </Field>
      <Button type="submit" kind="main" wide disabled={busy}>
        {busy ? t('coach.switch.busy') : submit}
      </Button>
      {children}
    </form>
  )
}
