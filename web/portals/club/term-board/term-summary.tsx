import { useTranslation } from 'react-i18next'

interface SummaryProps {
  moves: number
  stays: number
  open: number
  total: number
}

/** How many of the members on the board move, stay or are still undecided. */
export function TermSummary({ moves, stays, open, total }: SummaryProps) {
  const { t } = useTranslation()
  const outcomes = [
    ['moves', moves],
    ['stays', stays],
    ['open', open],
  ] as const
  return (
    <div className="term-sum">
      <p aria-live="polite">
        <b>{t('club.term.left', { count: open })}</b> <span className="dim">{t('club.term.of', { total })}</span>
      </p>
      <p className="small dim term-hint">{t('club.term.hint')}</p>
      <div className="term-bar" aria-hidden="true">
        {outcomes.map(([outcome, count]) =>
          count === 0 ? null : <i key={outcome} className={outcome} style={{ flex: count }} />,
        )}
      </div>
      <p className="small flow term-key">
        {outcomes.map(([outcome, count]) => (
          <span key={outcome}>
            <i className={outcome} aria-hidden="true" /> {t(`club.term.key.${outcome}`, { count })}
          </span>
        ))}
      </p>
    </div>
  )
}
