import { useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { isEmail } from '#domain/platform/email.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { loginProblem, loginProblemText, type LoginProblem } from './login-error.ts'
import { LoginFrame } from './login-frame.tsx'
import { useShell } from '#web/shell/start/shell-context.ts'

/** The most characters of an e-mail address (RFC 5321). */
const EMAIL_MAX = 254

/** Asks for the mail that resets a password. The answer is the same whether or not a user has the address [8.10]. */
export function AskResetPage() {
  const { t } = useTranslation()
  const { api, client, definition } = useShell()
  const [email, setEmail] = useState('')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [addressProblem, setAddressProblem] = useState<'missing' | 'invalid' | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<LoginProblem | null>(null)
  const input = useRef<HTMLInputElement>(null)

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const address = email.trim()
    const newAddressProblem = address === '' ? 'missing' : isEmail(address) ? null : 'invalid'
    setAddressProblem(newAddressProblem)
    setProblem(null)
    if (newAddressProblem !== null) return input.current?.focus()
    setBusy(true)
    try {
      await api.requestReset({ email: address, client_id: client.id, app_id: definition.userType })
      setSentTo(address)
    } catch (error) {
      setProblem(loginProblem(error))
    } finally {
      setBusy(false)
    }
  }

  const title = t('password.ask.title')
  if (sentTo !== null) {
    return (
      <LoginFrame title={title} heading={t('password.ask.sent')}>
        <output>
          <Alert kind="done">{t('password.ask.sentText', { email: sentTo })}</Alert>
        </output>
        <p className="dim">{t('password.ask.notThere')}</p>
        <Button wide onClick={() => setSentTo(null)}>
          {t('password.ask.other')}
        </Button>
        <Link className="forgotten" to="/login">
          {t('password.toLogin')}
        </Link>
      </LoginFrame>
    )
  }
  const error =
    addressProblem === null
      ? undefined
      : t(addressProblem === 'missing' ? 'login.missing.email' : 'login.error.ERROR_INVALID_EMAIL')
  return (
    <LoginFrame title={title} heading={title}>
      <p>{t('password.ask.text')}</p>
      <form noValidate onSubmit={(event) => void submit(event)} aria-label={title}>
        <div role="alert">
          {problem ? <Alert kind="bad">{loginProblemText(t, problem, 'password.failed')}</Alert> : null}
        </div>
        <Field label={t('login.email')} error={error}>
          {(control) => (
            <Input
              {...control}
              ref={input}
              type="email"
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={EMAIL_MAX}
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" kind="main" wide disabled={busy}>
          {t(busy ? 'password.busy' : 'password.ask.submit')}
        </Button>
      </form>
      <Link className="forgotten" to="/login">
        {t('password.toLogin')}
      </Link>
    </LoginFrame>
  )
}
