import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/form/button.tsx'
import { Question } from '#web/ui/overlay/dialog.tsx'
import { waitAtMost, LONGEST_SEND_MS } from './wait-at-most.ts'
import { buildInfo } from './build-info.ts'
import { installNewVersion } from './install-on-device.ts'
import { useShell } from './shell-context.ts'

/** Offers to reload the page for a new version [2.46]. */
export function VersionDialog({ served, onCancel }: { served: string; onCancel: () => void }) {
  const { t } = useTranslation()
  const { definition } = useShell()
  const { InVersionDialog } = definition
  const [busy, setBusy] = useState(false)
  async function refresh(): Promise<void> {
    setBusy(true)
    await waitAtMost(LONGEST_SEND_MS, definition.beforeRefresh?.())
    await installNewVersion()
    location.reload()
    // whoever has entries that are not saved may have chosen to stay
    setBusy(false)
  }
  return (
    <Question
      open
      onClose={onCancel}
      title={t('shell.version.title')}
      footer={
        <>
          <Button onClick={onCancel}>{t('shell.version.cancel')}</Button>
          <Button kind="main" disabled={busy} onClick={() => void refresh()}>
            {t(busy ? 'shell.version.busy' : 'shell.version.refresh')}
          </Button>
        </>
      }
    >
      <p>{t('shell.version.text')}</p>
      {InVersionDialog ? <InVersionDialog /> : null}
      <p className="small dim">{t('shell.version.fromTo', { from: buildInfo.version, to: served })}</p>
    </Question>
  )
}
