import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'

/** Links between the three ways to mark a group: by member, by skill and in the grid. */
export function ModeSwitch({ groupId, query }: { groupId: string; query: string }) {
  const { t } = useTranslation()
  return (
    <nav className="seg modes" aria-label={t('coach.grid.mode')}>
      <NavLink to={`/member-groups/${groupId}/member${query}`}>{t('coach.group.byMember')}</NavLink>
      <NavLink to={`/member-groups/${groupId}/skill${query}`}>{t('coach.group.bySkill')}</NavLink>
      <NavLink to={`/member-groups/${groupId}/grid${query}`}>{t('coach.grid.short')}</NavLink>
    </nav>
  )
}
