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

type Doing = { what: 'enrol' | 'off' | 'renew' } | { what: 'codes'; codes: string[] } | null

/** The own account of administrators and authors: the second factor, and the sessions. */
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
  const [doing, setDoing] = useState<Doing>(null)
  const status = useQuery({ queryKey: ['second-factor'], queryFn: ({ signal }) => api.factorStatus(signal) })

  async function ended(words: string): Promise<void> {
    setDoing(null)
    alerts.show(words, 'done')
    await queries.invalidateQueries({ queryKey: ['second-factor'] })
  }
  async function prove(what: 'off' | 'renew', code: string): Promise<void> {
    if (what === 'renew') return setDoing({ what: 'codes', codes: (await api.renewRecoveryCodes(code)).recovery_codes })
    await api.removeFactor(code)
    await ended(t('security.factor.ended'))
  }

  const { data } = status
  const proving = doing?.what === 'off' || doing?.what === 'renew' ? doing.what : null
  const cancel = (
    <Button wide onClick={() => setDoing(null)}>
      {t('security.factor.cancel')}
    </Button>
  )
  return (
    <section className="card in stack factor" aria-labelledby="login-codes">
      <h2 id="login-codes">{t('security.factor.title')}</h2>
      {status.isError ? <Alert kind="bad">{t('factor.enrol.failed')}</Alert> : null}
      {!data && !status.isError ? <Skeleton height="4rem" /> : null}
      {data && doing === null ? (
        <>
          <p>
            {t(data.on ? 'security.factor.on' : 'security.factor.off')}{' '}
            {data.policy === 'required' ? t('security.factor.required', { client: client.name }) : null}{' '}
            {data.on ? t('security.factor.left', { count: data.recovery_codes_left }) : null}
          </p>
          <div className="flow">
            {data.on ? (
              <>
                <Button onClick={() => setDoing({ what: 'renew' })}>{t('security.factor.renew')}</Button>
                {data.policy === 'optional' ? (
                  <Button onClick={() => setDoing({ what: 'off' })}>{t('security.factor.turnOff')}</Button>
                ) : null}
              </>
            ) : (
              <Button kind="main" onClick={() => setDoing({ what: 'enrol' })}>
                {t('security.factor.turnOn')}
              </Button>
            )}
          </div>
        </>
      ) : null}
      {doing?.what === 'enrol' ? (
        <EnrolFactor onDone={() => void ended(t('security.factor.done'))}>{cancel}</EnrolFactor>
      ) : null}
      {proving ? (
        <>
          <p>{t(proving === 'off' ? 'security.factor.proveOff' : 'security.factor.proveRenew')}</p>
          <CodeForm
            label={t('factor.code')}
            submit={t('security.factor.confirm')}
            digits={false}
            send={(code) => prove(proving, code)}
          >
            {cancel}
          </CodeForm>
        </>
      ) : null}
      {doing?.what === 'codes' ? (
        <RecoveryCodesList codes={doing.codes} onDone={() => void ended(t('security.factor.done'))} />
      ) : null}
    </section>
  )
}
