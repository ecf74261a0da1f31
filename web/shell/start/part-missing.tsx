import { RefreshCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'

/** Shown in place of a part of the page whose code could not be fetched; meanwhile `lazyWithRetry` tries again. */
export function PartMissing() {
  const { t } = useTranslation()
  return (
    <div role="alert" className="part-missing">
      <Alert
        kind="begun"
        end={
          <Button size="small" onClick={() => location.reload()}>
            <Icon icon={RefreshCw} />
            {t('shell.part.again')}
          </Button>
        }
      >
        <p>{t('shell.part.missing')}</p>
      </Alert>
    </div>
  )
}
