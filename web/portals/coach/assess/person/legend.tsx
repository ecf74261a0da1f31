import { useTranslation } from 'react-i18next'
import type { CoachMember } from '#contract/assessment/sync.ts'
import { useFeature } from '#web/portals/coach/features.ts'
import { legendWords } from './legend-words.ts'

interface LegendProps {
  member: CoachMember
  /** Title of the member's current level; undefined when there is none. */
  level: string | undefined
  today: string
}

/** The words beside a member's name [4.23]. */
export function Legend({ member, level, today }: LegendProps) {
  const { t } = useTranslation()
  return legendWords(t, useFeature('SHOW_CURRENT_LEVEL'), level, member, today)
}
