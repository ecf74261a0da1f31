import { useCallback, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { clockTime } from '#web/shell/i18n/dates.ts'
import { useConnection, useShell } from '#web/shell/start/shell-context.ts'
import { StatusCircle } from '#web/ui/status-circle.tsx'
import { NEW_STATUS, type SyncStatus } from '#web/offline/coach-store.ts'
import { connectionState } from './connection-state.ts'
import { currentStore } from './current-store.ts'

/** The sync status of the open store, also outside the routes that provide it. */
export function useSyncStatus(): SyncStatus {
  const store = useSyncExternalStore(currentStore.subscribe, currentStore.get)
  const subscribe = useCallback((listener: () => void) => store?.subscribe(listener) ?? (() => undefined), [store])
  return useSyncExternalStore(subscribe, () => store?.status() ?? NEW_STATUS)
}

/**
 * The status circle in the header. A press syncs, says whether the tablet is up to date [2.28] and opens the offline
 * page.
 */
export function CoachStatus() {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const navigate = useNavigate()
  const { online } = useConnection()
  const status = useSyncStatus()
  const state = connectionState(status, online)
  const hasRefused = status.dead > 0
  const refusedWords = t('coach.groups.syncFailed', { count: status.dead })
  const { offlineSince, syncedAt } = status
  const offlineWords =
    offlineSince === null
      ? t('coach.status.offline')
      : t('coach.status.offlineSince', { time: clockTime(offlineSince) })
  const onlineWords =
    syncedAt === null ? t('coach.status.online') : t('coach.status.upToDate', { time: clockTime(syncedAt) })
  const wordsByState = {
    // syncs that fail for want of room are no matter of the network
    offline: status.full && online ? t('coach.status.full') : offlineWords,
    syncing: t('coach.status.sending', { count: status.queued }),
    online: onlineWords,
  }
  const stateWords = wordsByState[state]
  const syncAndReport = () => {
    void currentStore.get()?.syncNow()
    void navigate('/offline')
    // refused changes come first, because only the coach can settle them
    if (hasRefused) alerts.show(refusedWords, 'bad')
    else if (status.full) alerts.show(t('coach.noRoom'), 'bad')
    // without network and with nothing queued, only the network is mentioned
    else if (state === 'offline' && status.queued === 0) alerts.show(t('coach.status.noNetwork'), 'begun')
    // changes wait, or the tablet has never been in sync
    else if (status.queued > 0 || status.syncedAt === null)
      alerts.show(t('coach.status.outOfDate', { count: status.queued }), 'begun')
    else alerts.show(t('coach.status.isUpToDate'), 'done')
  }
  const label = [
    stateWords,
    ...(status.queued > 0 ? [t('coach.status.waiting', { count: status.queued })] : []),
    ...(hasRefused ? [refusedWords] : []),
  ].join(', ')
  // the count includes refused changes, because they stay on the tablet until the coach decides about them
  return (
    <StatusCircle
      state={state}
      count={status.queued + status.dead}
      refused={hasRefused}
      label={label}
      text={hasRefused ? refusedWords : stateWords}
      onPress={syncAndReport}
    />
  )
}
