import { Award, Cake, HeartPulse, UserX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Group } from '#contract/scheduling/groups.ts'
import { Chip } from '#web/ui/chip.tsx'
import type { AlertKind } from '#domain/assessment/group-alerts.ts'
import { useGroupAlerts } from '#web/portals/coach/group-menu/use-group-alerts.ts'

/** Chips with what to know before a session: medical notes, members ready to move on, birthdays and who was away. */
export function GroupHighlights({ group, date }: { group: Group; date?: string }) {
  const { t } = useTranslation()
  const { alerts } = useGroupAlerts(group.id, date)
  const withAlert = (kind: AlertKind) =>
    alerts.filter((memberAlerts) => memberAlerts.alerts.some((alert) => alert.kind === kind))
  const medical = withAlert('medical').length
  const ready = withAlert('waiting').length
  const absent = withAlert('absent')
  const birthdays = alerts.flatMap(({ member, alerts: memberAlerts }) =>
    memberAlerts.flatMap((alert) => (alert.kind === 'birthday' ? [{ member, days: alert.days }] : [])),
  )
  if (medical + ready + birthdays.length + absent.length === 0) return null
  return (
    <div className="heads">
      {medical > 0 ? (
        <Chip kind="bad" icon={HeartPulse}>
          {t('coach.highlights.medical', { count: medical })}
        </Chip>
      ) : null}
      {ready > 0 ? (
        <Chip kind="done" icon={Award}>
          {t('coach.highlights.ready', { count: ready })}
        </Chip>
      ) : null}
      {birthdays.map(({ member, days }) => (
        <Chip key={member.uuid} kind="note" icon={Cake}>
          {t('coach.highlights.birthday', { name: member.firstname, count: days })}
        </Chip>
      ))}
      {absent[0] ? (
        <Chip kind="begun" icon={UserX}>
          {t('coach.highlights.absent', { name: absent[0].member.firstname, count: absent.length })}
        </Chip>
      ) : null}
    </div>
  )
}
