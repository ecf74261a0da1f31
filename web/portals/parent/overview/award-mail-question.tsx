import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useQueryClient } from '@tanstack/react-query'
import { useConnection, useMe, useShell } from '#web/shell/start/shell-context.ts'
import { meKey } from '#web/shell/start/start-up.ts'
import { Button } from '#web/ui/form/button.tsx'
import { declinedAwardMail } from '../awards/stored-set.ts'

/**
 * Asks a parent once whether to get mails about awards [6.25]. A yes is stored with the account, a no in this browser;
 * the account page changes both.
 */
export function AwardMailQuestion() {
  const { t } = useTranslation()
  const { api, alerts } = useShell()
  const { online } = useConnection()
  const queries = useQueryClient()
  const me = useMe()
  const [declined, setDeclined] = useState(() => declinedAwardMail.read())
  const [busy, setBusy] = useState(false)
  const isAnswered = me === undefined || me.award_mail === 1 || me.unsubscribe_operational === 1
  if (isAnswered || !online || declined.has(me.uuid)) return null

  /** The pressed button goes away, and the focus with it. */
  const focusPage = () => document.getElementById('main')?.focus()
  function decline(uuid: string): void {
    declinedAwardMail.add([uuid])
    setDeclined(declinedAwardMail.read())
    focusPage()
  }
  async function accept(uuid: string): Promise<void> {
    setBusy(true)
    try {
      await api.setUnsubscribes(uuid, { award_mail: 1 })
      await queries.invalidateQueries({ queryKey: meKey })
      alerts.show(t('parent.awardMail.done'), 'done')
      focusPage()
    } catch {
      alerts.show(t('parent.failed'), 'bad')
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="card in ask" aria-label={t('parent.awardMail.question')}>
      <p>{t('parent.awardMail.question')}</p>
      <div className="flow">
        <Button kind="main" size="small" disabled={busy} onClick={() => void accept(me.uuid)}>
          {t('parent.awardMail.yes')}
        </Button>
        <Button kind="bare" size="small" disabled={busy} onClick={() => decline(me.uuid)}>
          {t('parent.awardMail.no')}
        </Button>
      </div>
    </section>
  )
}
