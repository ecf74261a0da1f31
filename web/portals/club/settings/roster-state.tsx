import './roster-state.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyWithRetry } from '#web/shell/start/lazy-with-retry.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { useClubMoment } from '../club-day.ts'

const RosterDetails = lazyWithRetry(() => import('./roster-details.tsx').then((module) => module.RosterDetails))

/** How often the state is reloaded: while a roster is being imported, and otherwise. */
const RUNNING_MS = 5_000
const WAITING_MS = 60_000

/**
 * For clubs whose members a course provider manages: when the roster was last imported, its result, and why it failed.
 */
export function RosterStateBand() {
  const { t } = useTranslation()
  const { api } = useShell()
  const moment = useClubMoment()
  const [open, setOpen] = useState(false)
  const { data } = useQuery({
    queryKey: ['rosters'],
    queryFn: ({ signal }) => api.get('/rosters', { signal }),
    refetchInterval: (query) => (query.state.data?.state === 'running' ? RUNNING_MS : WAITING_MS),
  })
  if (!data) return null
  const { last, next } = data
  const error = data.error ?? last?.error ?? null
  const problems = last?.problems.length ?? 0
  // The text says whether imports work, else why not; whether one runs; when the last one ended; when the next one
  // is due, if none has worked yet; and how many rows were refused.
  return (
    <div className="roster-state">
      <Alert
        kind={error === null ? 'note' : 'bad'}
        end={
          last === null ? null : (
            <Button size="small" onClick={() => setOpen(true)}>
              {t('club.roster.details')}
            </Button>
          )
        }
      >
        <p>
          {error === null ? t('club.roster.kept') : t('club.roster.failed', { why: t(`club.roster.why.${error}`) })}{' '}
          {data.state === 'running' ? t('club.roster.running') : null}
          {error === null && last !== null && data.state !== 'running'
            ? t('club.roster.last', { when: moment(last.ended_at) })
            : null}
          {next !== null && (error !== null || last === null)
            ? t(error === null ? 'club.roster.first' : 'club.roster.again', { when: moment(next) })
            : null}
          {problems > 0 ? <> {t('club.roster.problems', { count: problems })}</> : null}
        </p>
      </Alert>
      {open && last !== null ? <RosterDetails last={last} next={next} onClose={() => setOpen(false)} /> : null}
    </div>
  )
}
