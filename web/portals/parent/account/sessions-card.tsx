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

/** The devices on which the user is logged in. The other ones can be logged out from here. */
export function SessionsCard() {
  const { t } = useTranslation()
  const { api, alerts, queries } = useShell()
  const { online } = useConnection()
  const language = useWordLanguage()
  const now = useNow()
  const uuid = useMe()?.uuid ?? ''
  const { busy, failureText, run } = useAction()
  const [confirming, setConfirming] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const sessions = useQuery({
    queryKey: ['sessions', uuid],
    queryFn: ({ signal }) => api.sessions(uuid, signal),
    enabled: uuid !== '' && online,
  })
  /** Ends sessions by this request, and says how many were ended. */
  const endSessions = (count: number, request: () => Promise<unknown>) =>
    void run(async () => {
      await request()
      alerts.show(t('parent.sessions.ended', { count }), 'done')
      await queries.invalidateQueries({ queryKey: ['sessions'] })
      // the pressed button is gone with its device, so its focus would be lost
      heading.current?.focus()
    })
  const day = (ts: number) => displayDate(deviceDate(ts * 1000), deviceDate(now), language)
  const others = (sessions.data ?? []).filter(({ current }) => !current)
  const cancel = () => setConfirming(false)
  const endOthers = () => {
    cancel()
    endSessions(others.length, () => api.endOtherSessions(uuid))
  }
  return (
    <section className="card" aria-labelledby="sessions">
      <h2 id="sessions" className="in" tabIndex={-1} ref={heading}>
        {t('parent.sessions.title')}
      </h2>
      {sessions.data ? (
        <ul className="rows linked plain">
          {sessions.data.map((session) => (
            <li key={session.id}>
              <span>
                <span className="mid" id={`session-${session.id}`}>
                  {session.current
                    ? t('parent.sessions.here')
                    : t('parent.sessions.used', { day: day(session.used_ts), time: clockTime(session.used_ts * 1000) })}
                </span>
                <br />
                <span className="small dim">{t('parent.sessions.since', { day: day(session.opened_ts) })}</span>
              </span>
              {session.current ? null : (
                <Button
                  kind="bare"
                  size="small"
                  aria-describedby={`session-${session.id}`}
                  disabled={busy || !online}
                  onClick={() => endSessions(1, () => api.endSession(uuid, session.id))}
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
            <p role="alert">{t('parent.failed')}</p>
          ) : (
            <Skeleton height="3rem" />
          )}
        </div>
      )}
      <div className="in-if" role="alert">
        {failureText === null ? null : <Alert kind="bad">{failureText}</Alert>}
      </div>
      {others.length > 1 ? (
        <div className="in flow">
          <Button disabled={busy || !online} onClick={() => setConfirming(true)}>
            {t('parent.sessions.endAll', { count: others.length })}
          </Button>
        </div>
      ) : null}
      <Question
        open={confirming}
        onClose={cancel}
        title={t('parent.sessions.endAllAsk', { count: others.length })}
        footer={
          <>
            <Button onClick={cancel}>{t('parent.password.cancel')}</Button>
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
