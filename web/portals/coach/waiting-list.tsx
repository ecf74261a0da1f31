import { Lock } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OfflineView } from '#web/offline/offline-desk.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Pip } from '#web/ui/pip.tsx'
import { useQueueWords } from './use-queue-words.ts'

const FIRST_ROWS = 20

/** What waits to be sent, newest first; of other people's only how much. */
export function WaitingList({ view: { waiting, others } }: { view: OfflineView }) {
  const { t } = useTranslation()
  const [all, setAll] = useState(false)
  const shown = all ? waiting : waiting.slice(0, FIRST_ROWS)
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
              <Pip mark={words.mark} />
              <span>
                <span className="mid">{words.subject}</span>
                <br />
                <span className="small dim">{words.what}</span>
              </span>
              <span className="small dim">{t('coach.offline.savedAt', { time: savedAt(entry) })}</span>
            </li>
          )
        })}
        {others.map(({ userUuid, firstname, count }) => (
          <li key={userUuid} className="others">
            <span className="dim">
              {firstname === null
                ? t('coach.offline.othersUnknown', { count })
                : t('coach.offline.others', { count, name: firstname })}
            </span>
            <Icon of={Lock} />
          </li>
        ))}
      </ul>
      {shown.length < waiting.length ? (
        <Button kind="bare" size="small" className="all" onClick={() => setAll(true)}>
          {t('coach.offline.showAll', { count: waiting.length })}
        </Button>
      ) : null}
    </Card>
  )
}
