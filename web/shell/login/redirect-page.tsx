import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate } from 'react-router'
import { Alert } from '#web/ui/alert.tsx'
import { loginProblem, loginProblemText, type LoginProblem } from './login-error.ts'
import { LoginFrame } from './login-frame.tsx'
import { LoginSteps } from './login-steps.tsx'
import { hasProviderReply, rememberedReturn, takeProviderReply } from './remote-return.ts'
import { loginPath, safeReturn } from '#web/shell/session/return-url.ts'
import { useLoggedIn, useShell } from '#web/shell/start/shell-context.ts'
import { useLoginAnswer } from './use-login-answer.ts'

/** The page to which the provider sends the browser back, with a code to log in with or with an error [2.8], [8.13]. */
export function RedirectPage() {
  const { t } = useTranslation()
  const { api, client, definition, language } = useShell()
  const loggedIn = useLoggedIn()
  const { handleAnswer, step, back } = useLoginAnswer()
  const [problem, setProblem] = useState<LoginProblem | 'missing' | null>(hasProviderReply() ? null : 'missing')

  useEffect(() => {
    const reply = takeProviderReply()
    if (reply === null) return
    api
      .remoteLogin({
        redirect: `${client.id}:${definition.userType}`,
        ...reply,
        // 0: the page's language is none of the client's
        language_id: language.language_id > 0 ? language.language_id : undefined,
      })
      .then(handleAnswer)
      .catch((failed: unknown) => setProblem(loginProblem(failed)))
  }, [api, client.id, definition.userType, language.language_id, handleAnswer])

  const returnUrl = rememberedReturn()
  const home = safeReturn(returnUrl, location.origin, definition.home)
  if (loggedIn) return <Navigate to={home} replace />
  if (step && step.kind !== 'reset') return <LoginSteps step={step} onAnswer={handleAnswer} back={back} />
  return (
    <LoginFrame
      title={t('login.title')}
      heading={t(problem === null ? 'login.provider.back' : 'login.provider.failed')}
    >
      <div role="alert">
        {problem === null ? null : (
          <Alert kind="bad">{problem === 'missing' ? t('login.provider.missing') : loginProblemText(t, problem)}</Alert>
        )}
      </div>
      {problem === null ? <p aria-live="polite">{t('login.busy')}</p> : null}
      <Link className={problem === null ? 'forgotten' : 'btn main wide'} to={loginPath({ pathname: home, search: '' })}>
        {t('login.provider.again')}
      </Link>
    </LoginFrame>
  )
}
