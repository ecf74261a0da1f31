import './roster-details.css'
import { useTranslation } from 'react-i18next'
import type { RosterState } from '#contract/flows/rosters.ts'
import { ROSTER_EFFECTS } from '#domain/flows/roster-effects.ts'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useClubMoment } from '../club-day.ts'

interface RosterDetailsProps {
  /** The last import. */
  last: NonNullable<RosterState['last']>
  /** Unix seconds of the next import; null when none is due. */
  next: number | null
  onClose: () => void
}

/** What the last import of the course provider's roster changed, and which of its rows were refused. */
export function RosterDetails({ last, next, onClose }: RosterDetailsProps) {
  const { t } = useTranslation()
  const moment = useClubMoment()
  const effects = ROSTER_EFFECTS.filter((effect) => last[effect] > 0)
  return (
    <Dialog open onClose={onClose} closeLabel={t('shell.close')} title={t('club.roster.title')}>
      <p>{t('club.roster.ended', { when: moment(last.ended_at) })}</p>
      {last.error === null ? null : <p>{t(`club.roster.why.${last.error}`)}</p>}
      {effects.length === 0 ? <p className="dim">{t('club.roster.nothing')}</p> : null}
      <ul className="roster-list">
        {effects.map((effect) => (
          <li key={effect}>{t(`club.roster.did.${effect}`, { count: last[effect] })}</li>
        ))}
      </ul>
      {last.problems.length === 0 ? null : (
        <>
          <h3>{t('club.roster.problemsTitle')}</h3>
          <ul className="roster-list">
            {last.problems.map(({ number, why }) => (
              <li key={number + why}>
                <b>{number}</b> {t(`club.roster.problem.${why}`)}
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="dim small">
        {t('club.roster.where')} {next === null ? null : t('club.roster.next', { when: moment(next) })}
      </p>
    </Dialog>
  )
}
