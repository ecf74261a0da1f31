import '../login/login.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CodeForm } from '#web/shell/login/code-form.tsx'
import { EndSessions } from './end-sessions.tsx'
import { HeaderRow } from '#web/shell/frame/header-slots.tsx'
import { lazyWithRetry } from '#web/shell/start/lazy-with-retry.ts'
import { Page } from '#web/shell/frame/page.tsx'
import { RecoveryCodesList } from '#web/shell/login/recovery-codes.tsx'
import { useMe, useShell } from '#web/shell/start/shell-context.ts'

const EnrolFactor = lazyWithRetry(() =>
  import('#web/shell/login/enrol-factor.tsx').then((module) => module.EnrolFactor),
)

/** The action that the card of the second factor is in the middle of; null shows its state. */
type Action = { kind: 'enrol' | 'off' | 'renew' } | { kind: 'codes'; codes: string[] } | null

/** Where administrators and authors manage their second factor and end their sessions. */
export function SecurityPage() {
  const { t } = useTranslation()
  const me = useMe()
  return (
    <Page title={t('security.title')}>
      <HeaderRow>
        <div className="greet">
          <h1>{t('security.title')}</h1>
        </div>
      </HeaderRow>
      {me ? (
        <section className="card in">
          <p>
            <b>
              {me.firstname} {me.lastname}
            </b>
            {me.email === null ? null : <span className="dim"> · {me.email}</span>}
          </p>
        </section>
      ) : null}
      <FactorCard />
      <EndSessions />
    </Page>
  )
}

function FactorCard() {
  const { t } = useTranslation()
  const { api, client, alerts, queries } = useShell()
  const [action, setAction] = useState<Action>(null)
  const status = useQuery({ queryKey: ['second-factor'], queryFn: ({ signal }) => api.factorStatus(signal) })

  async function finish(message: string): Promise<void> {
    setAction(null)
    alerts.show(message, 'done')
    await queries.invalidateQueries({ queryKey: ['second-factor'] })
  }
  async function confirmWithCode(kind: 'off' | 'renew', code: string): Promise<void> {
    if (kind === 'renew')
      return setAction({ kind: 'codes', codes: (await api.renewRecoveryCodes(code)).recovery_codes })
    await api.removeFactor(code)
    await finish(t('security.factor.ended'))
  }

  const { data } = status
  const confirming = action?.kind === 'off' || action?.kind === 'renew' ? action.kind : null
  const cancel = (
    <Button wide onClick={() => setAction(null)}>
      {t('security.factor.cancel')}
    </Button>
  )
  return (
    <section className="card in stack factor" aria-labelledby="login-codes">
      <h2 id="login-codes">{t('security.factor.title')}</h2>
      {status.isError ? <Alert kind="bad">{t('factor.enrol.failed')}</Alert> : null}
      {!data && !status.isError ? <Skeleton height="4rem" /> : null}
      {data && action === null ? (
        <>
          <p>
            {t(data.on ? 'security.factor.on' : 'security.factor.off')}{' '}
            {data.policy === 'required' ? t('security.factor.required', { client: client.name }) : null}{' '}
            {data.on ? t('security.factor.left', { count: data.recovery_codes_left }) : null}
          </p>
          <div className="flow">
            {data.on ? (
              <>
                <Button onClick={() => setAction({ kind: 'renew' })}>{t('security.factor.renew')}</Button>
                {data.policy === 'optional' ? (
                  <Button onClick={() => setAction({ kind: 'off' })}>{t('security.factor.turnOff')}</Button>
                ) : null}
              </>
            ) : (
              <Button kind="main" onClick={() => setAction({ kind: 'enrol' })}>
                {t('security.factor.turnOn')}
              </Button>
            )}
          </div>
        </>
      ) : null}
      {action?.kind === 'enrol' ? (
        <EnrolFactor onDone={() => void finish(t('security.factor.done'))}>{cancel}</EnrolFactor>
      ) : null}
      {confirming ? (
        <>
          <p>{t(confirming === 'off' ? 'security.factor.proveOff' : 'security.factor.proveRenew')}</p>
          <CodeForm
            label={t('factor.code')}
            submit={t('security.factor.confirm')}
            // a recovery code, which has letters, is accepted in place of the app's digits
            digits={false}
            send={(code) => confirmWithCode(confirming, code)}
          >
            {cancel}
          </CodeForm>
        </>
      ) : null}
      {action?.kind === 'codes' ? (
        <RecoveryCodesList codes={action.codes} onDone={() => void finish(t('security.factor.done'))} />
      ) : null}
    </section>
  )
}
