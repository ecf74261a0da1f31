import { ArrowDown, ArrowUp, GitCompare, ShieldCheck, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { Impact } from '#contract/authoring.ts'
import type { Tree } from '#domain/tree.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useEditor, useView } from './editor-context.ts'
import type { Held } from './editor-store.ts'
import { ruleOf } from './rule.ts'
import { RuleRow } from './rule-row.tsx'

/** Who gains and who loses, in one or two sentences. */
function useImpactWords(): (impact: Impact) => { title: string; where: string } {
  const { t } = useTranslation()
  const { titleOf } = useEditor()
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

/** What would change levels is asked about before it is saved. "Keep editing" leaves it waiting, with a strip that says so. */
export function ImpactGate() {
  const { t } = useTranslation()
  const { store } = useEditor()
  const { held } = useView()
  const words = useImpactWords()
  const [put, setPut] = useState<Tree | null>(null)
  if (!held) return null
  const { title, where } = words(held.impact)
  if (put === held.after)
    return createPortal(
      <output className="held-strip">
        <Icon of={GitCompare} />
        <span className="grow">
          <b>{t('author.impact.waits')}</b> {title}
        </span>
        <Button size="small" onClick={() => setPut(null)}>
          {t('author.impact.decide')}
        </Button>
      </output>,
      document.body,
    )
  return (
    <Dialog
      open
      wide
      onClose={() => setPut(held.after)}
      title={title}
      closeLabel={t('author.impact.keep')}
      footer={
        <>
          <Button kind="bare" className="at-start" onClick={() => store.takeBack()}>
            {t('author.impact.takeBack')}
          </Button>
          <Button onClick={() => setPut(held.after)}>{t('author.impact.keep')}</Button>
          <Button kind="main" onClick={() => store.release()}>
            {t('author.impact.save')}
          </Button>
        </>
      }
    >
      <p className="dim">{where}</p>
      <WasAndNow held={held} />
      <Tables impact={held.impact} />
      <div className="alert">
        <Icon of={ShieldCheck} />
        <p>
          <b>{t('author.impact.noMark')}</b> {t('author.impact.noMarkText')}
        </p>
      </div>
    </Dialog>
  )
}

/** The rule as it is and as it would be, where one level's rule is what changed. */
function WasAndNow({ held: { before, after, impact } }: { held: Held }) {
  const { t } = useTranslation()
  const changed = impact.levels.flatMap(({ id }) => {
    const [a, b] = [before.nodes.get(id), after.nodes.get(id)]
    if (!a || !b) return []
    const [was, now] = [ruleOf(before, a), ruleOf(after, b)]
    const same = was.count === now.count && was.ids.length === now.ids.length
    return same || Math.max(was.ids.length, now.ids.length) > 20
      ? []
      : [
          { key: 'now', ...was, required: a.required },
          { key: 'next', ...now, required: b.required },
        ]
  })
  if (changed.length !== 2) return null
  return (
    <div className="was">
      {changed.map(({ key, ids, count, required }) => (
        <div key={key}>
          <span className="dim">{t(`author.impact.${key}`)}</span>
          <RuleRow ids={ids} required={required} need={count} />
          <b>
            {count >= ids.length ? t('author.impact.allOf', { count: ids.length }) : t('author.rule.any', { count })}
          </b>
        </div>
      ))}
    </div>
  )
}

function Tables({ impact: { levels, clubs } }: { impact: Impact }) {
  const { t } = useTranslation()
  const { titleOf } = useEditor()
  const byClub = clubs.map(({ name, ...counts }, at) => ({ key: String(at), name, ...counts }))
  const byLevel = levels.map(({ id, ...counts }) => ({ key: id, name: titleOf(id), ...counts }))
  return (
    <>
      {levels.length > 1 ? <GainsAndLosses head={t('author.impact.level')} rows={byLevel} /> : null}
      <GainsAndLosses head={t('author.impact.club')} rows={byClub} />
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
    <table className="table">
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
