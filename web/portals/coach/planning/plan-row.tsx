import { ChevronRight, Clock, Copy, Share2, Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { planMinutes } from '#domain/assessment/lesson-plan.ts'
import type { CoachPlan } from '#web/offline/coach-store.ts'
import { Chip } from '#web/ui/chip.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { listed } from '#web/shell/i18n/isolated.ts'
import { fullName } from '../full-name.ts'

/** One plan in the list. `groupNames` are the names of the groups that it is on. */
export function PlanRow({
  plan,
  isOwner,
  groupNames,
}: {
  plan: CoachPlan
  isOwner: boolean
  groupNames: readonly string[]
}) {
  const { t } = useTranslation()
  const minutes = planMinutes(plan.content.sections)
  return (
    <li>
      <span>
        <Link className="whole name" to={`/planning/${plan.content.schemeSlug}/${plan.uuid}`}>
          {plan.content.title}
        </Link>
        <span className="flow">
          {plan.copyOf === null ? null : (
            <Chip kind="begun" icon={Copy}>
              {t('coach.plan.copyChip')}
            </Chip>
          )}
          {isOwner && plan.shared.length === 0 ? null : (
            <Chip kind="note" icon={Share2}>
              {isOwner
                ? t('coach.plan.sharedCount', { count: plan.shared.length })
                : t('coach.plan.by', { name: fullName(plan.owner) })}
            </Chip>
          )}
          {groupNames.length === 0 ? null : (
            <Chip kind="line" icon={Users}>
              {listed(groupNames)}
            </Chip>
          )}
          {minutes === 0 ? null : (
            <Chip kind="line" icon={Clock}>
              {t('coach.plan.minutes', { minutes })}
            </Chip>
          )}
        </span>
      </span>
      <Icon icon={ChevronRight} />
    </li>
  )
}
