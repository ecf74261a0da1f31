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
  const parts = [
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
        {parts.map(([part, n]) => (n === 0 ? null : <i key={part} className={part} style={{ flex: n }} />))}
      </div>
      <p className="small flow term-key">
        {parts.map(([part, n]) => (
          <span key={part}>
            <i className={part} aria-hidden="true" /> {t(`club.term.key.${part}`, { count: n })}
          </span>
        ))}
      </p>
    </div>
  )
}
