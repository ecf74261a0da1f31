import { Eye, EyeOff } from 'lucide-react'
import { useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Input } from '#web/ui/input.tsx'
import { loginProblem, type LoginProblem } from './login-error.ts'
import { useShell } from './shell-context.ts'

interface Missing {
  name?: string
  password?: string
}

/** By e-mail or by username, as the client says. */
export function LoginForm({ by }: { by: 'email' | 'username' }) {
  const { t } = useTranslation()
  const { api, session, queries, client, definition, language } = useShell()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [shown, setShown] = useState(false)
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
    setBusy(true)
    try {
      const reply = await api.login({
        client_id: client.id,
        type: definition.userType,
        password,
        ...(language.language_id > 0 ? { language_id: language.language_id } : {}),
        ...(by === 'email' ? { email: name.trim() } : { username: name.trim() }),
      })
      queries.clear()
      session.open(reply)
    } catch (error) {
      const said = loginProblem(error)
      setProblem(said)
      if (said.field === 'name') nameInput.current?.focus()
      if (said.field === 'password') passwordInput.current?.focus()
    } finally {
      setBusy(false)
    }
  }

  const words = problem
    ? t(`login.error.${problem.code}`, { detail: problem.detail, count: problem.seconds ?? 60 })
    : undefined
  const nameError = missing.name ?? (problem?.field === 'name' ? words : undefined)
  const passwordError = missing.password ?? (problem?.field === 'password' ? words : undefined)
  return (
    <form noValidate onSubmit={(event) => void submit(event)} aria-label={t('login.title')}>
      <div role="alert">{problem && problem.field === null ? <Alert kind="bad">{words}</Alert> : null}</div>
      <Field label={t(`login.${by}`)} error={nameError}>
        {(control) => (
          <Input
            {...control}
            ref={nameInput}
            type={by === 'email' ? 'email' : 'text'}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Field label={t('login.password')} error={passwordError}>
        {(control) => (
          <Input
            {...control}
            ref={passwordInput}
            type={shown ? 'text' : 'password'}
            autoComplete="current-password"
            maxLength={200}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            after={
              <Button
                kind="bare"
                icon
                aria-label={t('login.showPassword')}
                aria-pressed={shown}
                onClick={() => setShown(!shown)}
              >
                <Icon of={shown ? EyeOff : Eye} />
              </Button>
            }
          />
        )}
      </Field>
      <Button type="submit" kind="main" wide disabled={busy}>
        {t(busy ? 'login.busy' : 'login.submit')}
      </Button>
    </form>
  )
}
