import { ArrowRight, Printer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useParams, useSearchParams } from 'react-router'
import type { Group } from '#contract/scheduling/groups.ts'
import { isCancelled, lastsAllDay, startTimeOn } from '#domain/scheduling/sessions.ts'
import { fullDate, shortDay } from '#web/shell/i18n/dates.ts'
import { Page } from '#web/shell/frame/page.tsx'
import { useShell, useWordLanguage } from '#web/shell/start/shell-context.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { MissingGroup } from '#web/portals/coach/groups/missing-group.tsx'
import { PageTitle } from '#web/portals/coach/page-title.tsx'
import { sessionDays } from './register-data.ts'
import { RegisterList } from './register-list.tsx'
import { useRegister } from './use-register.ts'
import { SessionExceptionAlert } from '#web/portals/coach/sessions/session-exception.tsx'
import { useGroup } from '#web/portals/coach/groups/use-group.ts'
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
  const register = useRegister(group, date)
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
      <RegisterList
        group={group}
        date={date}
        register={register}
        next={
          register.members.length === 0 || group.scheme_slug === null ? null : (
            <Link className="btn main grow" to={`/member-groups/${group.id}/member${query}`}>
              {t('coach.register.assess')}
              <Icon icon={ArrowRight} />
            </Link>
          )
        }
      />
    </Page>
  )
}
