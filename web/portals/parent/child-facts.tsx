import { CalendarDays } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Member } from '#contract/members.ts'
import { levelMark } from '#web/features/progress-view/level-mark.ts'
import { deviceDate, displayDate, shortDay } from '#web/shell/dates.ts'
import { useWordLanguage } from '#web/shell/shell-context.ts'
import { useNow } from '#web/shell/use-now.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Seal } from '#web/ui/seal.tsx'
import { awardsOf } from './awards.ts'
import { nextSession } from './next-session.ts'

/** The next session and the latest award. */
export function ChildFacts({ member }: { member: Member }) {
  const { t } = useTranslation()
  const language = useWordLanguage()
  const now = useNow()
  const today = deviceDate(now)
  const next = nextSession(member.groups ?? [], now)
  const [latest] = awardsOf([member])
  if (!next && !latest) return null
  const day = next ? shortDay(next.date, today, language) : ''
  return (
    <ul className="facts">
      {next ? (
        <li>
          <Icon of={CalendarDays} />
          <span>
            <span className="mid">
              {next.start === null
                ? day
                : t(next.allDay ? 'parent.next.allDay' : next.now ? 'parent.next.now' : 'parent.next.at', {
                    day,
                    time: next.start,
                  })}
            </span>
            <br />
            <span className="small dim">
              {[
                next.group.name,
                next.group.place,
                ...next.group.coaches.map((coach) => `${coach.firstname} ${coach.lastname}`),
              ]
                .filter((part) => part !== null && part !== '')
                .join(' · ')}
            </span>
          </span>
        </li>
      ) : null}
      {latest ? (
        <li>
          <Seal size="2.5rem">{levelMark(latest.title).middle}</Seal>
          <span>
            <span className="mid">{t('parent.award.done', { level: latest.title })}</span>
            <br />
            <span className="small dim">{displayDate(deviceDate(latest.completedTs * 1000), today, language)}</span>
          </span>
        </li>
      ) : null}
    </ul>
  )
}
