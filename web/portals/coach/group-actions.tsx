import { Grid3x3, ListChecks, SquareCheckBig, User } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Icon } from '#web/ui/icon.tsx'

/** The ways to mark a group; the grid wants a wide screen. */
export function GroupActions({ groupId, query = '' }: { groupId: string; query?: string }) {
  const { t } = useTranslation()
  return (
    <div className="group-acts">
      <Link className="btn" to={`/member-groups/${groupId}/register${query}`}>
        <Icon of={ListChecks} />
        {t('coach.register.short')}
      </Link>
      <Link className="btn main" to={`/member-groups/${groupId}/member${query}`}>
        <Icon of={User} />
        {t('coach.group.byMember')}
      </Link>
      <Link className="btn" to={`/member-groups/${groupId}/skill${query}`}>
        <Icon of={SquareCheckBig} />
        {t('coach.group.bySkill')}
      </Link>
      <Link className="btn wide-only" to={`/member-groups/${groupId}/grid${query}`}>
        <Icon of={Grid3x3} />
        {t('coach.grid.short')}
      </Link>
    </div>
  )
}
