import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { levelMark } from '#domain/assessment/level-mark.ts'
import { Button } from '#web/ui/form/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Seal } from '#web/ui/rungs/seal.tsx'
import { passGrade, type LevelView } from './level-view.ts'
import '../assess.css'

interface LevelNewsProps {
  level: LevelView
  title: string
  name: string
  /** Writes the level's override. */
  onPass: (grade: number) => void
  /** Stands in place of the news while there is none. */
  otherwise?: ReactNode
  /** On a child's row only that child can be meant. */
  brief?: boolean
  disabled?: boolean
}

/** A level that is complete and waits for its pass, or that is passed. Give it the member and the level as its key. */
export function LevelNews({ level, title, name, onPass, otherwise, brief, disabled }: LevelNewsProps) {
  const { t } = useTranslation()
  // a level passed before the page was opened is no news, and is not celebrated
  const [before] = useState(level.state)
  if (level.state !== 'completed' && level.state !== 'passed') return otherwise
  const passed = level.state === 'passed'
  const fresh = passed && before !== 'passed'
  const said = passed
    ? t(level.forced ? 'coach.pass.forced' : 'coach.pass.passed', { name, title })
    : t(brief === true ? 'coach.toGo.completed' : 'coach.pass.complete', { name })
  return (
    <span className={classNames('news', fresh && 'fresh')}>
      <Seal size="2.75rem">{levelMark(title).middle}</Seal>
      <output className="mid">{said}</output>
      {passed ? null : (
        <Button kind="go" size="small" disabled={disabled} onClick={() => onPass(passGrade(level))}>
          {t('coach.pass.do', { title })}
        </Button>
      )}
    </span>
  )
}
