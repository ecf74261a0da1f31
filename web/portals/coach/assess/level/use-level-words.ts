import { useTranslation } from 'react-i18next'
import { useFeature } from '#web/portals/coach/features.ts'
import type { LevelView } from './level-view.ts'

/**
 * Returns a function that says how far a child is in a level: complete, passed, and before that the skills to go, or
 * the percentage where the club shows it. Not both: half a skill counts in the one and not in the other.
 */
export function useLevelWords(): (level: Pick<LevelView, 'state' | 'toGo' | 'percent'>) => string {
  const { t } = useTranslation()
  const showsPercent = useFeature('SHOW_PERCENTAGE_COMPLETE')
  return ({ state, toGo, percent }) =>
    showsPercent && (state === 'available' || state === 'started')
      ? t('coach.percent', { percent })
      : t(`coach.toGo.${state}`, { count: toGo })
}
