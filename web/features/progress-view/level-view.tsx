import './progress-view.css'
import { ChevronDown } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '#web/ui/icon.tsx'
import { Ladder, LadderText, LadderPack, LadderRung } from '#web/ui/rungs/ladder.tsx'
import { countMarks, type SkillMark } from '#web/ui/rungs/mark.ts'
import { Ring } from '#web/ui/rungs/ring.tsx'
import { keepUnitsTogether } from '#web/ui/keep-units-together.ts'
import { levelRingText } from '#domain/assessment/level-ring-text.ts'
import type { LevelProgress, Rung } from '#domain/assessment/level-progress.ts'
import { fromTopOfLadder } from '#domain/assessment/rung-order.ts'

interface LevelViewProps {
  progress: LevelProgress
  schemeName: string
  levelTitle: string
  titleOf: (nodeId: string) => string
  onSkill: (nodeId: string) => void
  /** Shown below the ring, such as the next session. */
  children?: ReactNode
}

/** How many rows the unfinished skills get, if nothing is unfolded. Open skills beyond that share the last row. */
const MAX_NAMES = 5

/** Returns a function that writes a level's progress as a text, such as "3 skills to go". */
export function useLevelStatusWords(): (progress: LevelProgress) => string {
  const { t } = useTranslation()
  return (progress) => {
    if (progress.state === 'passed') return t('progress.complete')
    if (progress.state === 'awaits-pass') return t('progress.awaitsPass')
    return t('progress.toGo', { count: progress.toGo })
  }
}

/** The ring of one level, with its text for screen readers. */
export function LevelRing({
  progress,
  levelTitle,
  size,
  plain = false,
}: {
  progress: LevelProgress
  levelTitle: string
  size: string
  /** Leaves out the word above the number, such as "Stage" above "4". */
  plain?: boolean
}) {
  const { t } = useTranslation()
  const marks = progress.rungs.map((rung) => rung.state)
  const { done, begun, open } = countMarks(marks)
  const { above, middle } = levelRingText(levelTitle)
  return (
    <Ring
      marks={marks}
      need={progress.need}
      size={size}
      label={t('progress.ringLabel', { level: levelTitle, done, begun, open })}
      middle={middle}
      above={plain ? undefined : above}
    />
  )
}

/** A member's progress at one level: first the ring and how many skills are to go, then all skills as a ladder. */
export function LevelView({ progress, schemeName, levelTitle, titleOf, onSkill, children }: LevelViewProps) {
  const { t } = useTranslation()
  const statusWords = useLevelStatusWords()
  const needsOnlySome = progress.need < progress.rungs.length
  return (
    <div className="two">
      <div className="level">
        <LevelRing progress={progress} levelTitle={levelTitle} size="6.75rem" />
        <div>
          <p className="eyebrow">{t('progress.schemeLevel', { scheme: schemeName, level: levelTitle })}</p>
          <h3>{statusWords(progress)}</h3>
          <p className="small dim">
            {t(needsOnlySome ? 'progress.needed' : 'progress.inAll', {
              // skills, as in the line above, also where the rungs are groups
              done: progress.skills.done,
              need: progress.need,
              all: progress.skills.all,
            })}
          </p>
        </div>
      </div>
      {children}
      <LevelLadder progress={progress} levelTitle={levelTitle} titleOf={titleOf} onSkill={onSkill} />
    </div>
  )
}

function LevelLadder({
  progress,
  levelTitle,
  titleOf,
  onSkill,
}: Pick<LevelViewProps, 'progress' | 'levelTitle' | 'titleOf' | 'onSkill'>) {
  const { t } = useTranslation()
  const [allNames, setAllNames] = useState(false)
  const [doneShown, setDoneShown] = useState(false)
  const doneId = useId()
  const unfinished = fromTopOfLadder(progress.rungs.filter((rung) => rung.state !== 'done'))
  const done = progress.rungs.filter((rung) => rung.state === 'done')
  // only open skills are packed, which come first in `unfinished`; the row of packed ones takes the place of one name
  const packedCount =
    allNames || unfinished.length <= MAX_NAMES
      ? 0
      : Math.min(unfinished.length - MAX_NAMES + 1, unfinished.filter((rung) => rung.state === 'open').length)
  const packed = unfinished.slice(0, packedCount)
  const named = unfinished.slice(packedCount)
  const words: Record<SkillMark, string> = {
    done: t('progress.done'),
    begun: t('progress.begun'),
    open: t('progress.notYet'),
  }
  const rungOf = (rung: Rung) => (
    <LadderRung key={rung.id} mark={rung.state} word={words[rung.state]} compulsory={rung.compulsory}>
      <button type="button" onClick={() => onSkill(rung.id)}>
        {keepUnitsTogether(titleOf(rung.id))}
      </button>
    </LadderRung>
  )
  return (
    <Ladder label={t('progress.ladderLabel', { level: levelTitle })}>
      {progress.need < progress.rungs.length && progress.state === 'open' ? (
        <LadderText>
          {t('progress.anyOf', { count: progress.toGo, open: unfinished.length, level: levelTitle })}
        </LadderText>
      ) : null}
      {named.map(rungOf)}
      {packed.length > 0 ? (
        <LadderPack
          marks={packed.map((rung) => rung.state)}
          end={
            <span className="word open">
              {t('progress.show')}
              <Icon icon={ChevronDown} />
            </span>
          }
        >
          <button type="button" className="small dim" aria-expanded={false} onClick={() => setAllNames(true)}>
            {t('progress.moreNotBegun', { count: packed.length })}
          </button>
        </LadderPack>
      ) : null}
      {doneShown ? done.map(rungOf) : null}
      {done.length > 0 ? (
        <LadderPack
          marks={doneShown ? [] : done.map((rung) => rung.state)}
          end={
            <span className={doneShown ? 'word done turned' : 'word done'} aria-hidden="true">
              {t(doneShown ? 'progress.hide' : 'progress.show')}
              <Icon icon={ChevronDown} />
            </span>
          }
        >
          <button type="button" id={doneId} aria-expanded={doneShown} onClick={() => setDoneShown(!doneShown)}>
            {t('progress.countDone', { count: done.length })}
          </button>
        </LadderPack>
      ) : null}
    </Ladder>
  )
}
