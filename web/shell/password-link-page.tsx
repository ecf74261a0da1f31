import { RefreshCw } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { dropLink } from './link-token.ts'
import { loginProblem } from './login-error.ts'
import { LoginFrame } from './login-frame.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { useShell } from './shell-context.ts'
import { useLoginAnswer } from './use-login-answer.ts'

/** Where the link of an invitation or a reset leads [2.3]; logged in afterwards, at the portal's home. */
export function PasswordLinkPage({ kind, token }: { kind: 'invite' | 'reset'; token: string | null }) {
  const { t } = useTranslation()
  const { api, definition, language, alerts } = useShell()
  const { take } = useLoginAnswer()
  const navigate = useNavigate()
  const link = useQuery({
    queryKey: ['link', kind, token],
    queryFn: () => api.checkToken({ token: token ?? '', typ: kind }),
    enabled: token !== null,
    staleTime: Infinity,
  })

  async function save(password: string): Promise<void> {
    const answer = await api.setPassword({
      token: token ?? '',
      password,
      ...(language.language_id > 0 ? { language_id: language.language_id } : {}),
    })
    await take(answer)
    alerts.show(t(`password.${kind}.done`), 'done')
    await navigate(definition.home, { replace: true })
    dropLink()
  }

  const title = t(`password.${kind}.title`)
  if (token === null) return <RefusedLink kind={kind} code="LINK_INVALID" />
  if (link.error) {
    const problem = loginProblem(link.error)
    return <RefusedLink kind={kind} {...problem} onAgain={() => void link.refetch()} />
  }
  return (
    <LoginFrame title={title} heading={title}>
      {link.data ? (
        <>
          <p>{t(`password.${kind}.text`, { name: link.data.firstname, login: link.data.login_name })}</p>
          <NewPasswordForm loginName={link.data.login_name} submit={t(`password.${kind}.submit`)} save={save} />
        </>
      ) : (
        <Skeleton height="16rem" />
      )}
    </LoginFrame>
  )
}

interface RefusedLinkProps {
  kind: 'invite' | 'reset'
  code: string
  detail?: string
  seconds?: number | undefined
  onAgain?: () => void
}

/** [8.7]–[8.9], and what to do about each. */
function RefusedLink({ kind, code, detail = code, seconds = 60, onAgain }: RefusedLinkProps) {
  const { t } = useTranslation()
  const aboutLink = code === 'LINK_INVALID' || code === 'LINK_EXPIRED' || code === 'ALREADY_ACTIVATED'
  const heading = aboutLink ? t(`password.link.${code}.heading`) : t(`password.${kind}.title`)
  return (
    <LoginFrame title={heading} heading={heading}>
      <p role="alert">
        {aboutLink
          ? t(`password.link.${code}.${kind}`)
          : t(code === 'unknown' ? 'password.failed' : `login.error.${code}`, { detail, count: seconds })}
      </p>
      {aboutLink && code !== 'ALREADY_ACTIVATED' ? (
        <Link className="btn main wide" to="/reset-password" onClick={dropLink}>
          {t('password.link.askNew')}
        </Link>
      ) : null}
      {code === 'ERROR_FETCH' || code === 'OVERLOADED' || code === 'TOO_MANY_REQUESTS' ? (
        <Button kind="main" wide onClick={onAgain}>
          <Icon of={RefreshCw} />
          {t('shell.maintenance.again')}
        </Button>
      ) : null}
      <Link
        className={code === 'ALREADY_ACTIVATED' ? 'btn main wide' : 'forgotten'}
        to="/login"
        onClick={aboutLink ? dropLink : undefined}
      >
        {t('password.toLogin')}
      </Link>
    </LoginFrame>
  )
}
