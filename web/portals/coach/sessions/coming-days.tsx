import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Group } from '#contract/scheduling/groups.ts'
import { comingDays } from '#domain/scheduling/session-day.ts'
import { plainDay } from '#web/shell/i18n/dates.ts'
import { useWordLanguage } from '#web/shell/start/shell-context.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Card } from '#web/ui/card.tsx'
import { sessionsOn } from './day-sessions.ts'
import type { SessionDay } from './use-session-day.ts'
import './coming-days.css'

/** Links to the days of the coming week on which groups meet. They also work without network. */
export function ComingDays({ groups, day }: { groups: readonly Group[]; day: SessionDay }) {
  const { t } = useTranslation()
  const language = useWordLanguage()
  const days = useMemo(
    () =>
      comingDays(day.today)
        .map((date) => ({ date, count: sessionsOn(groups, date).length }))
        .filter(({ count }) => count > 0),
    [groups, day.today],
  )
  if (days.length === 0) return null
  return (
    <Card className="in stack">
      <h2 className="h3" id="coming-days">
        {t('coach.coming.title')}
      </h2>
      <nav aria-labelledby="coming-days">
        <ul className="coming-days">
          {days.map(({ date, count }) => (
            <li key={date}>
              <Link
                className={classNames('btn', date === day.date && 'main')}
                aria-current={date === day.date ? 'page' : undefined}
                to={`/member-groups?date=${date}`}
                // the chosen day is shown at the top, which may be out of view on a phone
                onClick={() => window.scrollTo(0, 0)}
              >
                {plainDay(date, language)}
                <small>{t('coach.groups.total', { count })}</small>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </Card>
  )
}
