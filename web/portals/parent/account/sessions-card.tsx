import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clockTime, deviceDate, displayDate } from '#web/shell/i18n/dates.ts'
import { useConnection, useMe, useShell, useWordLanguage } from '#web/shell/start/shell-context.ts'
import { useNow } from '#web/shell/frame/use-now.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Question } from '#web/ui/overlay/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useAction } from './use-action.ts'

/** Where the user is logged in; each other device can be logged out from here. */
export function SessionsCard() {
  const { t } = useTranslation()
  const { api, alerts, queries } = useShell()
  const { online } = useConnection()
  const language = useWordLanguage()
  const now = useNow()
  const uuid = useMe()?.uuid ?? ''
  const { busy, failed, run } = useAction()
  const [asking, setAsking] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const sessions = useQuery({
    queryKey: ['sessions', uuid],
    queryFn: ({ signal }) => api.sessions(uuid, signal),
    enabled: uuid !== '' && online,
  })
  const end = (count: number, work: () => Promise<unknown>) =>
    void run(async () => {
      await work()
      alerts.show(t('parent.sessions.ended', { count }), 'done')
      await queries.invalidateQueries({ queryKey: ['sessions'] })
      // the button that was pressed is gone with its device
      heading.current?.focus()
    })
  const day = (ts: number) => displayDate(deviceDate(ts * 1000), deviceDate(now), language)
  const others = (sessions.data ?? []).filter((one) => !one.current)
  const stay = () => setAsking(false)
  const endOthers = () => {
    stay()
    end(others.length, () => api.endOtherSessions(uuid))
  }
  return (
    <section className="card" aria-labelledby="sessions">
      <h2 id="sessions" className="in" tabIndex={-1} ref={heading}>
        {t('parent.sessions.title')}
      </h2>
      {sessions.data ? (
        <ul className="rows linked plain">
          {sessions.data.map((one) => (
            <li key={one.id}>
              <span>
                <span className="mid" id={`session-${one.id}`}>
                  {one.current
                    ? t('parent.sessions.here')
                    : t('parent.sessions.used', { day: day(one.used_ts), time: clockTime(one.used_ts * 1000) })}
                </span>
                <br />
                <span className="small dim">{t('parent.sessions.since', { day: day(one.opened_ts) })}</span>
              </span>
              {one.current ? null : (
                <Button
                  kind="bare"
                  size="small"
                  aria-describedby={`session-${one.id}`}
                  disabled={busy || !online}
                  onClick={() => end(1, () => api.endSession(uuid, one.id))}
                >
                  {t('parent.sessions.end')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <div className="in">
          {!online ? (
            <p className="dim">{t('parent.sessions.offline')}</p>
          ) : sessions.isError ? (
            <p>{t('parent.failed')}</p>
          ) : (
            <Skeleton height="3rem" />
          )}
        </div>
      )}
      <div className="in-if" role="alert">
        {failed === null ? null : <Alert kind="bad">{failed}</Alert>}
      </div>
      {others.length > 1 ? (
        <div className="in flow">
          <Button disabled={busy || !online} onClick={() => setAsking(true)}>
            {t('parent.sessions.endAll', { count: others.length })}
          </Button>
        </div>
      ) : null}
      <Question
        open={asking}
        onClose={stay}
        title={t('parent.sessions.endAllAsk', { count: others.length })}
        footer={
          <>
            <Button onClick={stay}>{t('parent.password.cancel')}</Button>
            <Button kind="risk" onClick={endOthers}>
              {t('parent.sessions.end')}
            </Button>
          </>
        }
      >
        <p>{t('parent.sessions.endAllText')}</p>
      </Question>
    </section>
  )
}
