import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LoginAnswer } from '#contract/identity/auth.ts'
import { Button } from '#web/ui/form/button.tsx'
import { CodeForm } from './code-form.tsx'
import { LoginFrame } from './login-frame.tsx'
import { lazyWithRetry } from '#web/shell/start/lazy-with-retry.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import type { LoginStep } from './use-login-answer.ts'

const EnrolFactor = lazyWithRetry(() => import('./enrol-factor.tsx').then((module) => module.EnrolFactor))

interface LoginStepsProps {
  step: Exclude<LoginStep, { kind: 'reset' }>
  onAnswer: (answer: LoginAnswer) => Promise<void>
  back: () => void
}

/** What a login asks for after the password: a code of the second factor, or setting one up. */
export function LoginSteps({ step, onAnswer, back }: LoginStepsProps) {
  const { t } = useTranslation()
  const { api, client, language } = useShell()
  const [withRecoveryCode, setWithRecoveryCode] = useState(false)
  // 0: the page's language is none of the client's
  const languageId = language.language_id > 0 ? { language_id: language.language_id } : {}
  if (step.kind === 'enrol') {
    return (
      <LoginFrame title={t('factor.enrol.title')} heading={t('factor.enrol.title')}>
        <p>{t('factor.enrol.demanded', { client: client.name })}</p>
        <EnrolFactor challenge={step.challenge} onDone={(login) => void (login && onAnswer(login))}>
          <Button kind="bare" wide onClick={back}>
            {t('factor.back')}
          </Button>
        </EnrolFactor>
      </LoginFrame>
    )
  }
  return (
    <LoginFrame title={t('factor.title')} heading={t('factor.title')}>
      <p>{t(withRecoveryCode ? 'factor.recoveryText' : 'factor.text', { client: client.name })}</p>
      <CodeForm
        key={String(withRecoveryCode)}
        label={t(withRecoveryCode ? 'factor.recovery' : 'factor.code')}
        submit={t('factor.submit')}
        digits={!withRecoveryCode}
        send={async (code) => onAnswer(await api.secondFactor({ challenge: step.challenge, code, ...languageId }))}
      >
        <Button wide onClick={() => setWithRecoveryCode(!withRecoveryCode)}>
          {t(withRecoveryCode ? 'factor.useApp' : 'factor.useRecovery')}
        </Button>
        <Button kind="bare" wide onClick={back}>
          {t('factor.back')}
        </Button>
      </CodeForm>
    </LoginFrame>
  )
}
