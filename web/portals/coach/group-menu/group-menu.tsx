import { Award, BellRing, HandHelping, Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { GroupActions } from '../group-actions.tsx'
import { SessionPlanLink } from '../planning/session-plan-link.tsx'
import { badgesOf } from './badges.ts'
import { MenuLink } from './menu-link.tsx'
import { useGroupAlerts } from './use-group-alerts.ts'
import './group-menu.css'

/** Everything that can be done with a group, in one place [2.18]. */
export function GroupMenu({ groupId, query }: { groupId: string; query: string }) {
  const { t } = useTranslation()
  const { alerts, course, snapshot, members } = useGroupAlerts(groupId)
  const count = alerts.reduce((sum, one) => sum + one.alerts.length, 0)
  const badges = course ? badgesOf(snapshot, course, members).filter(({ given }) => given === null) : []
  const at = `/member-groups/${groupId}`
  return (
    <nav className="group-menu" aria-label={t('coach.group.menu')}>
      <GroupActions groupId={groupId} query={query} />
      <div className="menu-links">
        <MenuLink
          to={`${at}/alerts`}
          icon={BellRing}
          title={t('coach.alerts.title')}
          hint={t('coach.alerts.total', { count })}
        />
        <MenuLink
          to={`${at}/badges`}
          icon={Award}
          title={t('coach.badges.title')}
          hint={t('coach.badges.toHand', { count: badges.length })}
        />
        <SessionPlanLink groupId={groupId} />
        <MenuLink
          to={`${at}/members`}
          icon={Users}
          title={t('coach.all.title')}
          hint={t('coach.members', { count: members.length })}
        />
        <MenuLink
          to={`${at}/handover`}
          icon={HandHelping}
          title={t('coach.handover.title')}
          hint={t('coach.handover.hint')}
        />
      </div>
    </nav>
  )
}
