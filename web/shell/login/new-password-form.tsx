import './login.css'
import { Check, Circle } from 'lucide-react'
import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { brokenRules, isTooLong, passwordRules } from '#domain/identity/password.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { loginProblem, loginProblemText, type LoginProblem } from './login-error.ts'
import { PasswordField } from './password-field.tsx'

interface NewPasswordProps {
  /** The user's e-mail address or username, which password managers store beside the password. */
  loginName: string
  submit: string
  /** Rejects with an ApiError. */
  save: (password: string) => Promise<void>
  /** Told whether anything is typed, for a dialog that asks before it is lost. */
  onTyped?: (isTyped: boolean) => void
  /** Shown above the new password, such as a field for the present one. */
  children?: ReactNode
}

/** A new password, typed twice [5.11]. Each rule for passwords is ticked as soon as it is kept. */
export function NewPasswordForm({ loginName, submit, save, onTyped, children }: NewPasswordProps) {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<LoginProblem | null>(null)
  const passwordInput = useRef<HTMLInputElement>(null)
  const repeatedInput = useRef<HTMLInputElement>(null)
  const broken = brokenRules(password)

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault()
    setTried(true)
    setProblem(null)
    if (broken.length > 0 || isTooLong(password)) return passwordInput.current?.focus()
    if (password !== repeated) return repeatedInput.current?.focus()
    setBusy(true)
    try {
      await save(password)
    } catch (error) {
      const failure = loginProblem(error)
      setProblem(failure)
      if (failure.field === 'password') passwordInput.current?.focus()
    } finally {
      setBusy(false)
    }
  }

  const message = problem ? loginProblemText(t, problem, 'password.failed') : undefined
  return (
    <form noValidate className="stack" onSubmit={(event) => void send(event)} aria-label={submit}>
      <div role="alert">{problem && problem.field !== 'password' ? <Alert kind="bad">{message}</Alert> : null}</div>
      <input type="text" hidden readOnly autoComplete="username" value={loginName} />
      {children}
      <PasswordField
        ref={passwordInput}
        label={t('password.new')}
        error={problem?.field === 'password' ? message : tried && broken.length > 0 ? t('password.weak') : undefined}
        autoComplete="new-password"
        value={password}
        onChange={(value) => {
          setPassword(value)
          setProblem(null)
          onTyped?.(value !== '' || repeated !== '')
        }}
      />
      <ul className="rules" aria-label={t('password.rules')}>
        {passwordRules.map((rule) => {
          const kept = !broken.includes(rule)
          return (
            <li key={rule} className={kept ? 'kept' : undefined}>
              <Icon icon={kept ? Check : Circle} />
              {t(`password.rule.${rule}`)} <span className="sr">{t(kept ? 'password.kept' : 'password.open')}</span>
            </li>
          )
        })}
      </ul>
      <PasswordField
        ref={repeatedInput}
        label={t('password.again')}
        error={tried && broken.length === 0 && password !== repeated ? t('password.differ') : undefined}
        autoComplete="new-password"
        value={repeated}
        onChange={(value) => {
          setRepeated(value)
          onTyped?.(password !== '' || value !== '')
        }}
      />
      <Button type="submit" kind="main" wide disabled={busy}>
        {busy ? t('password.busy') : submit}
      </Button>
    </form>
  )
}
