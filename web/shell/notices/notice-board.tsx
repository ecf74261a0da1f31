import './notices.css'
import { useQuery } from '@tanstack/react-query'
import { Megaphone, X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { localDate } from '#domain/platform/club-time.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { dismiss, dismissed, noticeKey, shownNotices } from './notices.ts'
import { fetchWithFallback } from '#web/shell/start/stored-answers.ts'
import { useMe, useShell } from '#web/shell/start/shell-context.ts'
import { useNow } from '#web/shell/frame/use-now.ts'

const REFETCH_MS = 15 * 60_000

/**
 * The client's notices to the club for today [3.19]. Offline it shows those that were last loaded. A notice that the
 * user dismisses is hidden on this device only.
 */
export function NoticeBoard() {
  const { t } = useTranslation()
  const { api } = useShell()
  const now = useNow()
  const me = useMe()
  const club = me?.club
  const dismissedKeys = useSyncExternalStore(dismissed.subscribe, dismissed.get)
  const notices = useQuery({
    queryKey: ['notices', me?.uuid, club?.id],
    queryFn: ({ signal }) => fetchWithFallback(`notices:${club?.id}`, () => api.get('/me/notifications', { signal })),
    enabled: club !== undefined && club !== null,
    refetchInterval: REFETCH_MS,
    retry: false,
  })
  const loaded = notices.data?.data ?? []
  if (!me || !club || loaded.length === 0) return null
  const shown = shownNotices(loaded, me.uuid, localDate(now, club.time_zone), dismissedKeys)
  if (shown.length === 0) return null
  return (
    <section className="notices" aria-label={t('shell.notices')}>
      {shown.map((notice) => (
        <div key={notice.id} className="alert">
          <Icon icon={Megaphone} />
          <div>
            <h2>{notice.heading}</h2>
            <p>{notice.description}</p>
          </div>
          <Button
            kind="bare"
            icon
            aria-label={t('shell.noticeDismiss', { heading: notice.heading })}
            onClick={() => dismiss(noticeKey(me.uuid, notice))}
          >
            <Icon icon={X} />
          </Button>
        </div>
      ))}
    </section>
  )
}
