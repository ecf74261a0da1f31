import './login.css'
import { useQuery } from '@tanstack/react-query'
import { encode } from 'uqr'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { LoginReply } from '#contract/identity/auth.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CodeForm } from './code-form.tsx'
import { RecoveryCodesList } from './recovery-codes.tsx'
import { useShell } from '#web/shell/start/shell-context.ts'

/** Black on white in dark mode too: cameras want it so. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 3 })
  const path = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

interface EnrolFactorProps {
  /** Of a login that demands it; without one it is for the user who is logged in. */
  challenge?: string
  /** With the session of the login that it completes. */
  onDone: (login: LoginReply | undefined) => void
  /** Stands below the form, or below why there is none, until the codes are shown. */
  children?: ReactNode
}

/** Scan, first code, recovery codes. */
export function EnrolFactor({ challenge, onDone, children }: EnrolFactorProps) {
  const { t } = useTranslation()
  const { api, language } = useShell()
  const [confirmed, setConfirmed] = useState<{ codes: string[]; login: LoginReply | undefined } | null>(null)
  const started = useQuery({
    queryKey: ['enrol-factor', challenge ?? ''],
    queryFn: () => api.enrolFactor(challenge),
    staleTime: Infinity,
    gcTime: 0,
    meta: { once: true },
  })

  async function confirm(code: string): Promise<void> {
    const languageId = language.language_id > 0 ? language.language_id : undefined
    const reply = await api.confirmFactor(code, challenge, languageId)
    setConfirmed({ codes: reply.recovery_codes, login: reply.login })
  }

  if (confirmed) return <RecoveryCodesList codes={confirmed.codes} onDone={() => onDone(confirmed.login)} />
  if (started.isError && !started.isFetching)
    return (
      <div className="stack">
        <div role="alert">
          <Alert kind="bad">{t('factor.enrol.failed')}</Alert>
        </div>
        <Button kind="main" wide onClick={() => void started.refetch()}>
          {t('shell.maintenance.again')}
        </Button>
        {children}
      </div>
    )
  if (!started.data) return <Skeleton height="20rem" />
  return (
    <div className="stack">
      <p>{t('factor.enrol.scan')}</p>
      <QrCode text={started.data.uri} label={t('factor.enrol.qr')} />
      <dl className="key">
        <dt>{t('factor.enrol.key')}</dt>
        <dd>
          <code>{started.data.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        </dd>
      </dl>
      <CodeForm label={t('factor.enrol.first')} submit={t('factor.enrol.submit')} digits send={confirm}>
        {children}
      </CodeForm>
    </div>
  )
}
