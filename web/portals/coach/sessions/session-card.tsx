import { IdCard } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { timeOf } from '#domain/platform/club-time.ts'
import { Card } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { GroupActions } from '../groups/group-actions.tsx'
import { GroupHighlights } from '../groups/group-highlights.tsx'
import { levelNames } from '#web/portals/coach/assess/level/level-names.ts'
import { RegisterChip } from '#web/portals/coach/register/register-chip.tsx'
import { SessionExceptionChip } from './session-exception.tsx'
import { useToday } from './use-club-time.ts'
import { isAllDay, canOpenGroup, type DaySession } from './day-sessions.ts'
import { useCompiledCurriculum } from '#web/portals/coach/assess/use-curriculum.ts'

/** When a session begins later than this, its end is shown instead of the minutes until it begins. */
const MAX_WAIT_MINUTES = 90

/** A session that runs now, with links to mark it, or the next session. */
export function SessionCard({ session, minute }: { session: DaySession; minute: number }) {
  const { t } = useTranslation()
  const today = useToday()
  const { group, startMinute, endMinute, exception } = session
  const compiled = useCompiledCurriculum(group.scheme_slug)
  const minutesToStart = (startMinute ?? 0) - minute
  const hasBegun = minutesToStart <= 0
  const canOpen = canOpenGroup(group)
  const facts = [
    levelNames(compiled, group.levels),
    // non-breaking spaces keep a number and its unit on one line
    t('coach.members', { count: group.total_members }).replaceAll(' ', '\u00a0'),
    hasBegun ? group.place : null,
  ]
  return (
    <Card
      className={hasBegun ? 'now' : 'now later-on'}
      aria-label={t(hasBegun ? 'coach.groups.nowGroup' : 'coach.groups.nextGroup', { name: group.name })}
    >
      <header>
        <div className={hasBegun ? 'time' : 'time next'}>
          <small>{t(hasBegun ? 'coach.groups.now' : 'coach.groups.next')}</small>
          {isAllDay(session) ? (
            <b className="words">{t('coach.groups.allDay')}</b>
          ) : (
            <>
              <b>{timeOf(startMinute ?? 0)}</b>
              <small>
                {hasBegun || minutesToStart > MAX_WAIT_MINUTES
                  ? t('coach.groups.to', { time: timeOf(endMinute ?? 0) })
                  : t('coach.groups.in', { count: minutesToStart })}
              </small>
            </>
          )}
        </div>
        <div>
          <h2>{canOpen ? <Link to={`/member-groups/${group.id}`}>{group.name}</Link> : group.name}</h2>
          {/* the non-breaking space keeps a line from beginning with the dot */}
          <p className="dim">{facts.filter(Boolean).join('\u00a0· ')}</p>
          <span className="flow">
            <RegisterChip session={session} date={today} />
            <SessionExceptionChip exception={exception} />
          </span>
        </div>
        {!hasBegun && canOpen ? (
          <Link className="btn" to={`/member-groups/${group.id}/handover`}>
            <Icon icon={IdCard} />
            {t('coach.handoverCard')}
          </Link>
        ) : null}
      </header>
      {hasBegun ? <GroupHighlights group={group} /> : null}
      {hasBegun && canOpen ? <GroupActions groupId={group.id} /> : null}
    </Card>
  )
}
