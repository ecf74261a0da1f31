import { useTranslation } from 'react-i18next'
import { useQueryClient } from '@tanstack/react-query'
import type { UnsubscribesBody } from '#contract/notices/unsubscribes.ts'
import { useConnection, useMe, useShell } from '#web/shell/start/shell-context.ts'
import { meKey } from '#web/shell/start/start-up.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { useAction } from './use-action.ts'

/** Which mails the parent gets; each switch takes effect at once [7.27]. Mails about awards are off until switched on [6.25]. */
export function MailPreferences() {
  const { t } = useTranslation()
  const { api, client } = useShell()
  const { online } = useConnection()
  const queries = useQueryClient()
  const me = useMe()
  const { busy, failureText, run } = useAction()
  const save = (preferences: UnsubscribesBody) =>
    void run(async () => {
      await api.setUnsubscribes(me?.uuid ?? '', preferences)
      await queries.invalidateQueries({ queryKey: meKey })
    })
  // this stops all mails but those about security, also mails about awards
  const unsubscribed = me?.unsubscribe_operational === 1
  return (
    <section className="card in" aria-labelledby="mails">
      <h2 id="mails">{t('parent.mail.title')}</h2>
      {me ? (
        <>
          <Switch
            label={t('parent.mail.operational')}
            hint={t('parent.mail.operationalHint', { client: client.name })}
            on={!unsubscribed}
            disabled={busy || !online}
            onChange={(on) => save({ unsubscribe_operational: on ? 0 : 1 })}
          />
          <Switch
            label={t('parent.mail.award')}
            hint={t(unsubscribed ? 'parent.mail.awardStopped' : 'parent.mail.awardHint')}
            on={me.award_mail === 1 && !unsubscribed}
            disabled={busy || !online || unsubscribed}
            onChange={(on) => save({ award_mail: on ? 1 : 0 })}
          />
        </>
      ) : (
        <Skeleton height="6rem" />
      )}
      <p className="small dim">{t('parent.mail.always')}</p>
      <div role="alert">{failureText === null ? null : <Alert kind="bad">{failureText}</Alert>}</div>
    </section>
  )
}
