import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Page } from '#web/shell/frame/page.tsx'
import { useConnection } from '#web/shell/start/shell-context.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { PageTitle } from '#web/portals/coach/page-title.tsx'
import { useStatus } from '#web/portals/coach/use-coach.ts'

/**
 * Shown in place of a group's page when the device does not hold the group or its curriculum. `ready` says that loading
 * is over: then the group has ended, or it is not one of this coach's.
 */
export function MissingGroup({ ready }: { ready: boolean }) {
  const { t } = useTranslation()
  const { online } = useConnection()
  const { state, full } = useStatus()
  const loading = online && state !== 'offline'
  const notReadyTitle = loading ? 'coach.loading' : 'coach.groups.title'
  const title = t(ready ? 'coach.group.missing' : notReadyTitle)
  return (
    <Page title={title}>
      <PageTitle title={title} sub="" back={{ to: '/member-groups', title: t('coach.groups.title') }} />
      {ready ? (
        <div className="in stack">
          <p>{t('coach.group.missingHow')}</p>
          <p>
            <Link className="btn" to="/member-groups">
              {t('coach.groups.title')}
            </Link>
          </p>
        </div>
      ) : loading ? (
        <Skeleton height="20rem" />
      ) : (
        <Alert kind="begun">
          <p>{t(full ? 'coach.noRoom' : 'coach.firstLoad')}</p>
        </Alert>
      )}
    </Page>
  )
}
