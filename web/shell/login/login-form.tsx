import { useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { LoginAnswer } from '#contract/identity/auth.ts'
import { isTooLong } from '#domain/identity/password.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { loginProblem, loginProblemText, type LoginProblem } from './login-error.ts'
import { PasswordField } from './password-field.tsx'
import { useShell } from '#web/shell/start/shell-context.ts'

/** The most characters of an e-mail address; a username has fewer. */
const LOGIN_NAME_MAX = 254

/** The messages for fields that were left empty. */
interface Missing {
  name?: string
  password?: string
}

interface LoginFormProps {
  by: 'email' | 'username'
  onAnswer: (answer: LoginAnswer) => Promise<void>
  /** The provider's page for a password that must be changed before the login; null if it need not be. */
  resetUrl: string | null
}

/** Login with a password, by e-mail address or by username, whichever the client has chosen. */
export function LoginForm({ by, onAnswer, resetUrl }: LoginFormProps) {
  const { t } = useTranslation()
  const { api, client, definition, language } = useShell()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [missing, setMissing] = useState<Missing>({})
  const [problem, setProblem] = useState<LoginProblem | null>(null)
  const nameInput = useRef<HTMLInputElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const absent: Missing = {
      ...(name.trim() === '' ? { name: t(`login.missing.${by}`) } : {}),
      ...(password === '' ? { password: t('login.missing.password') } : {}),
    }
    setMissing(absent)
    setProblem(null)
    if (absent.name !== undefined) nameInput.current?.focus()
    else if (absent.password !== undefined) passwordInput.current?.focus()
    if (Object.keys(absent).length > 0) return
    if (isTooLong(password)) return passwordInput.current?.focus()
    setBusy(true)
    try {
      await onAnswer(
        await api.login({
          client_id: client.id,
          type: definition.userType,
          password,
          // 0: the page's language is none of the client's
          ...(language.language_id > 0 ? { language_id: language.language_id } : {}),
          ...(by === 'email' ? { email: name.trim() } : { username: name.trim() }),
        }),
      )
    } catch (error) {
      const failure = loginProblem(error)
      setProblem(failure)
      if (failure.field === 'name') nameInput.current?.focus()
      if (failure.field === 'password') passwordInput.current?.focus()
    } finally {
      setBusy(false)
    }
  }

  const message = problem ? loginProblemText(t, problem) : undefined
  return (
    <form noValidate onSubmit={(event) => void submit(event)} aria-label={t('login.title')}>
      <div role="alert">
        {problem && problem.field === null ? <Alert kind="bad">{message}</Alert> : null}
        {resetUrl === null ? null : (
          <Alert kind="begun">
            {t('login.reset.text')}{' '}
            <a href={resetUrl} target="_blank" rel="noopener">
              {t('login.reset.open')}
            </a>
          </Alert>
        )}
      </div>
      <Field label={t(`login.${by}`)} error={missing.name ?? (problem?.field === 'name' ? message : undefined)}>
        {(control) => (
          <Input
            {...control}
            ref={nameInput}
            type={by === 'email' ? 'email' : 'text'}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={LOGIN_NAME_MAX}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <PasswordField
        ref={passwordInput}
        label={t('login.password')}
        error={missing.password ?? (problem?.field === 'password' ? message : undefined)}
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
      />
      <Button type="submit" kind="main" wide disabled={busy}>
        {t(busy ? 'login.busy' : 'login.submit')}
      </Button>
      <Link className="forgotten" to="/reset-password">
        {t('login.forgotten')}
      </Link>
    </form>
  )
}
