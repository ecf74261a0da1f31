import { HandHelping } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Group } from '#contract/scheduling/groups.ts'
import { startTimeOn } from '#domain/scheduling/sessions.ts'
import { plainDay } from '#web/shell/i18n/dates.ts'
import { useWordLanguage } from '#web/shell/start/shell-context.ts'
import { Card } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { upcomingCovers } from './day-sessions.ts'

/** Lists the sessions that the coach will cover after today, so that they can prepare; nothing when there are none. */
export function UpcomingCovers({ groups, today }: { groups: readonly Group[]; today: string }) {
  const { t } = useTranslation()
  const language = useWordLanguage()
  const sessions = upcomingCovers(groups, today)
  if (sessions.length === 0) return null
  return (
    <Card className="in">
      <h2 className="h3">
        <Icon icon={HandHelping} /> {t('coach.session.ahead')}
      </h2>
      <ul>
        {sessions.map(({ group, date }) => (
          <li key={group.id + date}>
            <Link className="mid far" to={`/member-groups/${group.id}`}>
              {group.name}
            </Link>
            , {plainDay(date, language)} {startTimeOn(group, date)}
          </li>
        ))}
      </ul>
    </Card>
  )
}
