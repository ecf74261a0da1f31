import { useTranslation } from 'react-i18next'
import type { Group } from '#contract/scheduling/groups.ts'
import { PageTitle } from '#web/portals/coach/page-title.tsx'
import { Page } from '#web/shell/frame/page.tsx'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'

interface NothingToAssessProps {
  group: Group
  /** The name of the page, below that of the group. */
  sub: string
  query: string
}

/** Shown in place of a page that marks skills, for a group that has no scheme or no levels. */
export function NothingToAssess({ group, sub, query }: NothingToAssessProps) {
  const { t } = useTranslation()
  return (
    <Page title={group.name}>
      <PageTitle title={group.name} sub={sub} back={{ to: `/member-groups/${group.id}${query}`, title: group.name }} />
      <Card>
        <Empty title={t('coach.nothingToAssess')}>{t('coach.noLevels')}</Empty>
      </Card>
    </Page>
  )
}
