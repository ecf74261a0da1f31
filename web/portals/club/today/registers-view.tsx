import {
  Bell,
  CalendarX2,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  Clock,
  HandHelping,
  type LucideIcon,
} from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { TodaysSession } from '#contract/scheduling/today.ts'
import { canRemind } from '#domain/scheduling/register-state.ts'
import { lastsAllDay } from '#domain/scheduling/sessions.ts'
import { isFailing } from '#web/desk/is-failing.ts'
import { NotLoaded } from '#web/desk/not-loaded.tsx'
import { useAct } from '#web/desk/use-act.ts'
import { clockTime } from '#web/shell/i18n/dates.ts'
import { Chip } from '#web/ui/chip.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { listed } from '#web/shell/i18n/isolated.ts'
import { useRemind, type TodayAnswer } from './today-data.ts'

type State = TodaysSession['state']

const looks: Record<State, { kind: 'done' | 'begun' | 'bad' | 'line'; icon: LucideIcon }> = {
  late: { kind: 'bad', icon: CircleAlert },
  open: { kind: 'begun', icon: CircleDashed },
  coming: { kind: 'line', icon: Clock },
  done: { kind: 'done', icon: CircleCheck },
  cancelled: { kind: 'line', icon: CalendarX2 },
  nobody: { kind: 'line', icon: CircleDashed },
}
/** The states that the sentence above the table counts, the most urgent first. */
const COUNTED: readonly State[] = ['late', 'open', 'coming', 'done']

const namesOf = (people: TodaysSession['coaches']) =>
  listed(people.map(({ firstname, lastname }) => `${firstname} ${lastname}`))

/** All registers of the day, with who took them and a reminder for those that are open. */
export function RegistersView({ answer }: { answer: TodayAnswer }) {
  const { t } = useTranslation()
  const { data } = answer
  const sessions = data?.sessions ?? []
  const counts = COUNTED.map((state) => [state, sessions.filter((session) => session.state === state).length] as const)
  return (
    <div className="scroll grow" aria-busy={answer.isPending}>
      {isFailing(answer) ? <NotLoaded onRetry={answer.refetch} /> : null}
      {answer.isPending ? <Skeleton width="auto" height="22rem" /> : null}
      {data === undefined ? null : sessions.length === 0 ? (
        <Empty title={t('club.today.none')}>{t('club.today.noneText')}</Empty>
      ) : (
        <>
          <p className="say">
            {counts
              .filter(([, count]) => count > 0)
              .map(([state, count]) => t(`club.today.count.${state}`, { count }))
              .join(' · ')}
          </p>
          <table className="table still" aria-label={t('club.today.view.registers')}>
            <thead>
              <tr>
                <th>{t('club.group.title')}</th>
                <th>{t('club.today.register')}</th>
                <th className="middle">{t('club.groupField.coaches')}</th>
                <th className="wide">{t('club.groupField.place')}</th>
                <th className="r">
                  <span className="sr">{t('club.today.acts')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {sessions.map((session) => (
                <SessionRow key={session.group_id} session={session} date={data.date} />
              ))}
            </tbody>
          </table>
        </>
      )}
    </div>
  )
}

function SessionRow({ session, date }: { session: TodaysSession; date: string }) {
  const { t } = useTranslation()
  const { name, state, cover, coaches, present, absent, members, taken_by: takenBy } = session
  const { kind, icon } = looks[state]
  const marked = present + absent
  return (
    <tr>
      <td className="name">
        <Link to={`/groups?group=${session.group_id}`}>
          {session.start_at === null || lastsAllDay(session) ? null : `${session.start_at} `}
          {name}
        </Link>
      </td>
      <td>
        <Chip kind={kind} icon={icon}>
          {t(`club.today.state.${state}`)}
        </Chip>{' '}
        {state === 'cancelled' || members === 0 || (state === 'coming' && marked === 0) ? null : (
          <span className="small dim">
            {marked === members
              ? t('club.today.present', { present, count: members })
              : t('club.today.marked', { marked, count: members })}
            {takenBy.length === 0 ? null : `, ${t('club.today.takenBy', { names: namesOf(takenBy) })}`}
          </span>
        )}
      </td>
      <td className="middle">
        {cover === null ? (
          namesOf(coaches) || <span className="dim">{t('club.today.noCoach')}</span>
        ) : (
          <>
            <Icon icon={HandHelping} /> {t('club.sessions.coveredBy', { name: namesOf([cover]) })}
          </>
        )}
      </td>
      <td className="wide">{session.place}</td>
      <td className="r">
        <Reminder session={session} date={date} />
      </td>
    </tr>
  )
}

const focusText = (text: HTMLElement | null) => text?.focus({ preventScroll: true })

/** Reminds the coaches once; afterwards it says when that was, and has the focus that its button had. */
function Reminder({ session, date }: { session: TodaysSession; date: string }) {
  const { t } = useTranslation()
  const { busy, act } = useAct()
  const remind = useRemind()
  const [isPressed, setPressed] = useState(false)
  const { group_id: id, name, state, coaches, cover, reminded_ts: remindedAt } = session
  if (remindedAt !== null)
    return (
      <span ref={isPressed ? focusText : undefined} tabIndex={-1} className="small dim">
        {t('club.today.reminded', { time: clockTime(remindedAt * 1000) })}
      </span>
    )
  const recipients = cover === null ? coaches : [cover]
  if (!canRemind(state) || recipients.length === 0) return null
  return (
    <Button
      size="small"
      disabled={busy}
      aria-label={t('club.today.remindOf', { names: namesOf(recipients), group: name })}
      onClick={() => {
        setPressed(true)
        void act(
          () => remind(id, date),
          () => t('club.today.remindedNow', { names: namesOf(recipients) }),
        )
      }}
    >
      <Icon icon={Bell} />
      {t('club.today.remind')}
    </Button>
  )
}
