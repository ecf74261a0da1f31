import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveBlob } from '#web/shell/frame/save-file.ts'
import { deviceDate, fullDate } from '#web/shell/i18n/dates.ts'
import { cacheAnswer } from '#web/shell/start/cache-answer.ts'
import { useConnection, useMe, useShell, useWordLanguage } from '#web/shell/start/shell-context.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Question } from '#web/ui/overlay/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useAction } from './use-action.ts'

/** Exports the parent's data as a file, and requests its deletion, which a person at the club carries out. */
export function DataCard() {
  const { t } = useTranslation()
  const { api, client, queries } = useShell()
  const { online } = useConnection()
  const language = useWordLanguage()
  const uuid = useMe()?.uuid ?? ''
  const { busy, failureText, run } = useAction()
  const [confirming, setConfirming] = useState(false)
  const deletion = useQuery({
    queryKey: ['deletion', uuid],
    queryFn: ({ signal }) => api.deletion(uuid, signal),
    enabled: uuid !== '' && online,
  })
  const requestedTs = deletion.data?.asked_ts ?? null
  const setRequested = (requested: boolean) => {
    setConfirming(false)
    void run(async () => {
      cacheAnswer(queries, ['deletion', uuid], await api.changeDeletionRequest(uuid, requested))
    })
  }
  const disabled = busy || !online
  return (
    <section className="card in stack" aria-labelledby="data">
      <h2 id="data">{t('parent.data.title')}</h2>
      <p className="small dim">{t('parent.data.text')}</p>
      <div className="flow">
        <Button
          disabled={disabled}
          onClick={() => void run(async () => saveBlob('rungs-data.json', await api.download(`/users/${uuid}/export`)))}
        >
          <Icon icon={Download} />
          {t('parent.data.export')}
        </Button>
        {requestedTs === null ? (
          <Button kind="risk" disabled={disabled || !deletion.data} onClick={() => setConfirming(true)}>
            {t('parent.data.delete')}
          </Button>
        ) : null}
      </div>
      <output>
        {requestedTs === null ? null : (
          <Alert
            end={
              <Button size="small" disabled={disabled} onClick={() => setRequested(false)}>
                {t('parent.data.takeBack')}
              </Button>
            }
          >
            <p>{t('parent.data.asked', { day: fullDate(deviceDate(requestedTs * 1000), language) })}</p>
          </Alert>
        )}
      </output>
      <div role="alert">{failureText === null ? null : <Alert kind="bad">{failureText}</Alert>}</div>
      <Question
        open={confirming}
        onClose={() => setConfirming(false)}
        title={t('parent.data.deleteAsk', { client: client.name })}
        footer={
          <>
            <Button onClick={() => setConfirming(false)}>{t('parent.account.keep')}</Button>
            <Button kind="risk" onClick={() => setRequested(true)}>
              {t('parent.data.deleteSend')}
            </Button>
          </>
        }
      >
        <p>{t('parent.data.deleteText')}</p>
      </Question>
    </section>
  )
}
