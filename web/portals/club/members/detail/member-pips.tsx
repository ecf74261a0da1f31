import { useLevelStatusWords } from '#web/features/progress-view/level-view.tsx'
import { levelsOf, type ReadyScheme, type ScoredMember } from '#web/features/progress-view/member-progress.ts'
import { Pips } from '#web/ui/rungs/pips.tsx'

/** A member's progress at the current level, as a row of rungs and a text. */
export function MemberPips({ member, schemes }: { member: ScoredMember; schemes: ReadonlyMap<string, ReadyScheme> }) {
  const statusWords = useLevelStatusWords()
  const [level] = levelsOf(member, schemes)
  if (!level) return null
  const { progress } = level
  return (
    <span className="progress">
      <Pips marks={progress.rungs.map((rung) => rung.state)} need={progress.need} size="tiny" />
      <span className={progress.state === 'open' ? undefined : 'word done'}>{statusWords(progress)}</span>
    </span>
  )
}
