import { ArrowRight, Check, Printer, Undo2, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useParams, useSearchParams } from 'react-router'
import type { Group } from '#contract/groups.ts'
import type { CoachMember } from '#contract/sync.ts'
import type { Attendance } from '#domain/register.ts'
import { shortDay } from '#web/shell/dates.ts'
import { Page } from '#web/shell/page.tsx'
import { useShell, useWordLanguage } from '#web/shell/shell-context.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Select } from '#web/ui/select.tsx'
import { membersOf } from './group-data.ts'
import { MissingGroup } from './missing-group.tsx'
import { PageTitle } from './page-title.tsx'
import { fullName, Medical } from './person.tsx'
import { attendanceOf, nextAttendance, sessionDays, totalsOf } from './register-data.ts'
import { useGroup } from './use-group.ts'
import { useRegister } from './use-register.ts'
import './register.css'

const DAY_MINUTES = 24 * 60

/** The register of one dated session [4.21]. */
export function RegisterPage() {
  const { groupId } = useParams()
  const { group, snapshot, today } = useGroup(groupId)
  const { session } = useShell()
  const [query, setQuery] = useSearchParams()
  if (!group) return <MissingGroup ready={snapshot.ready} />
  const most = Number(session.subject()?.features['MAX_PAST_DAYS_ATTENDANCE'] ?? 0)
  const days = sessionDays(group, today, most)
  const asked = query.get('date')
  const date = asked !== null && days.includes(asked) ? asked : today
  const choose = (day: string) => setQuery(day === today ? {} : { date: day }, { replace: true })
  // another day is another page: its taps are its own to undo
  return <Register key={date} group={group} date={date} today={today} days={days} onDay={choose} />
}

interface RegisterProps {
  group: Group
  date: string
  today: string
  days: readonly string[]
  onDay: (date: string) => void
}

function Register({ group, date, today, days, onDay }: RegisterProps) {
  const { t } = useTranslation()
  const language = useWordLanguage()
  const { snapshot } = useGroup(group.id)
  const register = useRegister(group, date)
  const members = membersOf(snapshot, group.id, date)
  const attendance = attendanceOf(
    snapshot.registers,
    group.id,
    date,
    members.map((m) => m.uuid),
  )
  const totals = totalsOf(attendance)
  const unmarked = members.filter((m) => attendance.get(m.uuid) === null)
  const title = t('coach.register.title', { group: group.name })
  const day = shortDay(date, today, language)

  const mark = (of: readonly CoachMember[], value: Attendance | null) =>
    void register.mark(
      new Map(of.map((m) => [m.uuid, value])),
      new Map(of.map((m) => [m.uuid, attendance.get(m.uuid) ?? null])),
    )

  return (
    <Page title={`${title}, ${day}`} className="register">
      <PageTitle
        title={title}
        sub={[day, group.duration_minutes >= DAY_MINUTES ? null : group.start_at].filter(Boolean).join(', ')}
        back={{ to: `/member-groups/${group.id}`, title: group.name }}
      />
      <div className="split tools">
        {days.length > 1 ? (
          <Select aria-label={t('coach.register.day')} value={date} onChange={(event) => onDay(event.target.value)}>
            {days.map((one) => (
              <option key={one} value={one}>
                {shortDay(one, today, language)}
              </option>
            ))}
          </Select>
        ) : null}
        <Button kind="bare" icon className="end" aria-label={t('coach.register.print')} onClick={() => window.print()}>
          <Icon of={Printer} />
        </Button>
      </div>
      {members.length === 0 ? <p className="in dim">{t('coach.group.noMembers')}</p> : null}
      <ul className="reg">
        {members.map((member) => {
          const value = attendance.get(member.uuid) ?? null
          return (
            <Row key={member.uuid} member={member} value={value} onMark={() => mark([member], nextAttendance(value))} />
          )
        })}
      </ul>
      <div className="dock reg-dock">
        <div className="split">
          <output>
            <b>{t('coach.register.totals', { here: totals.here, absent: totals.absent })}</b>
            {totals.left > 0 ? t('coach.register.left', { count: totals.left }) : null}
          </output>
          <span className="saved end nowrap">
            {register.savedAt === null ? null : (
              <>
                <Icon of={Check} />
                {t('coach.saved', { time: register.savedAt })}
              </>
            )}
          </span>
        </div>
        <div className="split">
          <Button icon aria-label={t('coach.undo')} disabled={!register.canUndo} onClick={() => void register.undo()}>
            <Icon of={Undo2} />
          </Button>
          <Button className="grow" disabled={unmarked.length === 0} onClick={() => mark(unmarked, 'present')}>
            {t('coach.register.all')}
          </Button>
          <Link className="btn main grow" to={`/member-groups/${group.id}/member`}>
            {t('coach.register.assess')}
            <Icon of={ArrowRight} />
          </Link>
        </div>
      </div>
    </Page>
  )
}

function Row({ member, value, onMark }: { member: CoachMember; value: Attendance | null; onMark: () => void }) {
  const { t } = useTranslation()
  const name = fullName(member)
  const said = value === 'present' ? 'here' : value === 'absent' ? 'absent' : 'none'
  return (
    <li>
      <Avatar firstname={member.firstname} lastname={member.lastname} />
      <span>
        <span className="name">{name}</span>
        <Medical member={member} />
      </span>
      <button type="button" className={`mark ${said}`} onClick={onMark}>
        {value === null ? null : <Icon of={value === 'present' ? Check : X} />}
        {t(`coach.register.${said}`)}
        <span className="sr">: {name}</span>
      </button>
    </li>
  )
}
