import { KeyRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Navigate, useSearchParams } from 'react-router'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { LoginForm } from './login-form.tsx'
import { LoginFrame } from './login-frame.tsx'
import { LoginSteps } from './login-steps.tsx'
import { safeReturn } from './return-url.ts'
import { useLoggedIn, useShell } from './shell-context.ts'
import { useLoginAnswer } from './use-login-answer.ts'

/** Login through somebody else, whose connection this server does not have: said plainly, with no button that fails. */
function ProviderLogin({ kind }: { kind: 'federated' | 'course_provider' }) {
  const { t } = useTranslation()
  const { client } = useShell()
  return (
    <>
      <p>{t(`login.provider.${kind}`, { name: client.name })}</p>
      <Button kind="main" wide disabled>
        <Icon of={KeyRound} />
        {t('login.provider.notYet')}
      </Button>
      <Alert>{t('login.provider.help')}</Alert>
    </>
  )
}

/** [2.2], in the variant that the client asks for [2.19]. */
export function LoginPage() {
  const { t } = useTranslation()
  const { client, definition } = useShell()
  const loggedIn = useLoggedIn()
  const [query] = useSearchParams()
  const { take, step, back } = useLoginAnswer()
  if (loggedIn) return <Navigate to={safeReturn(query.get('returnUrl'), location.origin, definition.home)} replace />
  if (step && step.kind !== 'reset') return <LoginSteps step={step} take={take} back={back} />
  return (
    <LoginFrame title={t('login.title')}>
      {client.login === 'email' || client.login === 'username' ? (
        <LoginForm by={client.login} take={take} resetUrl={step?.url ?? null} />
      ) : (
        <ProviderLogin kind={client.login} />
      )}
    </LoginFrame>
  )
}
