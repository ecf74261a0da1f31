import { CalendarClock, CalendarDays, CalendarX2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { levelRingText } from '#domain/assessment/level-ring-text.ts'
import { deviceDate, displayDate, shortDay } from '#web/shell/i18n/dates.ts'
import { useWordLanguage } from '#web/shell/start/shell-context.ts'
import { useNow } from '#web/shell/frame/use-now.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Seal } from '#web/ui/rungs/seal.tsx'
import { awardsOf } from '../awards/awards.ts'
import { CertificateButton } from '../awards/certificate-button.tsx'
import type { Child } from './coming-groups.ts'
import { groupTitle, joinWithDots } from './group-title.ts'
import { comingSessions } from './next-session.ts'

/** How many cancelled and moved sessions are shown; more would push the next session out of view. */
const MAX_CANCELLED = 2

/** The translation key for the time of a session, below `parent.next`. */
function timeKey(allDay: boolean, isRunning: boolean): 'allDay' | 'now' | 'at' {
  if (allDay) return 'allDay'
  return isRunning ? 'now' : 'at'
}

/** The next session of each group, the cancelled and moved sessions before it, and the child's latest award. */
export function ChildFacts({ member }: { member: Child }) {
  const { t } = useTranslation()
  const language = useWordLanguage()
  const now = useNow()
  const today = deviceDate(now)
  const { next, cancelled } = comingSessions([...(member.groups ?? []), ...member.comingGroups], now)
  const [latestAward] = awardsOf([member])
  if (next.length === 0 && !latestAward && cancelled.length === 0) return null
  const dayText = (date: string) => shortDay(date, today, language)
  return (
    <ul className="facts">
      {cancelled.slice(0, MAX_CANCELLED).map(({ group, exception: { date, reason, moved_to: movedTo } }) => (
        <li key={group.id + date}>
          <Icon icon={movedTo ? CalendarClock : CalendarX2} />
          <span>
            <span className="mid">
              {movedTo
                ? t('parent.next.moved', { day: dayText(date), to: dayText(movedTo) })
                : t('parent.next.cancelled', { day: dayText(date) })}
            </span>
            <br />
            <span className="small dim">{joinWithDots([groupTitle(member, group), reason])}</span>
          </span>
        </li>
      ))}
      {next.map(({ group, date, start, allDay, isRunning, coaches }) => (
        <li key={group.id}>
          <Icon icon={CalendarDays} />
          <span>
            <span className="mid">
              {start === null
                ? dayText(date)
                : t(`parent.next.${timeKey(allDay, isRunning)}`, {
                    day: dayText(date),
                    time: start,
                  })}
            </span>
            <br />
            <span className="small dim">
              {joinWithDots([
                groupTitle(member, group),
                group.place,
                ...coaches.map((coach) => `${coach.firstname} ${coach.lastname}`),
              ])}
            </span>
          </span>
        </li>
      ))}
      {latestAward ? (
        <li>
          <Seal size="2.5rem">{levelRingText(latestAward.title).middle}</Seal>
          <span>
            <span className="mid">{t('parent.award.done', { level: latestAward.title })}</span>
            <br />
            <span className="small dim">
              {displayDate(deviceDate(latestAward.completedTs * 1000), today, language)}
            </span>
          </span>
          <CertificateButton award={latestAward} />
        </li>
      ) : null}
    </ul>
  )
}
