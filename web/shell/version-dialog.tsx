import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'
import { Question } from '#web/ui/dialog.tsx'
import { buildInfo } from './build-info.ts'
import { useShell } from './shell-context.ts'

/** [2.46] */
export function VersionDialog({ served, onCancel }: { served: string; onCancel: () => void }) {
  const { t } = useTranslation()
  const { definition } = useShell()
  const { VersionNote } = definition
  async function refresh(): Promise<void> {
    await definition.beforeRefresh?.()
    location.reload()
  }
  return (
    <Question
      open
      onClose={onCancel}
      title={t('shell.version.title')}
      footer={
        <>
          <Button onClick={onCancel}>{t('shell.version.cancel')}</Button>
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
