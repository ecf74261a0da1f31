import { ArrowRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { attendanceLane } from '#domain/assessment/commands/attendance.ts'
import { Page } from '#web/shell/frame/page.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { IdleButton } from '#web/ui/form/idle-button.tsx'
import { RegisterDock } from '#web/portals/coach/assess/saving/register-dock.tsx'
import { PageTitle } from '#web/portals/coach/page-title.tsx'
import { AddGuest } from '#web/portals/coach/register/add-guest.tsx'
import { nextAttendance } from '#web/portals/coach/register/register-data.ts'
import { RegisterRow } from '#web/portals/coach/register/register-page.tsx'
import { useRegister } from '#web/portals/coach/register/use-register.ts'
import { OtherDayBanner } from '#web/portals/coach/sessions/other-day-banner.tsx'
import type { StepProps } from './step-props.ts'

/** The step of the run in which the register of a group is taken. */
export function RegisterStep({ group, day, place, next }: StepProps) {
  const { t } = useTranslation()
  const { members, attendance, totals, unmarked, mark, edits } = useRegister(group, day.date)
  return (
    <Page title={t('coach.register.title', { group: group.name })} className="register">
      <PageTitle
        title={group.name}
        sub={[t('coach.register.short'), place].join(' · ')}
        back={{ to: `/after-lesson${day.query}`, title: t('coach.after.title') }}
      />
      <OtherDayBanner day={day} isMarkingPage />
      <ul className="reg">
        {members.map((member) => {
          const value = attendance.get(member.uuid) ?? null
          return (
            <RegisterRow
              key={member.uuid}
              member={member}
              value={value}
              lane={attendanceLane({ groupId: group.id, date: day.date, memberUuid: member.uuid })}
              onMark={() => mark([member], nextAttendance(value))}
            />
          )
        })}
      </ul>
      <AddGuest groupId={group.id} date={day.date} />
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
        <Link className="btn main grow" to={next.to}>
          {next.label}
          <Icon icon={ArrowRight} />
        </Link>
      </RegisterDock>
    </Page>
  )
}
