import '../assess/person/person.css'
import { Award, Cake, CalendarX2, DoorOpen, HeartPulse, Hourglass, NotebookPen, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Group } from '#contract/scheduling/groups.ts'
import { ALERT_KINDS, type AlertKind, type GroupAlert } from '#domain/assessment/group-alerts.ts'
import { Page } from '#web/shell/frame/page.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { PageTitle } from '../page-title.tsx'
import { fullName } from '../full-name.ts'
import type { MemberAlerts } from './alert-facts.ts'
import { markQuery, useSessionDay } from '#web/portals/coach/sessions/use-session-day.ts'
import { OwnGroupOnly } from './own-group-only.tsx'
import { useAlertWords, type AlertWords } from './use-alert-words.ts'
import { useGroupAlerts } from './use-group-alerts.ts'
import '../assess/person/person.css'
import './group-menu.css'

const icons: Record<AlertKind, LucideIcon> = {
  medical: HeartPulse,
  waiting: Award,
  absent: CalendarX2,
  unassessed: Hourglass,
  birthday: Cake,
  moving: DoorOpen,
  note: NotebookPen,
}

/** What a coach should know of a group's children [R7.20], such as medical notes and birthdays. */
export function AlertsPage() {
  return <OwnGroupOnly allowOtherDays>{(group) => <Alerts group={group} />}</OwnGroupOnly>
}

function Alerts({ group }: { group: Group }) {
  const { t } = useTranslation()
  const day = useSessionDay()
  const { alerts, compiled, today } = useGroupAlerts(group.id, day.date)
  const wordsOfAlert = useAlertWords(compiled, today)
  const allKinds = ALERT_KINDS.map((kind) => ({
    kind,
    rows: alerts.flatMap((memberAlerts) => rowsOf(memberAlerts, kind)),
  }))
  const kinds = allKinds.filter(({ rows }) => rows.length > 0)
  const count = kinds.reduce((sum, { rows }) => sum + rows.length, 0)
  return (
    <Page title={`${group.name}: ${t('coach.alerts.title')}`} className="group-list">
      <PageTitle
        title={group.name}
        sub={[t('coach.alerts.title'), t('coach.alerts.total', { count })].join(' · ')}
        back={{ to: `/member-groups/${group.id}${day.query}`, title: group.name }}
      />
      {count === 0 ? <Empty title={t('coach.alerts.none')}>{t('coach.alerts.noneHow')}</Empty> : null}
      {kinds.map(({ kind, rows }) => (
        <Card key={kind} className={`alerts ${kind}`} aria-labelledby={`alerts-${kind}`}>
          <h2 className="in h3" id={`alerts-${kind}`}>
            <Icon icon={icons[kind]} />
            {t(`coach.alerts.kind.${kind}`)} <span className="dim">{rows.length}</span>
          </h2>
          <ul className="rows">
            {rows.map(({ member, alert }) => (
              <AlertRow
                key={member.uuid}
                group={group}
                member={member}
                query={markQuery(day)}
                alert={alert}
                wordsOfAlert={wordsOfAlert}
              />
            ))}
          </ul>
        </Card>
      ))}
    </Page>
  )
}

interface Row {
  member: MemberAlerts['member']
  alert: GroupAlert
}

function rowsOf({ member, alerts }: MemberAlerts, kind: AlertKind): Row[] {
  return alerts.filter((alert) => alert.kind === kind).map((alert) => ({ member, alert }))
}

interface AlertRowProps extends Row {
  group: Group
  /** The query of the link to the child's marks. */
  query: string
  wordsOfAlert: AlertWords
}

export function AlertRow({ group, member, query, alert, wordsOfAlert }: AlertRowProps) {
  return (
    <li>
      <Avatar firstname={member.firstname} lastname={member.lastname} />
      <span>
        <Link className="whole name" to={`/member-groups/${group.id}/member/${member.uuid}${query}`}>
          {fullName(member)}
        </Link>
        <span className={alert.kind === 'medical' ? 'med' : 'small'}>{wordsOfAlert(alert)}</span>
      </span>
    </li>
  )
}
