import { ArrowRight, Check, Printer, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useParams, useSearchParams } from 'react-router'
import type { Group } from '#contract/scheduling/groups.ts'
import type { CoachMember } from '#contract/assessment/sync.ts'
import type { Attendance } from '#domain/assessment/commands/attendance.ts'
import { attendanceLane } from '#domain/assessment/commands/attendance.ts'
import { isCancelled, lastsAllDay, startTimeOn } from '#domain/scheduling/sessions.ts'
import { fullDate, shortDay } from '#web/shell/i18n/dates.ts'
import { Page } from '#web/shell/frame/page.tsx'
import { useShell, useWordLanguage } from '#web/shell/start/shell-context.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { IdleButton } from '#web/ui/form/idle-button.tsx'
import { MissingGroup } from '#web/portals/coach/groups/missing-group.tsx'
import { PageTitle } from '#web/portals/coach/page-title.tsx'
import { RefusalLink } from '#web/portals/coach/assess/saving/refusal-link.tsx'
import { fullName } from '#web/portals/coach/full-name.ts'
import { MedicalNote } from '#web/portals/coach/assess/person/person.tsx'
import { AddGuest } from './add-guest.tsx'
import { nextAttendance, sessionDays } from './register-data.ts'
import { useRegister } from './use-register.ts'
import { SessionExceptionAlert } from '#web/portals/coach/sessions/session-exception.tsx'
import { useGroup } from '#web/portals/coach/groups/use-group.ts'
import { RegisterDock } from '#web/portals/coach/assess/saving/register-dock.tsx'
import { NoMembers } from '#web/portals/coach/groups/no-members.tsx'
import './register.css'

/** The register of one dated session [4.21]. */
export function RegisterPage() {
  const { groupId } = useParams()
  const { snapshot, today } = useGroup(groupId)
  // the stored group, because `useGroup` marks as imported a group that this coach covers on other days only
  const group = snapshot.groups.find(({ id }) => id === groupId)
  const { session } = useShell()
  const [query, setQuery] = useSearchParams()
  if (!group) return <MissingGroup ready={snapshot.ready} />
  const maxDays = Number(session.subject()?.features['MAX_PAST_DAYS_ATTENDANCE'] ?? 0)
  const days = sessionDays(group, today, maxDays)
  const requested = query.get('date') ?? today
  // a day of the address without a register falls back to today, then to the first day offered
  const date = [requested, today].find((day) => days.includes(day)) ?? days[0]
  if (group.imported === true || date === undefined) return <Navigate replace to={`/member-groups/${group.id}`} />
  const chooseDay = (day: string) => setQuery(day === today ? {} : { date: day }, { replace: true })
  // the key makes each day of each group a page of its own, with its own undo
  return <Register key={`${group.id} ${date}`} group={group} date={date} today={today} days={days} onDay={chooseDay} />
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
  const { members, attendance, totals, unmarked, mark, edits } = useRegister(group, date)
  const title = t('coach.register.title', { group: group.name })
  const query = date === today ? '' : `?date=${date}`
  const dayWords = shortDay(date, today, language)

  return (
    <Page title={`${title}, ${dayWords}`} className="register">
      <PageTitle
        title={group.name}
        sub={[t('coach.register.short'), dayWords, lastsAllDay(group) ? null : startTimeOn(group, date)]
          .filter(Boolean)
          .join(' · ')}
        back={{ to: `/member-groups/${group.id}${query}`, title: group.name }}
      />
      <p className="date">{fullDate(date, language)}</p>
      <div className="split tools">
        {days.length > 1 ? (
          <Select aria-label={t('coach.register.day')} value={date} onChange={(event) => onDay(event.target.value)}>
            {days.map((choice) => (
              <option key={choice} value={choice}>
                {shortDay(choice, today, language)}
                {isCancelled(group, choice) ? `: ${t('coach.session.cancelled')}` : null}
              </option>
            ))}
          </Select>
        ) : null}
        <Button kind="bare" icon className="end" aria-label={t('coach.register.print')} onClick={() => window.print()}>
          <Icon icon={Printer} />
        </Button>
      </div>
      <SessionExceptionAlert group={group} date={date} />
      {members.length === 0 ? (
        <div className="nobody">
          <NoMembers />
          <AddGuest groupId={group.id} date={date} />
        </div>
      ) : (
        <>
          <ul className="reg">
            {members.map((member) => {
              const value = attendance.get(member.uuid) ?? null
              return (
                <RegisterRow
                  key={member.uuid}
                  member={member}
                  value={value}
                  lane={attendanceLane({ groupId: group.id, date, memberUuid: member.uuid })}
                  onMark={() => mark([member], nextAttendance(value))}
                />
              )
            })}
          </ul>
          <AddGuest groupId={group.id} date={date} />
          <RegisterDock
            edits={edits}
            totals={
              <>
                <b>{t('coach.register.totals', { here: totals.present, absent: totals.absent })}</b>
                {totals.unmarked > 0 ? t('coach.register.left', { count: totals.unmarked }) : null}
              </>
            }
          >
            <IdleButton className="grow" idle={unmarked.length === 0} onClick={() => mark(unmarked, 'present')}>
              {t('coach.register.all')}
            </IdleButton>
            {group.scheme_slug === null ? null : (
              <Link className="btn main grow" to={`/member-groups/${group.id}/member${query}`}>
                {t('coach.register.assess')}
                <Icon icon={ArrowRight} />
              </Link>
            )}
          </RegisterDock>
        </>
      )}
    </Page>
  )
}

interface RowProps {
  member: CoachMember
  value: Attendance | null
  lane: string
  onMark: () => void
}

/** One member with the button that marks their attendance. */
export function RegisterRow({ member, value, lane, onMark }: RowProps) {
  const { t } = useTranslation()
  const name = fullName(member)
  const state = value === 'present' ? 'here' : (value ?? 'none')
  return (
    <li>
      <Avatar firstname={member.firstname} lastname={member.lastname} />
      <span>
        <span className="name">{name}</span>
        {member.guest ? <span className="small dim guest">{t(`coach.guest.${member.guest}`)}</span> : null}
        <MedicalNote member={member} />
        <RefusalLink lane={lane} />
      </span>
      <button type="button" className={`mark ${state}`} onClick={onMark}>
        {value === null ? null : <Icon icon={value === 'present' ? Check : X} />}
        {t(`coach.register.${state}`)}
        <span className="sr">: {name}</span>
      </button>
    </li>
  )
}
