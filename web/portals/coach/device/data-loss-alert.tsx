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
  const [lost, setLost] = useState(readDataLoss)
  if (!lost) return null
  const when = `${fullDate(deviceDate(lost.at), language)}, ${clockTime(lost.at)}`
  const confirmRead = () => {
    dismissDataLoss()
    setLost(null)
  }
  return (
    <Alert kind={lost.queued > 0 ? 'bad' : 'begun'}>
      <div className="stack">
        <p>
          <b>{t('coach.offline.loss')}</b>
        </p>
        <p>
          {lost.queued > 0 ? t('coach.offline.lossQueued', { count: lost.queued, when }) : t('coach.offline.lossNone')}
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
