import {
  CalendarClock,
  CalendarX2,
  Circle,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  HandHelping,
  type LucideIcon,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { CalendarDay, CalendarSession } from '#contract/scheduling/sessions.ts'
import { registerStateOn, type RegisterState } from '#domain/scheduling/register-state.ts'
import { lastsAllDay } from '#domain/scheduling/sessions.ts'
import { plainDay } from '#web/shell/i18n/dates.ts'
import { useWordLanguage } from '#web/shell/start/shell-context.ts'
import { Chip } from '#web/ui/chip.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import { listed } from '#web/shell/i18n/isolated.ts'
import { placesText } from './places-text.ts'
import { useLocalName } from './session-data.ts'

interface DayProps {
  day: CalendarDay
  /** The present moment at the club. */
  now: { date: string; minutes: number }
  /** `group/date` of the session that is open beside the calendar. */
  open: string | null
  linkTo: (change: Readonly<Record<string, string>>) => string
  /** Whether the day is outside the month that is shown. */
  isOutsideMonth: boolean
  /** Whether to show only times and names. */
  brief: boolean
}

/**
 * One day of the calendar with its sessions in order of time. `data-arrow-target` marks the links between which the
 * arrow keys move (`calendarKeys`).
 */
export function CalendarDayCell({ day, now, open, linkTo, isOutsideMonth, brief }: DayProps) {
  const { t } = useTranslation()
  const language = useWordLanguage()
  const nameOf = useLocalName()
  const { date, sessions, total } = day
  const today = now.date
  const hiddenCount = total - sessions.length
  const isEmpty = total === 0 && !day.closed && date !== today
  return (
    <li
      className={classNames(
        'day',
        date === today && 'today',
        isOutsideMonth && 'beside',
        day.closed && 'closed',
        isEmpty && 'idle',
      )}
    >
      <h2 aria-current={date === today ? 'date' : undefined}>
        <Link to={linkTo({ view: 'day', on: date })}>{plainDay(date, language)}</Link>
        {date === today ? <Chip kind="note">{t('club.sessions.today')}</Chip> : null}
      </h2>
      {day.closed ? (
        <p className="small">
          <Chip kind="line" icon={CalendarX2}>
            {day.holiday ? nameOf(day.holiday) : t('club.sessions.noTerm')}
          </Chip>
        </p>
      ) : null}
      <ul>
        {sessions.map((session) => (
          <li key={session.group_id}>
            <Link
              to={linkTo({ session: `${session.group_id}/${date}` })}
              aria-current={open === `${session.group_id}/${date}` ? 'true' : undefined}
              className={session.cancelled ? 'slot off' : 'slot'}
              data-row={`${session.group_id}/${date}`}
              data-arrow-target=""
            >
              <SessionEntry session={session} state={registerStateOn(session, date, now)} brief={brief} />
            </Link>
          </li>
        ))}
      </ul>
      {hiddenCount > 0 ? (
        <Link className="small more" to={linkTo({ view: 'day', on: date })} data-arrow-target="">
          {t('club.sessions.more', { count: hiddenCount })}
        </Link>
      ) : null}
    </li>
  )
}

const REGISTER_ICONS: Record<RegisterState, LucideIcon> = {
  done: CircleCheck,
  begun: CircleDashed,
  open: Circle,
  missing: CircleAlert,
}

interface SessionEntryProps {
  session: CalendarSession
  state: RegisterState | null
  brief: boolean
}

function SessionEntry({ session, state, brief }: SessionEntryProps) {
  const { t } = useTranslation()
  const language = useWordLanguage()
  const { cover, coaches, cancelled, place, members, max_size: places, present } = session
  const names = listed(coaches.map((coach) => `${coach.firstname} ${coach.lastname}`))
  return (
    <>
      <span className="line">
        {session.start_at === null || lastsAllDay(session) ? null : <b className="num">{session.start_at}</b>}{' '}
        <span className="name">{session.name}</span>
      </span>
      {cancelled ? (
        <span className="state bad">
          <Icon icon={CalendarX2} /> {t('club.sessions.cancelled')}
        </span>
      ) : cover ? (
        <span className="state">
          <Icon icon={HandHelping} /> {t('club.sessions.coveredBy', { name: `${cover.firstname} ${cover.lastname}` })}
        </span>
      ) : null}
      {session.moved_from === null ? null : (
        <span className="state">
          <Icon icon={CalendarClock} /> {t('club.sessions.movedFrom', { day: plainDay(session.moved_from, language) })}
        </span>
      )}
      {brief ? null : (
        <>
          {place === null && (names === '' || cover) ? null : (
            <span className="dim">{[place, cover ? null : names].filter(Boolean).join(' · ')}</span>
          )}
          {cancelled ? null : <span className="dim">{placesText(t, members, places)}</span>}
          {state === null ? null : (
            <span className="state dim">
              <Icon icon={REGISTER_ICONS[state]} />{' '}
              {t(`club.sessions.register.${state}`, { here: present, count: members })}
            </span>
          )}
        </>
      )}
    </>
  )
}
