import { useQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OfflineQueue, OtherCoachQueue } from '#web/offline/offline-queue.ts'
import { useConnection, useShell } from '#web/shell/start/shell-context.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useCoach } from '#web/portals/coach/use-coach.ts'

/**
 * How many changes other coaches left on this tablet. Those of a closed account can be sent to the club's
 * administrators.
 */
export function OtherCoachesList({ queue, others }: { queue: OfflineQueue; others: readonly OtherCoachQueue[] }) {
  const { api } = useShell()
  const { online } = useConnection()
  const users = others.map((other) => other.userUuid)
  const { data: closedAuthors = [] } = useQuery({
    queryKey: ['closed-authors', ...users],
    queryFn: () => api.closedAuthors(users),
    enabled: online && users.length > 0,
  })
  return others.map((other) => (
    <li key={other.userUuid} className="others">
      {closedAuthors.some(({ uuid }) => uuid === other.userUuid) ? (
        <ClosedAccount queue={queue} other={other} />
      ) : (
        <OpenAccount other={other} />
      )}
    </li>
  ))
}

/** The author of an open account can log in and send the changes, so there is nothing to do here. */
function OpenAccount({ other: { firstname, count } }: { other: OtherCoachQueue }) {
  const { t } = useTranslation()
  return (
    <>
      <span className="dim">
        {firstname === null
          ? t('coach.offline.othersUnknown', { count })
          : t('coach.offline.others', { count, name: firstname })}
      </span>
      <Icon icon={Lock} />
    </>
  )
}

/** The author of a closed account cannot log in to send the changes, so administrators decide about them. */
function ClosedAccount({
  queue,
  other: { userUuid, firstname, count },
}: {
  queue: OfflineQueue
  other: OtherCoachQueue
}) {
  const { t } = useTranslation()
  const { api, alerts } = useShell()
  const { online } = useConnection()
  const { club } = useCoach()
  const [busy, setBusy] = useState(false)
  const name = firstname ?? t('coach.offline.somebody')

  async function submit(): Promise<void> {
    setBusy(true)
    const submitted = await queue.submitOrphanedWork({ userUuid, club: club.id }, api.submitWork).catch(() => 0)
    setBusy(false)
    if (submitted === 0) alerts.show(t('coach.offline.notSubmitted'), 'bad')
    else alerts.show(t('coach.offline.submitted', { count: submitted }), 'done')
  }
  return (
    <>
      <span>{t('coach.offline.closed', { count, name })}</span>
      <Button size="small" disabled={busy || !online} onClick={() => void submit()}>
        {t('coach.offline.submit')}
      </Button>
    </>
  )
}
