import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'
import { Question } from '#web/ui/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { countMarks } from '#web/ui/mark.ts'
import { Pips } from '#web/ui/pips.tsx'
import { passGrade, revokeGrade, type LevelView } from './level-view.ts'

interface LevelBarProps {
  level: LevelView
  title: string
  name: string
  /** Writes the level's override: 1 pass, -1 revoke, 0 neither. */
  onPass: (grade: number) => void
}

/** Where one child stands in one level, and behind the dots what a coach may decide against the marks. */
export function LevelBar({ level, title, name, onPass }: LevelBarProps) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState(false)
  const { done, begun, open } = countMarks(level.marks)
  const passed = level.state === 'passed'
  const override = (grade: number) => {
    setAsked(false)
    onPass(grade)
  }
  return (
    <div className="lv">
      <div className="split">
        <b>{title}</b>
        <span className="end mid" aria-live="polite">
          {t(`coach.toGo.${level.state}`, { count: level.toGo })}
        </span>
        <Button
          kind="bare"
          size="small"
          icon
          aria-label={t('coach.pass.more', { title })}
          onClick={() => setAsked(true)}
        >
          <Icon of={Ellipsis} />
        </Button>
      </div>
      <Pips
        marks={level.marks}
        label={t('coach.marks', { done, begun, open })}
        {...(level.need === undefined ? {} : { need: level.need })}
      />
      <Question
        open={asked}
        onClose={() => setAsked(false)}
        title={t(passed ? 'coach.pass.revokeTitle' : 'coach.pass.forceTitle', { name, title })}
        footer={
          <>
            <Button onClick={() => setAsked(false)}>{t('coach.pass.keep')}</Button>
            {passed ? (
              <Button kind="risk" onClick={() => override(revokeGrade(level))}>
                {t('coach.pass.revoke', { title })}
              </Button>
            ) : (
              <Button kind="main" onClick={() => override(passGrade(level))}>
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
