import { RefreshCw } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { linkToken, subscribeLink } from './link-token.ts'
import { loginProblem, loginProblemText, type LoginProblem } from './login-error.ts'
import { LoginFrame } from './login-frame.tsx'
import { useShell } from '#web/shell/start/shell-context.ts'
import { useLinkCheck } from './use-link-check.ts'

/**
 * The page behind the link in the mail to a new address. It asks first, because mail programs open links by themselves.
 */
export function ConfirmEmailPage() {
  const { t } = useTranslation()
  const { api, client, session } = useShell()
  const token = useSyncExternalStore(subscribeLink, () => linkToken('/confirm-email'))
  const [done, setDone] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<LoginProblem | null>(null)
  const { check, recheck } = useLinkCheck(token, 'email')

  async function confirm(): Promise<void> {
    setBusy(true)
    setProblem(null)
    try {
      await api.confirmEmail(token ?? '')
      // the server has ended all sessions of this user
      session.clear()
      setDone(true)
    } catch (error) {
      setProblem(loginProblem(error))
    } finally {
      setBusy(false)
    }
  }

  const refused = check.state === 'refused' ? check.problem : null
  const failure = problem ?? (token === null ? { code: 'LINK_INVALID' as const } : refused)
  const title = t('confirmEmail.title')
  const linkIsDead = failure !== null && (failure.code === 'LINK_INVALID' || failure.code === 'LINK_EXPIRED')
  const toLogin = (
    <Link className="btn wide" to="/login">
      {t('password.toLogin')}
    </Link>
  )
  return (
    <LoginFrame title={title} heading={title}>
      {failure ? (
        <>
          <p role="alert">{linkIsDead ? t('confirmEmail.dead') : loginProblemText(t, failure, 'confirmEmail.dead')}</p>
          {linkIsDead ? null : (
            <Button kind="main" wide onClick={problem === null ? recheck : () => void confirm()}>
              <Icon icon={RefreshCw} />
              {t('shell.maintenance.again')}
            </Button>
          )}
          {toLogin}
        </>
      ) : check.state !== 'good' ? (
        <Skeleton height="8rem" />
      ) : done ? (
        <>
          <output>
            <Alert kind="done">{t('confirmEmail.done', { email: check.holder.login_name })}</Alert>
          </output>
          {toLogin}
        </>
      ) : (
        <>
          <p>
            {t('confirmEmail.text', {
              name: check.holder.firstname,
              email: check.holder.login_name,
              client: client.name,
            })}
          </p>
          <Button kind="main" wide disabled={busy} onClick={() => void confirm()}>
            {t('confirmEmail.confirm')}
          </Button>
        </>
      )}
    </LoginFrame>
  )
}
