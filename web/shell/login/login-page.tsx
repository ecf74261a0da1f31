import { useTranslation } from 'react-i18next'
import { Navigate, useSearchParams } from 'react-router'
import { LoginForm } from './login-form.tsx'
import { LoginFrame } from './login-frame.tsx'
import { LoginSteps } from './login-steps.tsx'
import { ProviderLogin } from './provider-login.tsx'
import { safeReturn } from '#web/shell/session/return-url.ts'
import { useLoggedIn, useShell } from '#web/shell/start/shell-context.ts'
import { useLoginAnswer } from './use-login-answer.ts'

/** The login page [2.2]: a password form or a link to the provider, as the client has chosen [2.19]. */
export function LoginPage() {
  const { t } = useTranslation()
  const { client, definition } = useShell()
  const { AboveLogin } = definition
  const loggedIn = useLoggedIn()
  const [query] = useSearchParams()
  const { handleAnswer, step, back } = useLoginAnswer()
  if (loggedIn) return <Navigate to={safeReturn(query.get('returnUrl'), location.origin, definition.home)} replace />
  if (step && step.kind !== 'reset') return <LoginSteps step={step} onAnswer={handleAnswer} back={back} />
  return (
    <LoginFrame title={t('login.title')}>
      {AboveLogin ? <AboveLogin /> : null}
      {client.login === 'email' || client.login === 'username' ? (
        <LoginForm by={client.login} onAnswer={handleAnswer} resetUrl={step?.url ?? null} />
      ) : (
        <ProviderLogin kind={client.login} returnUrl={query.get('returnUrl')} />
      )}
    </LoginFrame>
  )
}
