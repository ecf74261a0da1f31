import { ArrowRight, ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { timeOf } from '#domain/platform/club-time.ts'
import { plainDay } from '#web/shell/i18n/dates.ts'
import { useWordLanguage } from '#web/shell/start/shell-context.ts'
import { Page } from '#web/shell/frame/page.tsx'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { PageTitle } from '#web/portals/coach/page-title.tsx'
import { RegisterChip } from '#web/portals/coach/register/register-chip.tsx'
import { registerStateOf } from '#web/portals/coach/register/register-data.ts'
import { DayPicker } from '#web/portals/coach/sessions/day-picker.tsx'
import { isAllDay, type DaySession } from '#web/portals/coach/sessions/day-sessions.ts'
import { useMinute } from '#web/portals/coach/sessions/use-club-time.ts'
import { useSnapshot } from '#web/portals/coach/use-coach.ts'
import { stepPath } from './lesson-steps.ts'
import type { Lesson } from './use-lesson.ts'
import '../groups/members.css'

/** The groups of the day with the state of their registers, and the button that starts the run. */
export function LessonOverview({ lesson: { day, canMark, groups } }: { lesson: Lesson }) {
  const { t } = useTranslation()
  const language = useWordLanguage()
  const snapshot = useSnapshot()
  const minute = useMinute()
  const { date, today, query } = day
  const isOpen = ({ session }: { session: DaySession }) =>
    registerStateOf(snapshot, session, date, { today, minute }) !== 'done'
  const first = groups.find(isOpen) ?? groups[0]
  return (
    <Page title={t('coach.after.title')} className="after-lesson">
      <PageTitle
        title={t('coach.after.title')}
        sub={plainDay(date, language)}
        back={{ to: `/member-groups${query}`, title: t('coach.groups.title') }}
      />
      <Card className="in stack">
        <div className="flow">
          <DayPicker day={day} />
        </div>
        <p>{t(canMark ? 'coach.after.how' : 'coach.after.registersOnly')}</p>
        {first ? (
          <Link className="btn main" to={stepPath({ groupId: first.session.group.id, memberUuid: null }, query)}>
            {t('coach.after.start', { group: first.session.group.name })}
            <Icon icon={ArrowRight} />
          </Link>
        ) : null}
      </Card>
      {groups.length === 0 ? (
        <Empty title={t('coach.after.none')}>{t('coach.after.noneHow')}</Empty>
      ) : (
        <Card>
          <ul className="rows members">
            {groups.map(({ session }) => (
              <li key={session.group.id}>
                <span className="dim nowrap">
                  {session.startMinute === null || isAllDay(session)
                    ? t('coach.groups.allDay')
                    : timeOf(session.startMinute)}
                </span>
                <span className="flow">
                  <Link className="whole name" to={stepPath({ groupId: session.group.id, memberUuid: null }, query)}>
                    {session.group.name}
                  </Link>
                  <RegisterChip session={session} date={date} />
                </span>
                <Icon icon={ChevronRight} />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </Page>
  )
}
