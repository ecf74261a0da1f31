import { useCallback, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { clockTime } from '#web/shell/i18n/dates.ts'
import { useConnection, useShell } from '#web/shell/start/shell-context.ts'
import { StatusCircle } from '#web/ui/status-circle.tsx'
import { NEW_STATUS, type SyncStatus } from '#web/offline/coach-store.ts'
import { currentStore } from './current-store.ts'

export function useSyncStatus(): SyncStatus {
  const store = useSyncExternalStore(currentStore.subscribe, currentStore.get)
  const subscribe = useCallback((listener: () => void) => store?.subscribe(listener) ?? (() => undefined), [store])
  return useSyncExternalStore(subscribe, () => store?.snapshot().status ?? NEW_STATUS)
}

/** The status circle of the coach portal; a press says whether the tablet is up to date [2.28] and opens the queue. */
export function CoachStatus() {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const navigate = useNavigate()
  const { online } = useConnection()
  const status = useSyncStatus()
  const state = online ? status.state : 'offline'
  const refused = status.dead > 0
  const failed = t('coach.groups.syncFailed', { count: status.dead })
  const reached =
    state === 'offline'
      ? status.offlineSince === null
        ? t('coach.status.offline')
        : t('coach.status.offlineSince', { time: clockTime(status.offlineSince) })
      : state === 'syncing'
        ? t('coach.status.sending', { count: status.queued })
        : status.syncedAt === null
          ? t('coach.status.online')
          : t('coach.status.upToDate', { time: clockTime(status.syncedAt) })
  const press = () => {
    void currentStore.get()?.syncNow()
    void navigate('/offline')
    if (refused) alerts.show(failed, 'bad')
    // without network and with nothing queued the words speak of the network alone
    else if (state === 'offline' && status.queued === 0) alerts.show(t('coach.status.noNetwork'), 'begun')
    else if (status.queued > 0 || status.syncedAt === null)
      alerts.show(t('coach.status.outOfDate', { count: status.queued }), 'begun')
    else alerts.show(t('coach.status.isUpToDate'), 'done')
  }
  const label = [
    reached,
    ...(status.queued > 0 ? [t('coach.status.waiting', { count: status.queued })] : []),
    ...(refused ? [failed] : []),
  ].join(', ')
  // what was refused lies here too until somebody decides
  return (
    <StatusCircle
      state={state}
      count={status.queued + status.dead}
      refused={refused}
      label={label}
      said={refused ? failed : reached}
      onPress={press}
    />
  )
}
