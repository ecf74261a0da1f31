import { Printer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Group } from '#contract/scheduling/groups.ts'
import { lastsAllDay } from '#domain/scheduling/sessions.ts'
import { plainDay } from '#web/shell/i18n/dates.ts'
import { Page } from '#web/shell/frame/page.tsx'
import { useWordLanguage } from '#web/shell/start/shell-context.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { keepUnitsTogether } from '#web/ui/keep-units-together.ts'
import { levelNames } from '#web/portals/coach/assess/level/level-names.ts'
import { PageTitle } from '../page-title.tsx'
import { fullName } from '../full-name.ts'
import { MedicalNote } from '#web/portals/coach/assess/person/person.tsx'
import { attendanceOf, attendanceByDay, totalsOf } from '#web/portals/coach/register/register-data.ts'
import { coachNames } from '#web/portals/coach/sessions/day-sessions.ts'
import { nextStep, skillsMarkedOn, type NextStep } from './handover.ts'
import { useSessionDay } from '#web/portals/coach/sessions/use-session-day.ts'
import { OwnGroupOnly } from './own-group-only.tsx'
import { useAlertWords } from './use-alert-words.ts'
import { useGroupAlerts } from './use-group-alerts.ts'
import { NoMembers } from '#web/portals/coach/groups/no-members.tsx'
import { listed } from '#web/shell/i18n/isolated.ts'
import './group-menu.css'

/** The handover card for a covering coach: the members, their alerts, the last session and each one's next skill. */
export function HandoverPage() {
  return <OwnGroupOnly allowOtherDays>{(group) => <Handover group={group} />}</OwnGroupOnly>
}

function Handover({ group }: { group: Group }) {
  const { t } = useTranslation()
  const language = useWordLanguage()
  const day = useSessionDay()
  const { alerts, compiled, snapshot, members, today } = useGroupAlerts(group.id, day.date)
  const wordsOfAlert = useAlertWords(compiled, today)
  // the days come newest first; the session that is handed over, whose register may be begun, is not the last one
  const lastDay = [...attendanceByDay(snapshot.registers, group.id).keys()].find((date) => date < day.date)
  const uuids = members.map(({ uuid }) => uuid)
  const attendance = lastDay === undefined ? null : attendanceOf(snapshot.registers, group.id, lastDay, uuids)
  const totals = totalsOf(attendance ?? new Map())
  const skillsDone =
    compiled && lastDay !== undefined ? skillsMarkedOn(snapshot, compiled, members, lastDay, group.time_zone) : []
  const facts = [
    levelNames(compiled, group.levels),
    lastsAllDay(group) ? null : group.start_at,
    group.place,
    t('coach.handover.coaches', { names: coachNames(group) }),
  ]
  return (
    <Page title={`${group.name}: ${t('coach.handover.title')}`} className="group-list handover">
      <PageTitle
        title={group.name}
        sub={t('coach.handover.title')}
        back={{ to: `/member-groups/${group.id}${day.query}`, title: group.name }}
      />
      <Card className="in">
        <div className="split">
          <h2 className="grow">{group.name}</h2>
          <Button kind="bare" icon aria-label={t('coach.handover.print')} onClick={() => window.print()}>
            <Icon icon={Printer} />
          </Button>
        </div>
        <p>{facts.filter(Boolean).join(' · ')}</p>
        <p className="small dim">{t('coach.handover.of', { day: plainDay(today, language) })}</p>
        <h3>{t('coach.handover.last')}</h3>
        {lastDay === undefined || attendance === null ? (
          <p>{t('coach.all.noSessions')}</p>
        ) : (
          <p>
            {plainDay(lastDay, language)}: {t('coach.register.totals', { here: totals.present, absent: totals.absent })}
            {skillsDone.length > 0
              ? ` · ${t('coach.handover.done', { skills: listed(skillsDone.map(({ title }) => title)) })}`
              : null}
          </p>
        )}
      </Card>
      {members.length === 0 ? <NoMembers /> : null}
      <Card hidden={members.length === 0}>
        <ul className="rows">
          {alerts.map(({ member, alerts: memberAlerts }) => (
            <li key={member.uuid}>
              <Avatar firstname={member.firstname} lastname={member.lastname} />
              <span>
                <span className="name">{fullName(member)}</span>
                <MedicalNote member={member} />
                {memberAlerts
                  .filter(({ kind }) => kind !== 'medical')
                  .map((alert) => (
                    <span key={alert.kind} className="small">
                      {alert.kind === 'note'
                        ? t('coach.handover.note', { note: wordsOfAlert(alert) })
                        : wordsOfAlert(alert)}
                    </span>
                  ))}
                {attendance?.get(member.uuid) === 'absent' && !memberAlerts.some(({ kind }) => kind === 'absent') ? (
                  <span className="small">{t('coach.handover.missed')}</span>
                ) : null}
                <NextSkill next={compiled ? nextStep(snapshot, compiled, group, member) : null} />
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </Page>
  )
}

function NextSkill({ next }: { next: NextStep | null }) {
  const { t } = useTranslation()
  if (next === null) return null
  const { level, skill, state } = next
  const words =
    skill !== null
      ? t('coach.handover.next', { skill: keepUnitsTogether(skill) })
      : t(state === 'passed' ? 'coach.handover.passed' : 'coach.handover.waits')
  return (
    <span className="small next">
      <span className="dim">{level.title} · </span>
      <span className="mid">{words}</span>
    </span>
  )
}
