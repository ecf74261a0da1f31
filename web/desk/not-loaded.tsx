import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '#web/ui/alert.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { IdleButton } from '#web/ui/form/idle-button.tsx'

/** Says that loading has failed, and offers to try again. `onRetry` returns a promise that resolves after the try. */
export function NotLoaded({ onRetry }: { onRetry: () => unknown }) {
  const { t } = useTranslation()
  const [isTrying, setTrying] = useState(false)
  const retry = async () => {
    setTrying(true)
    await onRetry()
    setTrying(false)
  }
  return (
    <Alert
      kind="bad"
      end={
        <IdleButton size="small" idle={isTrying} onClick={() => void retry()}>
          <Icon icon={RefreshCw} />
          {t('desk.again')}
        </IdleButton>
      }
    >
      <output>{isTrying ? t('desk.trying') : null}</output>
      {isTrying ? null : <p role="alert">{t('desk.failed')}</p>}
    </Alert>
  )
}
