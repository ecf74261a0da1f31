import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'
import { Question } from '#web/ui/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { countMarks } from '#web/ui/mark.ts'
import { Pips } from '#web/ui/pips.tsx'
import { Seal } from '#web/ui/seal.tsx'
import type { LevelView } from './group-data.ts'

interface LevelBarProps {
  level: LevelView
  title: string
  name: string
  /** Writes the level's override: 1 pass, -1 revoke, 0 neither. */
  onPass: (grade: number) => void
}

/** Number or letter for the seal: `4` of `Stage 4`, `R` of `Ripple`. */
export function sealText(title: string): string {
  return /\d+/.exec(title)?.[0] ?? title.slice(0, 1)
}

/** Where one child stands in one level, and the passing of it. */
export function LevelBar({ level, title, name, onPass }: LevelBarProps) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState(false)
  const { done, begun, open } = countMarks(level.marks)
  const override = (grade: number) => {
    setAsked(false)
    onPass(grade)
  }
  // a revoked level that is eligible is given back by clearing the revoke; a manual one needs the pass itself
  const passGrade = level.manual ? 1 : 0
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
      {level.state === 'passed' ? (
        <div className="pass">
          <Seal size="3rem">{sealText(title)}</Seal>
          <span className="mid">{t(level.forced ? 'coach.pass.forced' : 'coach.pass.passed', { name, title })}</span>
        </div>
      ) : null}
      {level.state === 'completed' ? (
        <div className="pass">
          <Seal size="3rem">{sealText(title)}</Seal>
          <span className="mid">{t('coach.pass.complete', { name })}</span>
          <Button kind="go" onClick={() => override(passGrade)}>
            {t('coach.pass.do', { title })}
          </Button>
        </div>
      ) : null}
      <Question
        open={asked}
        onClose={() => setAsked(false)}
        title={t(level.state === 'passed' ? 'coach.pass.revokeTitle' : 'coach.pass.forceTitle', { name, title })}
        footer={
          <>
            <Button onClick={() => setAsked(false)}>{t('coach.pass.keep')}</Button>
            {level.state === 'passed' ? (
              <Button kind="risk" onClick={() => override(level.forced ? 0 : -1)}>
                {t('coach.pass.revoke', { title })}
              </Button>
            ) : (
              <Button kind="main" onClick={() => override(level.eligible ? passGrade : 1)}>
                {t('coach.pass.do', { title })}
              </Button>
            )}
          </>
        }
      >
        <p>{t(level.state === 'passed' ? 'coach.pass.revokeText' : 'coach.pass.forceText', { count: level.toGo })}</p>
      </Question>
    </div>
  )
}
