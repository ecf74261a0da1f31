import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate } from 'react-router'
import { Alert } from '#web/ui/alert.tsx'
import { loginProblem, type LoginProblem } from './login-error.ts'
import { LoginFrame } from './login-frame.tsx'
import { LoginSteps } from './login-steps.tsx'
import { isBrought, rememberedReturn, takeBrought } from './remote-return.ts'
import { loginPath, safeReturn } from '#web/shell/session/return-url.ts'
import { useLoggedIn, useShell } from '#web/shell/start/shell-context.ts'
import { useLoginAnswer } from './use-login-answer.ts'

/** [2.8]: back from the provider, with what proves who it is, or with why not [8.13]. */
export function RedirectPage() {
  const { t } = useTranslation()
  const { api, client, definition, language } = useShell()
  const loggedIn = useLoggedIn()
  const { take, step, back } = useLoginAnswer()
  const [problem, setProblem] = useState<LoginProblem | 'missing' | null>(isBrought() ? null : 'missing')

  useEffect(() => {
    const brought = takeBrought()
    if (brought === null) return
    api
      .remoteLogin({
        redirect: `${client.id}:${definition.userType}`,
        ...brought,
        language_id: language.language_id > 0 ? String(language.language_id) : undefined,
      })
      .then(take)
      .catch((failed: unknown) => setProblem(loginProblem(failed)))
  }, [api, client.id, definition.userType, language.language_id, take])

  const returnUrl = rememberedReturn()
  const home = safeReturn(returnUrl, location.origin, definition.home)
  if (loggedIn) return <Navigate to={home} replace />
  if (step && step.kind !== 'reset') return <LoginSteps step={step} take={take} back={back} />
  return (
    <LoginFrame
      title={t('login.title')}
      heading={t(problem === null ? 'login.provider.back' : 'login.provider.failed')}
    >
      <div role="alert">
        {problem === null ? null : (
          <Alert kind="bad">
            {problem === 'missing'
              ? t('login.provider.missing')
              : t(`login.error.${problem.code}`, { detail: problem.detail, count: problem.seconds ?? 60 })}
          </Alert>
        )}
      </div>
      {problem === null ? <p aria-live="polite">{t('login.busy')}</p> : null}
      <Link className={problem === null ? 'forgotten' : 'btn main wide'} to={loginPath({ pathname: home, search: '' })}>
        {t('login.provider.again')}
      </Link>
    </LoginFrame>
  )
}
