import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Page } from '#web/shell/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { PageTitle } from './page-title.tsx'

/** A group that is not on this device: still loading, ended, or somebody else's. */
export function MissingGroup({ ready }: { ready: boolean }) {
  const { t } = useTranslation()
  return (
    <Page title={t('coach.group.missing')}>
      <PageTitle title={ready ? t('coach.group.missing') : t('coach.loading')} sub="" />
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
