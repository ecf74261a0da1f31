import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayChangeClub } from '#domain/tenants/pages.ts'
import { waitAtMost, LONGEST_SEND_MS } from '#web/shell/start/wait-at-most.ts'
import { useConnection, useShell } from '#web/shell/start/shell-context.ts'
import { useSubject } from './use-visitor.ts'

/** Changes the club at which the user works [6.20]; not offline, nor for a switched user. */
export function useChangeClub(): { isAllowed: boolean; isBusy: boolean; changeTo: (id: string) => Promise<void> } {
  const { t } = useTranslation()
  const { api, session, definition, alerts } = useShell()
  const { online } = useConnection()
  const switched = useSubject()?.original_user_uuid !== undefined
  const [isBusy, setBusy] = useState(false)
  const changeTo = async (id: string) => {
    const refreshToken = session.refresh()
    if (refreshToken === null) return
    setBusy(true)
    try {
      // changes that wait on the device belong to the old club, so they are sent before the token changes
      await waitAtMost(LONGEST_SEND_MS, definition.beforeRefresh?.())
      // then every tab loads the portal anew (`createServices`)
      session.store(await api.changeClub(refreshToken, id))
    } catch {
      setBusy(false)
      alerts.show(t('shell.clubFailed'), 'bad')
    }
  }
  return { isAllowed: online && mayChangeClub({ switched }), isBusy, changeTo }
}
