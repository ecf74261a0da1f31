import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dismissDataLoss, readDataLoss } from '#web/offline/device-note.ts'
import { clockTime, deviceDate, fullDate } from '#web/shell/i18n/dates.ts'
import { useWordLanguage } from '#web/shell/start/shell-context.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'

/** Says that the tablet's data was removed by the browser or somebody, until a person confirms having read it. */
export function DataLossAlert() {
  const { t } = useTranslation()
  const language = useWordLanguage()
  const [loss, setLoss] = useState(readDataLoss)
  if (!loss) return null
  const when = `${fullDate(deviceDate(loss.at), language)}, ${clockTime(loss.at)}`
  const confirmRead = () => {
    dismissDataLoss()
    setLoss(null)
  }
  return (
    <Alert kind={loss.queued > 0 ? 'bad' : 'begun'}>
      <div className="stack">
        <p>
          <b>{t('coach.offline.loss')}</b>
        </p>
        <p>
          {loss.queued > 0 ? t('coach.offline.lossQueued', { count: loss.queued, when }) : t('coach.offline.lossNone')}
        </p>
        <p>
          <Button size="small" onClick={confirmRead}>
            {t('coach.offline.lossRead')}
          </Button>
        </p>
      </div>
    </Alert>
  )
}
