import { RefreshCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'

/** Says that loading has failed, and offers to try again. */
export function NotLoaded({ onRetry }: { onRetry: () => unknown }) {
  const { t } = useTranslation()
  return (
    <Alert
      kind="bad"
      end={
        <Button size="small" onClick={() => void onRetry()}>
          <Icon icon={RefreshCw} />
          {t('desk.again')}
        </Button>
      }
    >
      <p>{t('desk.failed')}</p>
    </Alert>
  )
}
