import { useTranslation } from 'react-i18next'
import type { CoachMember } from '#contract/assessment/sync.ts'
import { useFeature } from '#web/portals/coach/features.ts'
import { legendWords } from './legend-words.ts'

interface LegendProps {
  member: CoachMember
  /** Of the level that the member is at; undefined when there is none. */
  level: string | undefined
  today: string
}

/** What stands beside a member's name [4.23]. */
export function Legend({ member, level, today }: LegendProps) {
  const { t } = useTranslation()
  return legendWords(t, useFeature('SHOW_CURRENT_LEVEL'), level, member.dob, today)
}
