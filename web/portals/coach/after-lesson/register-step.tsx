import '../register/register.css'
import { ArrowRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Page } from '#web/shell/frame/page.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { PageTitle } from '#web/portals/coach/page-title.tsx'
import { RegisterList } from '#web/portals/coach/register/register-list.tsx'
import { useRegister } from '#web/portals/coach/register/use-register.ts'
import { OtherDayBanner } from '#web/portals/coach/sessions/other-day-banner.tsx'
import type { StepProps } from './step-props.ts'

/** The step of the run in which the register of a group is taken. */
export function RegisterStep({ group, day, place, next }: StepProps) {
  const { t } = useTranslation()
  const register = useRegister(group, day.date)
  return (
    <Page title={t('coach.register.title', { group: group.name })} className="register">
      <PageTitle
        title={group.name}
        sub={[t('coach.register.short'), place].join(' · ')}
        back={{ to: `/after-lesson${day.query}`, title: t('coach.after.title') }}
      />
      <OtherDayBanner day={day} isMarkingPage />
      <RegisterList
        group={group}
        date={day.date}
        register={register}
        next={
          <Link className="btn main grow" to={next.to}>
            {next.label}
            <Icon icon={ArrowRight} />
          </Link>
        }
      />
    </Page>
  )
}
