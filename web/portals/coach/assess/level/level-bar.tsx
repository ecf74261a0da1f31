import { Ellipsis } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/form/button.tsx'
import { Question } from '#web/ui/overlay/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { countMarks } from '#web/ui/rungs/mark.ts'
import { Pips } from '#web/ui/rungs/pips.tsx'
import { RefusalLink } from '../saving/refusal-link.tsx'
import { passGrade, revokeGrade, type LevelView } from './level-view.ts'
import { MissingForPassDialog } from './missing-for-pass-dialog.tsx'
import { useLevelWords } from './use-level-words.ts'
import type { MissingForPass } from './missing-for-pass.ts'

interface LevelBarProps {
  level: LevelView
  /** The level's title. */
  title: string
  /** Stands in place of the title, such as a choice between levels that names this one. */
  heading?: ReactNode
  /** The child's first name. */
  name: string
  /** Writes the manual grade: 1 passes, -1 revokes, 0 clears the override. */
  onPass: (grade: number) => void
  /** The lane of the manual grade. */
  lane: string
  /** Null when the level is passed. */
  missing: MissingForPass | null
  /** It is a skill group: its button to pass stands here, while that of a level stands in the dock. */
  isSkillGroup?: boolean
}

/** A child's progress in a level or skill group, with a button to pass it or to revoke its pass against the marks. */
export function LevelBar({ level, title, heading, name, onPass, lane, missing, isSkillGroup = false }: LevelBarProps) {
  const { t } = useTranslation()
  const levelWords = useLevelWords()
  const [confirming, setConfirming] = useState(false)
  const { done, begun, open } = countMarks(level.marks)
  const passed = level.state === 'passed'
  const confirmOverride = (grade: number) => {
    setConfirming(false)
    onPass(grade)
  }
  return (
    <div className={isSkillGroup ? 'lv group' : 'lv'}>
      <div className="split">
        {heading ?? (isSkillGroup ? <h3>{title}</h3> : <b>{title}</b>)}
        <span className="split end">
          {isSkillGroup && level.state === 'completed' ? (
            <Button kind="go" size="small" onClick={() => onPass(passGrade(level))}>
              {t('coach.pass.do', { title })}
            </Button>
          ) : null}
          {missing ? <MissingForPassDialog missing={missing} title={title} name={name} /> : null}
          <Button
            kind="bare"
            size="small"
            icon
            aria-label={t('coach.pass.more', { title })}
            onClick={() => setConfirming(true)}
          >
            <Icon icon={Ellipsis} />
          </Button>
        </span>
      </div>
      <div className="progress">
        {level.marks.length === 0 ? null : (
          <Pips
            marks={level.marks}
            label={t('coach.marks', { done, begun, open })}
            {...(level.need === undefined ? {} : { need: level.need })}
          />
        )}
        <span className="mid nowrap" aria-live="polite">
          {levelWords(level)}
        </span>
      </div>
      <RefusalLink lane={lane} />
      <Question
        open={confirming}
        onClose={() => setConfirming(false)}
        title={t(passed ? 'coach.pass.revokeTitle' : 'coach.pass.forceTitle', { name, title })}
        footer={
          <>
            <Button onClick={() => setConfirming(false)}>{t('coach.pass.keep')}</Button>
            {passed ? (
              <Button kind="risk" onClick={() => confirmOverride(revokeGrade(level))}>
                {t('coach.pass.revoke', { title })}
              </Button>
            ) : (
              <Button kind="main" onClick={() => confirmOverride(passGrade(level))}>
                {t('coach.pass.do', { title })}
              </Button>
            )}
          </>
        }
      >
        <p>{t(passed ? 'coach.pass.revokeText' : 'coach.pass.forceText', { count: level.toGo })}</p>
      </Question>
    </div>
  )
}
