import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Page } from '#web/shell/frame/page.tsx'
import { useConnection } from '#web/shell/start/shell-context.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { PageTitle } from '#web/portals/coach/page-title.tsx'
import { useSnapshot } from '#web/portals/coach/use-coach.ts'

/** A group, or what belongs to it, that is not on this device: still loading, ended, or somebody else's. */
export function MissingGroup({ ready }: { ready: boolean }) {
  const { t } = useTranslation()
  const { online } = useConnection()
  const { state } = useSnapshot().status
  const comes = online && state !== 'offline'
  const title = t(ready ? 'coach.group.missing' : comes ? 'coach.loading' : 'coach.groups.title')
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
      ) : comes ? (
        <Skeleton height="20rem" />
      ) : (
        <Alert kind="begun">
          <p>{t('coach.firstLoad')}</p>
        </Alert>
      )}
    </Page>
  )
}
