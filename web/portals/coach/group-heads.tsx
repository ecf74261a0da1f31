import { Award, Cake, HeartPulse } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Group } from '#contract/groups.ts'
import { Chip } from '#web/ui/chip.tsx'
import { daysToBirthday } from './birthday.ts'
import { levelsOf, resultsOf, standingOf } from './group-data.ts'
import { useGroup } from './use-group.ts'

/** What to know of a group before it begins. */
export function GroupHeads({ group }: { group: Group }) {
  const { t } = useTranslation()
  const { members, course, snapshot, today } = useGroup(group.id)
  const medical = members.filter((m) => m.medical !== null).length
  const levels = course ? levelsOf(course, group) : []
  const ready = course
    ? members.filter((m) =>
        levels.some((l) => standingOf(course, resultsOf(snapshot, course, m.uuid)).node(l.id)?.state === 'completed'),
      ).length
    : 0
  const birthdays = members.filter((m) => daysToBirthday(m.dob, today) <= 7)
  if (medical + ready + birthdays.length === 0) return null
  return (
    <div className="heads">
      {medical > 0 ? (
        <Chip kind="bad" icon={HeartPulse}>
          {t('coach.heads.medical', { count: medical })}
        </Chip>
      ) : null}
      {ready > 0 ? (
        <Chip kind="done" icon={Award}>
          {t('coach.heads.ready', { count: ready })}
        </Chip>
      ) : null}
      {birthdays.map((m) => (
        <Chip key={m.uuid} kind="note" icon={Cake}>
          {t('coach.heads.birthday', { name: m.firstname, count: daysToBirthday(m.dob, today) })}
        </Chip>
      ))}
    </div>
  )
}
