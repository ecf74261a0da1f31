import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Page } from '#web/shell/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { PageTitle } from './page-title.tsx'

/** A group, or what belongs to it, that is not on this device: still loading, ended, or somebody else's. */
export function MissingGroup({ ready }: { ready: boolean }) {
  const { t } = useTranslation()
  const title = t(ready ? 'coach.group.missing' : 'coach.loading')
  return (
    <Page title={title}>
      <PageTitle title={title} sub="" back={{ to: '/member-groups', title: t('coach.groups.title') }} />
      {ready ? (
        <p>
          {t('coach.group.missingHow')} <Link to="/member-groups">{t('coach.groups.title')}</Link>
        </p>
      ) : (
        <Skeleton height="20rem" />
      )}
    </Page>
  )
}
