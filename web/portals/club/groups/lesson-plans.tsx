import { useTranslation } from 'react-i18next'
import type { GroupLessonPlan } from '#contract/assessment/lesson-plans.ts'
import { planMinutes, type PlanBlock } from '#domain/assessment/lesson-plan.ts'
import type { ReadyScheme } from '#web/features/progress-view/member-progress.ts'
import { useClubDay } from '../club-day.ts'
import { useGroupPlans } from './group-data.ts'

interface LessonPlansProps {
  groupId: string
  schemes: ReadonlyMap<string, ReadyScheme>
}

/** The lesson plans that coaches put on a group, to read; nothing where there are none. */
export function LessonPlans({ groupId, schemes }: LessonPlansProps) {
  const { t } = useTranslation()
  const plans = useGroupPlans(groupId)
  if (plans.length === 0) return null
  return (
    <section>
      <h3>{t('club.group.plans')}</h3>
      <div className="stack">
        {plans.map((plan) => (
          <Plan key={plan.uuid} plan={plan} scheme={schemes.get(plan.content.schemeSlug)} />
        ))}
      </div>
    </section>
  )
}

function Plan({ plan, scheme }: { plan: GroupLessonPlan; scheme: ReadyScheme | undefined }) {
  const { t } = useTranslation()
  const day = useClubDay()
  const { title, sections, reminder } = plan.content
  const minutes = planMinutes(sections)
  return (
    <details className="plan">
      <summary>
        <span className="mid">{title}</span>
        <br />
        <span className="small dim">
          {[
            `${plan.owner.firstname} ${plan.owner.lastname}`,
            day(plan.ts),
            ...(minutes > 0 ? [t('club.group.planMinutes', { minutes })] : []),
          ].join(' · ')}
        </span>
      </summary>
      <div className="stack">
        {reminder === '' ? null : <p>{reminder}</p>}
        {sections.map((section) => (
          <div key={section.id}>
            {section.title === '' ? null : <h4 className="mid">{section.title}</h4>}
            <ul>
              {section.blocks.flatMap((block) => linesOf(block).map(({ key, text }) => <li key={key}>{text}</li>))}
            </ul>
          </div>
        ))}
      </div>
    </details>
  )

  function linesOf(block: PlanBlock): { key: string; text: string }[] {
    if (block.type === 'skills')
      return block.nodes.map((id) => ({ key: block.id + id, text: scheme?.nodes.get(id)?.title ?? id }))
    const duration = block.minutes === null ? '' : ` (${t('club.group.planMinutes', { minutes: block.minutes })})`
    return [{ key: block.id, text: block.text + duration }]
  }
}
