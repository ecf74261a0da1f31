import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { levelRingText } from '#domain/assessment/level-ring-text.ts'
import { Button } from '#web/ui/form/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Seal } from '#web/ui/rungs/seal.tsx'
import { passGrade, type LevelView } from './level-view.ts'
import '../assess.css'

interface LevelAchievementProps {
  level: LevelView
  /** The level's title. */
  title: string
  /** The child's first name. */
  name: string
  /** Writes the level's manual grade. */
  onPass: (grade: number) => void
  /** Shown while the level is neither complete nor passed. */
  fallback?: ReactNode
  /** Shown once the level is passed, where the button to pass was. */
  afterPass?: ReactNode
  /** Shows no more than the button to pass, or "Passed", in a row that has the child's name; the rest is read out. */
  brief?: boolean
  disabled?: boolean
}

/**
 * Says that a level is complete and waits for its pass, or that it is passed. Its key must be the member and the level.
 */
export function LevelAchievement({
  level,
  title,
  name,
  onPass,
  fallback,
  afterPass,
  brief,
  disabled,
}: LevelAchievementProps) {
  const { t } = useTranslation()
  // only a level that is passed while the page is open is animated
  const [stateAtOpening] = useState(level.state)
  if (level.state !== 'completed' && level.state !== 'passed') return fallback
  const passed = level.state === 'passed'
  const newlyPassed = passed && stateAtOpening !== 'passed'
  const words = passed
    ? t(level.forced ? 'coach.pass.forced' : 'coach.pass.passed', { name, title })
    : t('coach.pass.complete', { name })
  return (
    <span className={classNames('news', newlyPassed && 'fresh')}>
      {brief === true && !passed ? null : <Seal size="2.75rem">{levelRingText(title).middle}</Seal>}
      <output className="mid">
        <span className={brief === true ? 'sr' : undefined}>{words}</span>
        {brief === true && passed ? <span aria-hidden="true">{t('coach.toGo.passed')}</span> : null}
      </output>
      {passed ? (
        afterPass
      ) : (
        <Button kind="go" size="small" disabled={disabled} onClick={() => onPass(passGrade(level))}>
          {t('coach.pass.do', { title })}
        </Button>
      )}
    </span>
  )
}
