import { KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { loginProblem, loginProblemText, type LoginProblem } from './login-error.ts'
import { rememberReturn } from './remote-return.ts'
import { useShell } from '#web/shell/start/shell-context.ts'

interface ProviderLoginProps {
  kind: 'federated' | 'course_provider'
  returnUrl: string | null
}

/** Login through the client's provider, whose page leads back to `/redirect` [7.12]. */
export function ProviderLogin({ kind, returnUrl }: ProviderLoginProps) {
  const { t } = useTranslation()
  const { api, client, definition } = useShell()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<LoginProblem | null>(null)

  // browsers restore a page from their back-forward cache as it was left, with the button still disabled
  useEffect(() => {
    const onPageShow = () => setBusy(false)
    window.addEventListener('pageshow', onPageShow)
    return () => window.removeEventListener('pageshow', onPageShow)
  }, [])

  async function leave(): Promise<void> {
    setBusy(true)
    setProblem(null)
    try {
      const url = new URL((await api.authUrl(client.id, definition.userType)).url)
      // a `javascript:` URL would run in this page
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
      <div role="alert">{problem === null ? null : <Alert kind="bad">{loginProblemText(t, problem)}</Alert>}</div>
      <p>{t(`login.provider.${kind}`, { name: client.name })}</p>
      <Button kind="main" wide disabled={busy} onClick={() => void leave()}>
        <Icon icon={KeyRound} />
        {busy ? t('login.provider.leaving') : t('login.provider.leave', { name: client.name })}
      </Button>
      <p className="small">{t('login.provider.help')}</p>
    </>
  )
}
