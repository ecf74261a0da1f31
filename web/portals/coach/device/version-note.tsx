import { useTranslation } from 'react-i18next'
import { useSyncStatus } from './coach-status.tsx'

/** Said in the version dialog: nothing that waits is lost by refreshing. */
export function VersionNote() {
  const { t } = useTranslation()
  const { queued } = useSyncStatus()
  return queued > 0 ? <p>{t('coach.offline.sentFirst', { count: queued })}</p> : null
}
