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

/** A QR code, black on white in dark mode too, because not every camera reads an inverted code. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 3 })
  // one unit square for each dark module
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

interface EnrolFactorProps {
  /** The challenge of a login that demands a second factor. Without it the user who is logged in sets one up. */
  challenge?: string
  /** Called with the answer of the login that this completes, if there is one. */
  onDone: (login: LoginReply | undefined) => void
  /** Shown below the form, or below the error, until the recovery codes are shown. */
  children?: ReactNode
}

/** Sets up the second factor: scan the QR code, enter the first code, keep the recovery codes. */
export function EnrolFactor({ challenge, onDone, children }: EnrolFactorProps) {
  const { t } = useTranslation()
  const { api, language } = useShell()
  const [confirmed, setConfirmed] = useState<{ codes: string[]; login: LoginReply | undefined } | null>(null)
  const enrolment = useQuery({
    queryKey: ['enrol-factor', challenge ?? ''],
    queryFn: () => api.enrolFactor(challenge),
    staleTime: Infinity,
    gcTime: 0,
    // not fetched again when the network returns: each fetch makes a new secret, and the scanned one would be lost
    meta: { once: true },
  })

  async function confirm(code: string): Promise<void> {
    // 0: the page's language is none of the client's
    const languageId = language.language_id > 0 ? language.language_id : undefined
    const reply = await api.confirmFactor(code, challenge, languageId)
    setConfirmed({ codes: reply.recovery_codes, login: reply.login })
  }

  if (confirmed) return <RecoveryCodesList codes={confirmed.codes} onDone={() => onDone(confirmed.login)} />
  if (enrolment.isError && !enrolment.isFetching)
    return (
      <div className="stack">
        <div role="alert">
          <Alert kind="bad">{t('factor.enrol.failed')}</Alert>
        </div>
        <Button kind="main" wide onClick={() => void enrolment.refetch()}>
          {t('shell.maintenance.again')}
        </Button>
        {children}
      </div>
    )
  if (!enrolment.data) return <Skeleton height="20rem" />
  return (
    <div className="stack">
      <p>{t('factor.enrol.scan')}</p>
      <QrCode text={enrolment.data.uri} label={t('factor.enrol.qr')} />
      <dl className="key">
        <dt>{t('factor.enrol.key')}</dt>
        <dd>
          {/* in groups of four characters, which are easier to type */}
          <code>{enrolment.data.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        </dd>
      </dl>
      <CodeForm label={t('factor.enrol.first')} submit={t('factor.enrol.submit')} digits send={confirm}>
        {children}
      </CodeForm>
    </div>
  )
}
