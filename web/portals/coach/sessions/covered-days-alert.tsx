import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Group } from '#contract/scheduling/groups.ts'
import { plainDay } from '#web/shell/i18n/dates.ts'
import { useWordLanguage } from '#web/shell/start/shell-context.ts'
import { Alert } from '#web/ui/alert.tsx'
import { assessmentPolicy } from '#domain/assessment/policy.ts'
import { useMay } from '#web/shell/session/use-may.ts'
import { coachNames } from './day-sessions.ts'

/** Shown on the page of a group that the coach covers on other days: these days, and links to prepare for them. */
export function CoveredDaysAlert({
  group,
  covering,
  today,
}: {
  group: Group
  /** The covered days, in their order. */
  covering: readonly string[]
  today: string
}) {
  const { t } = useTranslation()
  const language = useWordLanguage()
  const mayPlan = useMay(assessmentPolicy['lesson-plans.write'])
  // those who are in the group today need not be those who come on that day
  const nextDay = covering.find((date) => date >= today)
  const query = nextDay === undefined ? '' : `?date=${nextDay}`
  const days = covering.map((date) => plainDay(date, language)).join(', ')
  return (
    <Alert>
      <p>{t('coach.session.covering', { days, names: coachNames(group) })}</p>
      <p>
        <Link className="far" to={`/member-groups/${group.id}/handover${query}`}>
          {t('coach.handover.title')}
        </Link>
        {mayPlan ? (
          <>
            {' · '}
            <Link className="far" to={`/member-groups/${group.id}/session-plan${query}`}>
              {t('coach.plan.session')}
            </Link>
          </>
        ) : null}
      </p>
    </Alert>
  )
}
