import { ClipboardList } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { assessmentPolicy } from '#domain/assessment/policy.ts'
import { useMay } from '#web/shell/session/use-may.ts'
import { MenuLink } from '../group-menu/menu-link.tsx'
import { useSnapshot } from '../use-coach.ts'
import { plansOfGroup } from './plans-of-group.ts'

/** A link from a group to its session plan; nothing where the client does not use session planning. */
export function SessionPlanLink({ groupId, query }: { groupId: string; query: string }) {
  const { t } = useTranslation()
  const [plan] = plansOfGroup(useSnapshot(), groupId)
  if (!useMay(assessmentPolicy['lesson-plans.write'])) return null
  return (
    <MenuLink
      to={`/member-groups/${groupId}/session-plan${query}`}
      icon={ClipboardList}
      title={t('coach.plan.session')}
      hint={plan?.content.title ?? t('coach.plan.noneOn')}
    />
  )
}
