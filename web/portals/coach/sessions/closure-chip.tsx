import { useTranslation } from 'react-i18next'
import type { Group } from '#contract/scheduling/groups.ts'
import { clubDay } from '#domain/scheduling/club-days.ts'
import { useWordLanguage } from '#web/shell/start/shell-context.ts'
import { Chip } from '#web/ui/chip.tsx'

/** Says that the club is closed on a day, by a holiday or between two terms; nothing while it is open. */
export function ClosureChip({ groups, date }: { groups: readonly Group[]; date: string }) {
  const { t } = useTranslation()
  const language = useWordLanguage()
  // all groups on the device are of one club, so each has the same terms
  const [firstGroup] = groups
  const { closed, holiday } = clubDay(firstGroup?.terms ?? [], date)
  if (!closed) return null
  // there is no holiday between two terms
  const holidayName = holiday && (holiday.name[language] ?? Object.values(holiday.name)[0])
  return (
    <p>
      <Chip kind="line">{holidayName ?? t('coach.session.noTerm')}</Chip>
    </p>
  )
}
