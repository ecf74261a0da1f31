import { ArrowDown, ArrowUp, ShieldCheck, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Impact } from '#contract/curriculum/authoring.ts'
import { Icon } from '#web/ui/icon.tsx'

/** Returns a function that says in sentences how many members gain or lose levels, and at how many clubs. */
export function useImpactText(titleOf: (id: string) => string): (impact: Impact) => { title: string; where: string } {
  const { t } = useTranslation()
  return ({ levels, members, clubs }) => {
    const [onlyLevel, secondLevel] = levels
    const where = t('author.impact.where', {
      count: members,
      clubs: t('author.impact.clubs', { count: clubs.length }),
    })
    // several levels, which are not named here
    if (!onlyLevel || secondLevel) {
      const gained = levels.reduce((sum, level) => sum + level.gained, 0)
      const lost = levels.reduce((sum, level) => sum + level.lost, 0)
      return {
        title: [
          gained > 0 ? t('author.impact.gainLevels', { count: gained }) : t('author.impact.nobodyGainsAny'),
          lost > 0 ? t('author.impact.loseLevels', { count: lost }) : t('author.impact.nobodyLosesAny'),
        ].join(' '),
        where,
      }
    }
    const level = titleOf(onlyLevel.id)
    return {
      title: [
        onlyLevel.gained > 0
          ? t('author.impact.gain', { count: onlyLevel.gained, level })
          : t('author.impact.nobodyGains', { level }),
        onlyLevel.lost > 0
          ? t('author.impact.lose', { count: onlyLevel.lost, level })
          : t('author.impact.nobodyLoses', { level }),
      ].join(' '),
      where,
    }
  }
}

interface ImpactTablesProps {
  impact: Impact
  titleOf: (id: string) => string
}

/** How many members would gain or lose a level, by level and by club, and that no mark is changed. */
export function ImpactTables({ impact: { levels, clubs }, titleOf }: ImpactTablesProps) {
  const { t } = useTranslation()
  // two clubs may have the same name
  const byClub = clubs.map(({ name, ...counts }, index) => ({ key: String(index), name, ...counts }))
  const byLevel = levels.map(({ id, ...counts }) => ({ key: id, name: titleOf(id), ...counts }))
  return (
    <>
      {levels.length > 1 ? <GainsAndLosses head={t('author.impact.level')} rows={byLevel} /> : null}
      <GainsAndLosses head={t('author.impact.club')} rows={byClub} />
      <div className="alert">
        <Icon icon={ShieldCheck} />
        <p>
          <b>{t('author.impact.noMark')}</b> {t('author.impact.noMarkText')}
        </p>
      </div>
    </>
  )
}

interface GainsProps {
  head: string
  rows: readonly { key: string; name: string; gained: number; lost: number }[]
}

function GainsAndLosses({ head, rows }: GainsProps) {
  const { t } = useTranslation()
  /** A count with an arrow; `colour` is the class of its colour. */
  const countWithArrow = (count: number, colour: 'done' | 'open', icon: LucideIcon) =>
    count === 0 ? (
      <span className="dim">0</span>
    ) : (
      <span className={`word ${colour}`}>
        <Icon icon={icon} />
        {count}
      </span>
    )
  return (
    <table className="table" aria-label={head}>
      <thead>
        <tr>
          <th>{head}</th>
          <th className="r">{t('author.impact.gainHead')}</th>
          <th className="r">{t('author.impact.loseHead')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, gained, lost }) => (
          <tr key={key}>
            <td className="name">{name}</td>
            <td className="r num">{countWithArrow(gained, 'done', ArrowUp)}</td>
            <td className="r num">{countWithArrow(lost, 'open', ArrowDown)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
