import { useTranslation } from 'react-i18next'
import type { Group } from '#contract/scheduling/groups.ts'
import { PageTitle } from '#web/portals/coach/page-title.tsx'
import { Page } from '#web/shell/frame/page.tsx'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'

/** Shown in place of a child's page when the child is not in the group, as when it was moved while the page was open. */
export function MissingMember({ group, query }: { group: Group; query: string }) {
  const { t } = useTranslation()
  const title = t('coach.missingMember.title')
  return (
    <Page title={title}>
      <PageTitle title={group.name} sub="" back={{ to: `/member-groups/${group.id}${query}`, title: group.name }} />
      <Card>
        <Empty title={title}>{t('coach.missingMember.how')}</Empty>
      </Card>
    </Page>
  )
}
