import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { loginProblem, loginProblemText, type LoginProblem } from './login-error.ts'

interface CodeFormProps {
  label: string
  submit: string
  /** True for the digits of an authenticator app, false for a recovery code of letters and digits. */
  digits: boolean
  /** Rejects with an ApiError. */
  send: (code: string) => Promise<void>
  /** Shown below the button. */
  children?: ReactNode
}

/** A form for one code of the second factor. */
export function CodeForm({ label, submit, digits, send, children }: CodeFormProps) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<LoginProblem | null>(null)
  const input = useRef<HTMLInputElement>(null)

  async function submitCode(event: FormEvent): Promise<void> {
    event.preventDefault()
    const typed = code.trim()
    setMissing(typed === '')
    setProblem(null)
    if (typed === '') return input.current?.focus()
    setBusy(true)
    try {
      await send(typed)
    } catch (error) {
      setProblem(loginProblem(error))
      setCode('')
      input.current?.focus()
    } finally {
      setBusy(false)
    }
  }

  const message = problem ? loginProblemText(t, problem) : undefined
  const isWrongCode = problem?.code === 'SECOND_FACTOR_WRONG'
  return (
    <form noValidate onSubmit={(event) => void submitCode(event)} aria-label={submit} className="stack">
      <div role="alert">{problem && !isWrongCode ? <Alert kind="bad">{message}</Alert> : null}</div>
      <Field label={label} error={missing ? t('factor.missing') : isWrongCode ? message : undefined}>
        {(control) => (
          <Input
            {...control}
            ref={input}
            className="code"
            type="text"
            inputMode={digits ? 'numeric' : 'text'}
            autoComplete={digits ? 'one-time-code' : 'off'}
            autoCapitalize="none"
            spellCheck={false}
            // six digits, which some apps show with a space between them; a recovery code is shorter than 40 characters
            maxLength={digits ? 7 : 40}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" kind="main" wide disabled={busy}>
        {busy ? t('factor.busy') : submit}
      </Button>
      {children}
    </form>
  )
}
