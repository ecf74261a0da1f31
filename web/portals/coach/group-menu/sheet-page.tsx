import './group-menu.css'
import { Printer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Group } from '#contract/scheduling/groups.ts'
import { Page } from '#web/shell/frame/page.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { MissingGroup } from '#web/portals/coach/groups/missing-group.tsx'
import { NothingToAssess } from '#web/portals/coach/groups/nothing-to-show.tsx'
import { NoMembers } from '#web/portals/coach/groups/no-members.tsx'
import { useGroup } from '#web/portals/coach/groups/use-group.ts'
import { PaperSheet } from '#web/portals/coach/grid/paper-sheet.tsx'
import { useSessionDay } from '#web/portals/coach/sessions/use-session-day.ts'
import { PageTitle } from '../page-title.tsx'
import { OwnGroupOnly } from './own-group-only.tsx'
import { sheetParts } from './sheet-parts.ts'

/** A blank sheet to print, for coaches who mark by pen during the lesson: names, skills and empty boxes. */
export function SheetPage() {
  return <OwnGroupOnly allowOtherDays>{(group) => <Sheet group={group} />}</OwnGroupOnly>
}

function Sheet({ group }: { group: Group }) {
  const { t } = useTranslation()
  const { date, query } = useSessionDay()
  const { snapshot, compiled, members } = useGroup(group.id, date)
  if (group.scheme_slug === null) return <NothingToAssess group={group} sub={t('coach.sheet.title')} query={query} />
  // the curriculum is still being loaded
  if (!compiled) return <MissingGroup ready={false} />
  return (
    <Page title={`${group.name}: ${t('coach.sheet.title')}`} className="group-list">
      <PageTitle
        title={group.name}
        sub={t('coach.sheet.title')}
        back={{ to: `/member-groups/${group.id}${query}`, title: group.name }}
      />
      {members.length === 0 ? (
        <NoMembers />
      ) : (
        <Card className="in stack sheets">
          <div className="split tools">
            <p className="dim">{t('coach.sheet.how')}</p>
            <Button kind="main" onClick={() => window.print()}>
              <Icon icon={Printer} />
              {t('coach.sheet.print')}
            </Button>
          </div>
          {sheetParts(snapshot, compiled, group, members).map((part) => (
            <PaperSheet
              key={part.level?.id ?? ''}
              group={group}
              level={part.level?.title ?? null}
              date={date}
              members={part.members}
              columns={[
                { key: 'here', title: t('coach.register.here') },
                ...part.skills.map(({ id, title }) => ({ key: id, title })),
              ]}
            />
          ))}
        </Card>
      )}
    </Page>
  )
}
