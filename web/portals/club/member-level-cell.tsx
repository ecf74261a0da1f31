import { useTranslation } from 'react-i18next'
import { useStandingWords } from '#web/features/progress-view/level-view.tsx'
import { levelsOf, type ReadyScheme, type Standing } from '#web/features/progress-view/member-progress.ts'
import { Pips } from '#web/ui/pips.tsx'

interface LevelCellProps {
  member: Standing
  schemes: ReadonlyMap<string, ReadyScheme>
}

/** The cells of a row: the level somebody works at, and how far it is. */
export function LevelCells({ member, schemes }: LevelCellProps) {
  const { t } = useTranslation()
  const standing = useStandingWords()
  const [level] = levelsOf(member, schemes)
  if (!level)
    return (
      <td className="dim" colSpan={2}>
        {t('club.members.noLevel')}
      </td>
    )
  const { progress } = level
  return (
    <>
      <td className="nowrap">{level.levelTitle}</td>
      <td>
        <span className="progress">
          <Pips marks={progress.rungs.map((rung) => rung.mark)} need={progress.need} size="tiny" />
          {progress.state === 'open' ? (
            <span>{standing(progress)}</span>
          ) : (
            <span className="word d">{standing(progress)}</span>
          )}
        </span>
      </td>
    </>
  )
}
