import { ArrowDown, ArrowUp, ShieldCheck, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Impact } from '#contract/curriculum/authoring.ts'
import { Icon } from '#web/ui/icon.tsx'

/** Who gains and who loses, in one or two sentences. */
export function useImpactWords(titleOf: (id: string) => string): (impact: Impact) => { title: string; where: string } {
  const { t } = useTranslation()
  return ({ levels, members, clubs }) => {
    const [only, more] = levels
    const where = t('author.impact.where', {
      count: members,
      clubs: t('author.impact.clubs', { count: clubs.length }),
    })
    if (!only || more) {
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
    const level = titleOf(only.id)
    return {
      title: [
        only.gained > 0
          ? t('author.impact.gain', { count: only.gained, level })
          : t('author.impact.nobodyGains', { level }),
        only.lost > 0
          ? t('author.impact.lose', { count: only.lost, level })
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

/** Who would gain and lose what, and that no mark is touched. */
export function ImpactTables({ impact: { levels, clubs }, titleOf }: ImpactTablesProps) {
  const { t } = useTranslation()
  const byClub = clubs.map(({ name, ...counts }, at) => ({ key: String(at), name, ...counts }))
  const byLevel = levels.map(({ id, ...counts }) => ({ key: id, name: titleOf(id), ...counts }))
  return (
    <>
      {levels.length > 1 ? <GainsAndLosses head={t('author.impact.level')} rows={byLevel} /> : null}
      <GainsAndLosses head={t('author.impact.club')} rows={byClub} />
      <div className="alert">
        <Icon of={ShieldCheck} />
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
  const number = (count: number, mark: 'd' | 'o', icon: LucideIcon) =>
    count === 0 ? (
      <span className="dim">0</span>
    ) : (
      <span className={`word ${mark}`}>
        <Icon of={icon} />
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
            <td className="r num">{number(gained, 'd', ArrowUp)}</td>
            <td className="r num">{number(lost, 'o', ArrowDown)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
