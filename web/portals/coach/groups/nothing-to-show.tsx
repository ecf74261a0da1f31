import { useTranslation } from 'react-i18next'
import type { Group } from '#contract/scheduling/groups.ts'
import { PageTitle } from '#web/portals/coach/page-title.tsx'
import { Page } from '#web/shell/frame/page.tsx'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'

interface NothingToShowProps {
  group: Group
  /** The name of the page, below that of the group. */
  sub: string
  query: string
}

/** Shown in place of a page that marks skills, for a group that has no scheme or no levels. */
export function NothingToAssess(props: NothingToShowProps) {
  const { t } = useTranslation()
  return <NothingToShow {...props} title={t('coach.nothingToAssess')} text={t('coach.noLevels')} />
}

/** Shown in place of a child's page when the child is not in the group, as when it was moved while the page was open. */
export function MissingMember(props: NothingToShowProps) {
  const { t } = useTranslation()
  return <NothingToShow {...props} title={t('coach.missingMember.title')} text={t('coach.missingMember.how')} />
}

function NothingToShow({ group, sub, query, title, text }: NothingToShowProps & { title: string; text: string }) {
  return (
    <Page title={group.name}>
      <PageTitle title={group.name} sub={sub} back={{ to: `/member-groups/${group.id}${query}`, title: group.name }} />
      <Card>
        <Empty title={title}>{text}</Empty>
      </Card>
    </Page>
  )
}
