import { Award, BellRing, HandHelping, Printer, Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Group } from '#contract/scheduling/groups.ts'
import { GroupActions } from '#web/portals/coach/groups/group-actions.tsx'
import { useGroup } from '#web/portals/coach/groups/use-group.ts'
import { SessionPlanLink } from '../planning/session-plan-link.tsx'
import { badgesOf } from './badges.ts'
import { MenuLink } from './menu-link.tsx'
import type { SessionDay } from '#web/portals/coach/sessions/use-session-day.ts'
import { useGroupAlerts } from './use-group-alerts.ts'
import './group-menu.css'

/**
 * Everything that can be done with a group, in one place [2.18]: on a coming day only what is read or planned, and
 * without members only the register, to which a guest can be added, and the plan.
 */
export function GroupMenu({ group, day }: { group: Group; day: SessionDay }) {
  const { t } = useTranslation()
  const { members } = useGroup(group.id, day.date)
  return (
    <nav className="group-menu" aria-label={t('coach.group.menu')}>
      {day.coming ? null : <GroupActions groupId={group.id} query={day.query} />}
      <div className="menu-links">
        {members.length === 0 ? (
          <SessionPlanLink groupId={group.id} query={day.query} />
        ) : (
          <MenuLinks group={group} day={day} />
        )}
      </div>
    </nav>
  )
}

function MenuLinks({ group, day: { date, coming, query } }: { group: Group; day: SessionDay }) {
  const { t } = useTranslation()
  const { alerts, compiled, snapshot, members } = useGroupAlerts(group.id, date)
  const count = alerts.reduce((sum, memberAlerts) => sum + memberAlerts.alerts.length, 0)
  const badgesToHandOver = compiled
    ? badgesOf(snapshot, compiled, members).filter(({ handover }) => handover === null)
    : []
  const base = `/member-groups/${group.id}`
  return (
    <>
      <MenuLink
        to={`${base}/alerts${query}`}
        icon={BellRing}
        title={t('coach.alerts.title')}
        hint={t('coach.alerts.total', { count })}
      />
      {coming ? null : (
        <MenuLink
          to={`${base}/badges`}
          icon={Award}
          title={t('coach.badges.title')}
          hint={t('coach.badges.toHand', { count: badgesToHandOver.length })}
        />
      )}
      <SessionPlanLink groupId={group.id} query={query} />
      {/* in a group that the coach only covers, this page can be opened on the covered day alone */}
      {coming && group.covering !== undefined ? null : (
        <MenuLink
          to={`${base}/members${query}`}
          icon={Users}
          title={t('coach.all.title')}
          hint={t('coach.members', { count: members.length })}
        />
      )}
      {group.scheme_slug === null ? null : (
        <MenuLink
          to={`${base}/sheet${query}`}
          icon={Printer}
          title={t('coach.sheet.title')}
          hint={t('coach.sheet.hint')}
        />
      )}
      <MenuLink
        to={`${base}/handover${query}`}
        icon={HandHelping}
        title={t('coach.handover.title')}
        hint={t('coach.handover.hint')}
      />
    </>
  )
}
