import { useTranslation } from 'react-i18next'
import { classNames } from '#web/ui/class-names.ts'
import { markOf, type SkillMark } from '#web/ui/rungs/mark.ts'
import { Pip } from '#web/ui/rungs/pip.tsx'
import './progress-view.css'

interface SkillStatusProps {
  /** The result; absent = none. */
  score: { grade: number; pass: number } | undefined
  /** The labels of the scale at the time of the result. */
  labels: readonly string[]
  /** The day of the result in words. */
  day?: string | undefined
}

/** The state of a skill as a text ("Begun: “Good”, one step from Pass"), in the colour of the state. */
export function SkillStatus({ score, labels, day }: SkillStatusProps) {
  const { t } = useTranslation()
  // -1 is a mark that was taken back; it counts as grade 0
  const grade = Math.max(score?.grade ?? 0, 0)
  const label = labels[grade] ?? ''
  const pass = score?.pass ?? 0
  const mark = markOf(grade, pass)
  const texts: Record<SkillMark, () => string> = {
    open: () => t('progress.skill.open'),
    begun: () => t('progress.skill.begun', { grade: label, count: pass - grade, pass: labels[pass] ?? '' }),
    done: () => t('progress.skill.done', { grade: label }),
  }
  return (
    <div className={classNames('skill-state', mark)}>
      <Pip mark={mark} />
      <div>
        <b>{texts[mark]()}</b>
        {day !== undefined && mark !== 'open' ? <p className="small">{day}</p> : null}
      </div>
    </div>
  )
}
