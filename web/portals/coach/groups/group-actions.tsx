import { Grid3x3, ListChecks, SquareCheckBig, User } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import { attendanceOf, totalsOf } from '#web/portals/coach/register/register-data.ts'
import { useGroup } from './use-group.ts'

/**
 * Links to the pages that mark a group. The register is the main one while today's is incomplete, and the only one for a
 * group without members or without a scheme; the grid is shown on wide screens only. `query` is that of another day;
 * empty for today.
 */
export function GroupActions({ groupId, query = '' }: { groupId: string; query?: string }) {
  const { t } = useTranslation()
  const { snapshot, group, members, today } = useGroup(groupId)
  const uuids = members.map(({ uuid }) => uuid)
  const registerOnly = members.length === 0 || group?.scheme_slug === null
  const registerFirst =
    registerOnly || (query === '' && totalsOf(attendanceOf(snapshot.registers, groupId, today, uuids)).unmarked > 0)
  return (
    <div className="group-acts">
      <Link className={classNames('btn', registerFirst && 'main')} to={`/member-groups/${groupId}/register${query}`}>
        <Icon icon={ListChecks} />
        {t('coach.register.short')}
      </Link>
      {registerOnly ? null : (
        <>
          <Link className={classNames('btn', !registerFirst && 'main')} to={`/member-groups/${groupId}/member${query}`}>
            <Icon icon={User} />
            {t('coach.group.byMember')}
          </Link>
          <Link className="btn" to={`/member-groups/${groupId}/skill${query}`}>
            <Icon icon={SquareCheckBig} />
            {t('coach.group.bySkill')}
          </Link>
          <Link className="btn wide-only" to={`/member-groups/${groupId}/grid${query}`}>
            <Icon icon={Grid3x3} />
            {t('coach.grid.short')}
          </Link>
        </>
      )}
    </div>
  )
}
