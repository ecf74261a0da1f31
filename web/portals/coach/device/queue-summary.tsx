import { RefreshCw, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { clockTime } from '#web/shell/i18n/dates.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { StatusCircle } from '#web/ui/status-circle.tsx'
import { useStatus } from '#web/portals/coach/use-coach.ts'
import { connectionState } from './connection-state.ts'
import { useSync } from './use-sync.ts'

interface QueueSummaryProps {
  /** How many changes wait to be sent. */
  waiting: number
  /** How many changes the server refused. */
  dead: number
  /** Changes of other coaches wait here too. */
  others: boolean
  online: boolean
}

/** The top of the offline page: whether all changes are saved and sent, and a button to sync now. */
export function QueueSummary({ waiting, dead, others, online }: QueueSummaryProps) {
  const { t } = useTranslation()
  const status = useStatus()
  const { busy, sync } = useSync('syncNow')
  const state = connectionState(status, online)
  let heading = t(others ? 'coach.offline.nothingOwn' : 'coach.offline.nothing')
  if (waiting > 0) heading = t('coach.offline.safe', { count: waiting })
  else if (dead > 0) heading = t('coach.offline.refused', { count: dead })
  let networkWords = t('coach.offline.network')
  if (status.full) networkWords = t('coach.noRoom')
  else if (state === 'offline') {
    networkWords =
      status.offlineSince === null
        ? t('coach.offline.noNetwork')
        : t('coach.offline.noNetworkSince', { time: clockTime(status.offlineSince) })
  }
  const isLater = state === 'offline'
  // without room, what was said about it says when they go
  const sendingWords =
    waiting === 0 || (isLater && status.full && online)
      ? ''
      : t(isLater ? 'coach.offline.goLater' : 'coach.offline.goNow', { count: waiting })
  return (
    <Card className="answer">
      {waiting === 0 && dead > 0 ? (
        <Icon icon={TriangleAlert} />
      ) : (
        <StatusCircle state={state} count={waiting} label={t(`coach.offline.state.${state}`)} />
      )}
      <div>
        <h2 aria-live="polite">{heading}</h2>
        <p className="dim">{`${networkWords} ${sendingWords}`.trim()}</p>
      </div>
      <Button disabled={busy} onClick={() => void sync()}>
        <Icon icon={RefreshCw} />
        {t(busy ? 'coach.offline.trying' : 'coach.offline.tryNow')}
      </Button>
    </Card>
  )
}
