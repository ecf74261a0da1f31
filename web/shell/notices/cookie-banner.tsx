import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/form/button.tsx'
import { consentBanner, readConsent, storeConsent } from './consent.ts'
import { useShell } from '#web/shell/start/shell-context.ts'

/**
 * Asks for consent to count page views [2.45], [4.32]. Both buttons look the same, and nothing is counted before an
 * answer.
 */
export function CookieBanner() {
  const { t } = useTranslation()
  const { portal } = useShell().definition
  const { reopened } = useSyncExternalStore(consentBanner.subscribe, consentBanner.get)
  if (!reopened && readConsent(portal) !== null) return null
  return (
    <section className="dialog cookies" aria-label={t('shell.cookies.title')}>
      <h2>{t('shell.cookies.heading')}</h2>
      <p>{t('shell.cookies.text')}</p>
      <div>
        <Button onClick={() => storeConsent(portal, 'false')}>{t('shell.cookies.decline')}</Button>
        <Button onClick={() => storeConsent(portal, 'true')}>{t('shell.cookies.accept')}</Button>
      </div>
    </section>
  )
}
