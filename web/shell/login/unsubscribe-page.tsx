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

/** Whether the same may succeed later, because the server did not answer or was asked too often. */
const mayTryAgain = ({ code }: Pick<LoginProblem, 'code'>) =>
  code === 'ERROR_FETCH' || code === 'OVERLOADED' || code === 'TOO_MANY_REQUESTS'

/**
 * The page behind the link in a mail with which the user stops such mails, or lets them come again [2.7]. It asks
 * first, because mail programs open links by themselves.
 */
export function UnsubscribePage() {
  const { t } = useTranslation()
  const { api, client } = useShell()
  const token = useSyncExternalStore(subscribeLink, () => linkToken('/unsubscribe'))
  const [changed, setChanged] = useState<boolean | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<LoginProblem | null>(null)
  const { check, recheck } = useLinkCheck(token, 'unsubscribe')

  async function change(userUuid: string, unsubscribe: boolean): Promise<void> {
    setBusy(true)
    setProblem(null)
    try {
      await api.unsubscribeByLink(token ?? '', userUuid, { unsubscribe_operational: unsubscribe ? 1 : 0 })
      setChanged(unsubscribe)
    } catch (error) {
      setProblem(loginProblem(error))
    } finally {
      setBusy(false)
    }
  }

  const refused = check.state === 'refused' ? check.problem : null
  // what did not reach the server is said beside the button, which can be pressed again
  const refusal = problem !== null && !mayTryAgain(problem) ? problem : null
  const failure = refusal ?? (token === null ? { code: 'LINK_INVALID' as const } : refused)
  const title = t('unsubscribe.title')
  if (failure) {
    const unreachable = mayTryAgain(failure)
    const userIsGone = failure.code === 'AUTH_USER_NOT_FOUND' || failure.code === 'AUTH_USER_DELETED'
    return (
      <LoginFrame
        title={title}
        heading={t(userIsGone ? 'unsubscribe.noUser' : unreachable ? 'unsubscribe.title' : 'unsubscribe.invalid')}
      >
        <p role="alert">
          {unreachable
            ? loginProblemText(t, failure)
            : t(userIsGone ? 'unsubscribe.noUserText' : 'unsubscribe.invalidText')}
        </p>
        {unreachable ? (
          <Button kind="main" wide onClick={recheck}>
            <Icon icon={RefreshCw} />
            {t('shell.maintenance.again')}
          </Button>
        ) : null}
        <Link className="btn wide" to="/login">
          {t('password.toLogin')}
        </Link>
      </LoginFrame>
    )
  }
  if (check.state !== 'good') {
    return (
      <LoginFrame title={title} heading={title}>
        <Skeleton height="8rem" />
      </LoginFrame>
    )
  }
  const { holder } = check
  const stopped = changed ?? holder.unsubscribe_operational === 1
  return (
    <LoginFrame title={title} heading={title}>
      <p>{t('unsubscribe.text', { name: holder.firstname, client: client.name })}</p>
      <div role="alert">{problem ? <Alert kind="bad">{loginProblemText(t, problem)}</Alert> : null}</div>
      <output>
        {stopped ? <Alert kind="done">{t('unsubscribe.stopped')}</Alert> : null}
        {changed === false ? <Alert kind="done">{t('unsubscribe.resumed')}</Alert> : null}
      </output>
      <Button
        kind={stopped ? 'soft' : 'main'}
        wide
        disabled={busy}
        onClick={() => void change(holder.user_uuid, !stopped)}
      >
        {t(stopped ? 'unsubscribe.resume' : 'unsubscribe.stop')}
      </Button>
      <p className="dim small">{t('unsubscribe.still')}</p>
    </LoginFrame>
  )
}
