import { KeyRound } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useSearchParams } from 'react-router'
import { Alert } from '#web/ui/alert.tsx'
import { BigLadder } from '#web/ui/big-ladder.tsx'
import { Brand } from '#web/ui/brand.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { RungsMark } from '#web/ui/rungs-mark.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { LoginForm } from './login-form.tsx'
import { safeReturn } from './return-url.ts'
import { useLoggedIn, useShell } from './shell-context.ts'
import { logoUrl } from './theme.ts'

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
  const title = t('login.title')
  useEffect(() => {
    document.title = `${title} · ${client.name}`
  }, [title, client.name])
  if (loggedIn) return <Navigate to={safeReturn(query.get('returnUrl'), location.origin, definition.home)} replace />
  return (
    <div className="login">
      <header className="hero">
        <Brand name={client.name} logo={logoUrl(client)} />
        <h1>{t(`login.hero.${definition.portal}`)}</h1>
        <BigLadder marks={['o', 'o', 'h', 'd', 'd']} />
      </header>
      <main className="page" id="main">
        {client.login === 'email' || client.login === 'username' ? (
          <LoginForm by={client.login} />
        ) : (
          <ProviderLogin kind={client.login} />
        )}
      </main>
      <footer className="foot">
        <LanguageSwitch />
        <span className="flow">
          <RungsMark /> Rungs
        </span>
      </footer>
    </div>
  )
}
