import { useTranslation } from 'react-i18next'
import { Page } from '#web/shell/frame/page.tsx'
import { useConnection, useMe } from '#web/shell/start/shell-context.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ConflictList } from './conflict-list.tsx'
import { DeadLetters } from './dead-letters.tsx'
import { DataLossAlert } from './data-loss-alert.tsx'
import { QueueSummary } from './queue-summary.tsx'
import { PageTitle } from '#web/portals/coach/page-title.tsx'
import { ReadinessCard } from '#web/portals/coach/groups/readiness-card.tsx'
import { SavedFilesCard } from './saved/saved-files-card.tsx'
import { useSavedFiles } from './saved/use-saved-files.ts'
import { useCoach } from '#web/portals/coach/use-coach.ts'
import { useOfflineQueue } from './use-offline-queue.ts'
import { useReadiness } from '#web/portals/coach/groups/use-readiness.ts'
import { WaitingList } from './waiting-list.tsx'
import './offline.css'

/** The offline page: waiting and refused changes, conflicts, and whether the tablet can leave the network [2.18]. */
export function OfflinePage() {
  const { t } = useTranslation()
  const { club } = useCoach()
  const { online } = useConnection()
  const me = useMe()
  const { queue, view } = useOfflineQueue(me?.uuid)
  const title = t('coach.offline.title')
  return (
    <Page title={title} className="off">
      <PageTitle
        title={title}
        sub={t('coach.offline.sub', { club: club.name })}
        back={{ to: '/member-groups', title: t('coach.groups.title') }}
      />
      {queue && view ? (
        <>
          <QueueSummary
            waiting={view.waiting.length}
            dead={view.dead.length}
            others={view.others.length > 0}
            online={online}
          />
          <DataLossAlert />
          <ConflictList />
          <DeadLetters queue={queue} dead={view.dead} />
          <WaitingList queue={queue} view={view} />
          <DeviceCards />
        </>
      ) : (
        <>
          <output className="sr">{t('coach.offline.loading')}</output>
          <Skeleton height="9rem" />
          <Skeleton height="14rem" />
        </>
      )}
    </Page>
  )
}

/** The two cards about what is saved on the tablet; one measurement serves both. */
function DeviceCards() {
  const files = useSavedFiles()
  const device = useReadiness(files?.saved ?? null)
  return (
    <>
      <SavedFilesCard files={files} space={device?.space ?? null} />
      <ReadinessCard device={device} saved={files?.saved ?? null} />
    </>
  )
}
