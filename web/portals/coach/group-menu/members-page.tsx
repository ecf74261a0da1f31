import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Group } from '#contract/scheduling/groups.ts'
import type { Move } from '#domain/assessment/commands/move.ts'
import { Page } from '#web/shell/frame/page.tsx'
import { Card } from '#web/ui/card.tsx'
import { resultsOf } from '#web/portals/coach/groups/group-data.ts'
import { RegisterDock } from '#web/portals/coach/assess/saving/register-dock.tsx'
import { PageTitle } from '../page-title.tsx'
import { attendanceByDay, attendanceHistory } from '#web/portals/coach/register/register-data.ts'
import { useGroup } from '#web/portals/coach/groups/use-group.ts'
import { useRegisterEdits } from '#web/portals/coach/assess/saving/use-register-edits.ts'
import { moveOf } from './alert-facts.ts'
import { MemberDetail } from './member-detail.tsx'
import { markQuery, useSessionDay } from '#web/portals/coach/sessions/use-session-day.ts'
import { OwnGroupOnly } from './own-group-only.tsx'
import { NoMembers } from '#web/portals/coach/groups/no-members.tsx'
import './group-menu.css'

const NO_RESULTS = new Map()

/** All members of a group with everything that coaches note about them, and who moves on [2.18], [4.30]. */
export function MembersPage() {
  return <OwnGroupOnly>{(group) => <Members group={group} />}</OwnGroupOnly>
}

function Members({ group }: { group: Group }) {
  const { t } = useTranslation()
  const day = useSessionDay()
  const { snapshot, compiled, members, today } = useGroup(group.id, day.date)
  const edits = useRegisterEdits()
  const days = useMemo(() => attendanceByDay(snapshot.registers, group.id), [snapshot.registers, group.id])
  const moves = new Map(members.map(({ uuid }) => [uuid, moveOf(snapshot.registers, group.id, uuid)]))
  const countMoves = (move: Move) => [...moves.values()].filter((value) => value === move).length
  const setMove = (memberUuid: string, value: Move | null) => {
    const common = { kind: 'move', groupId: group.id, memberUuid } as const
    void edits.save([{ ...common, value }], [{ ...common, value: moves.get(memberUuid) ?? null }])
  }
  return (
    <Page title={`${group.name}: ${t('coach.all.title')}`} className="group-list docked">
      <PageTitle
        title={group.name}
        sub={t('coach.members', { count: members.length })}
        back={{ to: `/member-groups/${group.id}${day.query}`, title: group.name }}
      />
      {members.length === 0 ? <NoMembers /> : null}
      <div className="member-sheets">
        {members.map((member) => (
          <Card key={member.uuid} className="in member-sheet">
            <MemberDetail
              member={member}
              group={group}
              compiled={compiled}
              results={compiled ? resultsOf(snapshot, compiled, member.uuid) : NO_RESULTS}
              sessions={attendanceHistory(days, member.uuid)}
              move={moves.get(member.uuid) ?? null}
              today={today}
              query={markQuery(day)}
              onMove={setMove}
            />
          </Card>
        ))}
      </div>
      {members.length === 0 ? null : (
        <RegisterDock
          edits={edits}
          totals={<b>{t('coach.all.totals', { move: countMoves('move'), stay: countMoves('stay') })}</b>}
        />
      )}
    </Page>
  )
}
