import { Award, BellRing, HandHelping, Printer, Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Group } from '#contract/scheduling/groups.ts'
import { GroupActions } from '#web/portals/coach/groups/group-actions.tsx'
import { SessionPlanLink } from '../planning/session-plan-link.tsx'
import { badgesOf } from './badges.ts'
import { MenuLink } from './menu-link.tsx'
import type { SessionDay } from '#web/portals/coach/sessions/use-session-day.ts'
import { useGroupAlerts } from './use-group-alerts.ts'
import './group-menu.css'

/** Everything that can be done with a group, in one place [2.18]; on a coming day only what is read or planned. */
export function GroupMenu({ group, day: { date, coming, query } }: { group: Group; day: SessionDay }) {
  const { t } = useTranslation()
  const { alerts, compiled, snapshot, members } = useGroupAlerts(group.id, date)
  const count = alerts.reduce((sum, memberAlerts) => sum + memberAlerts.alerts.length, 0)
  const badgesToHandOver = compiled
    ? badgesOf(snapshot, compiled, members).filter(({ handover }) => handover === null)
    : []
  const base = `/member-groups/${group.id}`
  return (
    <nav className="group-menu" aria-label={t('coach.group.menu')}>
      {coming ? null : <GroupActions groupId={group.id} query={query} />}
      <div className="menu-links">
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
        <MenuLink
          to={`${base}/sheet${query}`}
          icon={Printer}
          title={t('coach.sheet.title')}
          hint={t('coach.sheet.hint')}
        />
        <MenuLink
          to={`${base}/handover${query}`}
          icon={HandHelping}
          title={t('coach.handover.title')}
          hint={t('coach.handover.hint')}
        />
      </div>
    </nav>
  )
}
