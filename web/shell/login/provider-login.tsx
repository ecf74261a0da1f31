import { KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { loginProblem, type LoginProblem } from './login-error.ts'
import { rememberReturn } from './remote-return.ts'
import { useShell } from '#web/shell/start/shell-context.ts'

interface ProviderLoginProps {
  kind: 'federated' | 'course_provider'
  returnUrl: string | null
}

/** Login through somebody else: leads to their page, and back to /redirect [7.12]. */
export function ProviderLogin({ kind, returnUrl }: ProviderLoginProps) {
  const { t } = useTranslation()
  const { api, client, definition } = useShell()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<LoginProblem | null>(null)

  // back by the browser's own way, from a provider that is not there: a page that was kept is as it was left
  useEffect(() => {
    const onShown = () => setBusy(false)
    window.addEventListener('pageshow', onShown)
    return () => window.removeEventListener('pageshow', onShown)
  }, [])

  async function leave(): Promise<void> {
    setBusy(true)
    setProblem(null)
    try {
      const url = new URL((await api.authUrl(client.id, definition.userType)).url)
      if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Error(url.protocol)
      rememberReturn(returnUrl)
      location.assign(url)
    } catch (error) {
      setProblem(loginProblem(error))
      setBusy(false)
    }
  }

  return (
    <>
      <div role="alert">
        {problem === null ? null : (
          <Alert kind="bad">
            {t(`login.error.${problem.code}`, { detail: problem.detail, count: problem.seconds ?? 60 })}
          </Alert>
        )}
      </div>
      <p>{t(`login.provider.${kind}`, { name: client.name })}</p>
      <Button kind="main" wide disabled={busy} onClick={() => void leave()}>
        <Icon of={KeyRound} />
        {t(busy ? 'login.provider.leaving' : 'login.provider.leave')}
      </Button>
      <p className="small">{t('login.provider.help')}</p>
    </>
  )
}
