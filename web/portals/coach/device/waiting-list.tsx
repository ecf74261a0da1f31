import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OfflineQueue, QueueView } from '#web/offline/offline-queue.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Pip } from '#web/ui/rungs/pip.tsx'
import { OtherCoachesList } from './other-coaches-list.tsx'
import { QueueIcon } from './queue-icon.tsx'
import { useQueueWords } from './use-queue-words.ts'

/** Rows shown until the coach asks for all. */
const FIRST_ROWS = 20

/** The changes that wait to be sent, the newest first, and the number of other coaches' changes. */
export function WaitingList({ queue, view: { waiting, others } }: { queue: OfflineQueue; view: QueueView }) {
  const { t } = useTranslation()
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? waiting : waiting.slice(0, FIRST_ROWS)
  const { wordsOf, savedAt } = useQueueWords(shown)
  if (waiting.length === 0 && others.length === 0) return null
  return (
    <Card className="sect">
      <h2>{t('coach.offline.waiting')}</h2>
      <ul className="rows queue">
        {shown.map((entry) => {
          const words = wordsOf(entry)
          return (
            <li key={entry.opId}>
              {words.mark ? <Pip mark={words.mark} /> : <QueueIcon entry={entry} />}
              <span>
                <span className="mid">{words.subject}</span>
                <br />
                <span className="small dim">
                  {words.value} · {t('coach.offline.savedAt', { time: savedAt(entry) })}
                </span>
              </span>
            </li>
          )
        })}
        <OtherCoachesList queue={queue} others={others} />
      </ul>
      {shown.length < waiting.length ? (
        <Button kind="bare" size="small" className="all" onClick={() => setShowsAll(true)}>
          {t('coach.offline.showAll', { count: waiting.length })}
        </Button>
      ) : null}
    </Card>
  )
}
