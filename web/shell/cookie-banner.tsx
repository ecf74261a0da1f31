import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'
import { createObservable } from './observable.ts'
import { useShell } from './shell-context.ts'

type Consent = 'true' | 'false' | null

/** True while the banner was asked for although an answer is stored. */
const wanted = createObservable({ again: false })

/** [9.22] */
function consentKey(app: string): string {
  return `${app}PortalCookieConsent`
}

function readConsent(app: string): Consent {
  try {
    const value = localStorage.getItem(consentKey(app))
    return value === 'true' || value === 'false' ? value : null
  } catch {
    return 'false'
  }
}

/** Opens the banner again, whatever was answered before. */
export function askConsentAgain(): void {
  wanted.set({ again: true })
}

/** Accept and Decline weigh the same; nothing is set before an answer [4.32]. */
export function CookieBanner() {
  const { t } = useTranslation()
  const { portal } = useShell().definition
  const { again } = useSyncExternalStore(wanted.subscribe, wanted.get)
  const open = again || readConsent(portal) === null
  if (!open) return null

  function answer(consent: 'true' | 'false'): void {
    try {
      localStorage.setItem(consentKey(portal), consent)
    } catch {
      // asked again at the next visit
    }
    wanted.set({ again: false })
  }
  return (
    <section className="dialog cookies" aria-label={t('shell.cookies.title')}>
      <h2>{t('shell.cookies.heading')}</h2>
      <p>{t('shell.cookies.text')}</p>
      <div>
        <Button onClick={() => answer('false')}>{t('shell.cookies.decline')}</Button>
        <Button onClick={() => answer('true')}>{t('shell.cookies.accept')}</Button>
      </div>
    </section>
  )
}
