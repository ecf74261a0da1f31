import { useTranslation } from 'react-i18next'
import { useSyncStatus } from './coach-status.tsx'

/** Says in the dialog about a new version that waiting changes are sent before the page is refreshed. */
export function UnsentChangesHint() {
  const { t } = useTranslation()
  const { queued } = useSyncStatus()
  return queued > 0 ? <p>{t('coach.offline.sentFirst', { count: queued })}</p> : null
}
