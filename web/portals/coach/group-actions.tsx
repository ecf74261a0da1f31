import { ListChecks, SquareCheckBig, User } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Icon } from '#web/ui/icon.tsx'

/** The ways to mark a group. */
export function GroupActions({ groupId }: { groupId: string }) {
  const { t } = useTranslation()
  return (
    <div className="acts">
      <Link className="btn" to={`/member-groups/${groupId}/register`}>
        <Icon of={ListChecks} />
        {t('coach.register.short')}
      </Link>
      <Link className="btn main" to={`/member-groups/${groupId}/member`}>
        <Icon of={User} />
        {t('coach.group.byMember')}
      </Link>
      <Link className="btn" to={`/member-groups/${groupId}/skill`}>
        <Icon of={SquareCheckBig} />
        {t('coach.group.bySkill')}
      </Link>
    </div>
  )
}
