import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'
import { Question } from '#web/ui/dialog.tsx'
import { buildInfo } from './build-info.ts'
import { useShell } from './shell-context.ts'

/** [9.4] */
const EVERY_MS = 60_000

/** Asks at start and each minute which version is served; a changed one opens the dialog, once for each version [4.15]. */
export function VersionCheck() {
  const { t } = useTranslation()
  const { api, definition } = useShell()
  const [served, setServed] = useState(buildInfo.version)
  const [dismissed, setDismissed] = useState(buildInfo.version)
  useEffect(() => {
    const check = () =>
      void api.version().then(
        ({ version }) => setServed(version),
        () => undefined,
      )
    check()
    const timer = setInterval(check, EVERY_MS)
    return () => clearInterval(timer)
  }, [api])
  const { VersionNote } = definition
  const close = () => setDismissed(served)
  async function refresh(): Promise<void> {
    await definition.beforeRefresh?.()
    location.reload()
  }
  return (
    <Question
      open={served !== buildInfo.version && served !== dismissed}
      onClose={close}
      title={t('shell.version.title')}
      footer={
        <>
          <Button onClick={close}>{t('shell.version.cancel')}</Button>
          <Button kind="main" onClick={() => void refresh()}>
            {t('shell.version.refresh')}
          </Button>
        </>
      }
    >
      <p>{t('shell.version.text')}</p>
      {VersionNote ? <VersionNote /> : null}
      <p className="small dim">{t('shell.version.fromTo', { from: buildInfo.version, to: served })}</p>
    </Question>
  )
}
