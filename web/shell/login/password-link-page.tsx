import { RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { ApiError } from '#web/api/api-error.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { dropLink } from './link-token.ts'
import { loginProblemText, type LoginProblem } from './login-error.ts'
import { LoginFrame } from './login-frame.tsx'
import { LoginSteps } from './login-steps.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { useLoggedIn, useShell } from '#web/shell/start/shell-context.ts'
import { useLinkCheck } from './use-link-check.ts'
import { useLoginAnswer } from './use-login-answer.ts'

/**
 * The page behind the link of an invitation or a reset [2.3]. Setting the password logs in and leads to the portal's
 * home.
 */
export function PasswordLinkPage({ kind, token }: { kind: 'invite' | 'reset'; token: string | null }) {
  const { t } = useTranslation()
  const { api, definition, language, alerts, session } = useShell()
  const { handleAnswer, step, back } = useLoginAnswer()
  const loggedIn = useLoggedIn()
  const [saved, setSaved] = useState(false)
  const navigate = useNavigate()
  const { check, recheck } = useLinkCheck(token, kind)

  async function save(password: string): Promise<void> {
    const answer = await api
      .setPassword({
        token: token ?? '',
        password,
        // 0: the page's language is none of the client's
        ...(language.language_id > 0 ? { language_id: language.language_id } : {}),
      })
      .catch((error: unknown) => {
        // the link may be used by now, perhaps by a request whose answer was lost; checking again shows what to do
        if (error instanceof ApiError && isAboutLink(error.error)) recheck()
        throw error
      })
    // another user may have been logged in on this device
    session.clear()
    alerts.show(t(`password.${kind}.done`), 'done')
    setSaved(true)
    await handleAnswer(answer)
  }

  // leads home only once there is a session: a second factor may be asked for after the password is saved
  useEffect(() => {
    if (!saved || !loggedIn) return
    void navigate(definition.home, { replace: true })
  }, [saved, loggedIn, navigate, definition.home])

  // the token is dropped only on unmount, because this path without a token shows the form that asks for a link
  const linkIsUsed = saved || (check.state === 'refused' && isAboutLink(check.problem.code))
  useEffect(() => (linkIsUsed ? dropLink : undefined), [linkIsUsed])

  const title = t(`password.${kind}.title`)
  if (step && step.kind !== 'reset') return <LoginSteps step={step} onAnswer={handleAnswer} back={back} />
  if (token === null) return <RefusedLink kind={kind} problem={{ code: 'LINK_INVALID' }} />
  if (check.state === 'refused') return <RefusedLink kind={kind} problem={check.problem} onRetry={recheck} />
  return (
    <LoginFrame title={title} heading={title}>
      {check.state === 'good' ? (
        <>
          <p>{t(`password.${kind}.text`, { name: check.holder.firstname, login: check.holder.login_name })}</p>
          <NewPasswordForm loginName={check.holder.login_name} submit={t(`password.${kind}.submit`)} save={save} />
        </>
      ) : (
        <Skeleton height="16rem" />
      )}
    </LoginFrame>
  )
}

interface RefusedLinkProps {
  kind: 'invite' | 'reset'
  problem: Pick<LoginProblem, 'code'> & Partial<LoginProblem>
  onRetry?: () => void
}

function isAboutLink(code: string): code is 'LINK_INVALID' | 'LINK_EXPIRED' | 'ALREADY_ACTIVATED' {
  return code === 'LINK_INVALID' || code === 'LINK_EXPIRED' || code === 'ALREADY_ACTIVATED'
}

/** Says why the link was refused [8.7]–[8.9], and offers what can be done about it. */
function RefusedLink({ kind, problem, onRetry }: RefusedLinkProps) {
  const { t } = useTranslation()
  const { code } = problem
  const aboutLink = isAboutLink(code)
  const heading = aboutLink ? t(`password.link.${code}.heading`) : t(`password.${kind}.title`)
  return (
    <LoginFrame title={heading} heading={heading}>
      <p role="alert">
        {aboutLink ? t(`password.link.${code}.${kind}`) : loginProblemText(t, problem, 'password.failed')}
      </p>
      {aboutLink && code !== 'ALREADY_ACTIVATED' ? (
        <Link className="btn main wide" to="/reset-password" onClick={dropLink}>
          {t('password.link.askNew')}
        </Link>
      ) : null}
      {aboutLink ? null : (
        <Button kind="main" wide onClick={onRetry}>
          <Icon icon={RefreshCw} />
          {t('shell.maintenance.again')}
        </Button>
      )}
      <Link className={code === 'ALREADY_ACTIVATED' ? 'btn main wide' : 'forgotten'} to="/login">
        {t('password.toLogin')}
      </Link>
    </LoginFrame>
  )
}
