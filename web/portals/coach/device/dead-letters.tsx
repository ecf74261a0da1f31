import { Download, FileWarning, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DATE_REFUSED, type OfflineQueue, type QueueEntry } from '#web/offline/offline-queue.ts'
import { deviceDate } from '#web/shell/i18n/dates.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { CorrectDay } from './correct-day.tsx'
import { DiscardQuestion } from './discard-question.tsx'
import { reasonKey } from './queue-words.ts'
import { saveFile } from '#web/shell/frame/save-file.ts'
import { useCoach } from '#web/portals/coach/use-coach.ts'
import { useQueueWords } from './use-queue-words.ts'

/** The changes that the server refused. Each stays here until the coach tries it again or discards it. */
export function DeadLetters({ queue, dead }: { queue: OfflineQueue; dead: readonly QueueEntry[] }) {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const { store } = useCoach()
  const { wordsOf, savedAt } = useQueueWords(dead)
  const [discarding, setDiscarding] = useState<QueueEntry | null>(null)
  if (dead.length === 0) return null

  async function tryAgain(entries: readonly QueueEntry[]): Promise<void> {
    if (!(await queue.tryAgain(entries.map((entry) => entry.opId)))) return
    alerts.show(t('coach.offline.againSaid'))
    await store.syncNow()
  }
  async function downloadFile(): Promise<void> {
    const file = await queue.exportDead()
    saveFile(`rungs-${deviceDate(Date.now())}.json`, 'application/json', JSON.stringify(file, null, 2))
    alerts.show(t('coach.offline.exported', { count: file.operations.length }), 'done')
  }
  async function discard(entry: QueueEntry): Promise<void> {
    setDiscarding(null)
    if (await queue.discard(entry.opId)) alerts.show(t('coach.offline.discarded'))
  }

  return (
    <Card className="sect">
      <h2>
        {t('coach.offline.needsYou')} <Chip kind="bad">{t('coach.groups.syncFailed', { count: dead.length })}</Chip>
      </h2>
      <div className="flow export">
        {dead.length > 1 ? (
          <Button size="small" onClick={() => void tryAgain(dead)}>
            <Icon icon={RefreshCw} />
            {t('coach.offline.tryAll', { count: dead.length })}
          </Button>
        ) : null}
        <Button size="small" onClick={() => void downloadFile()}>
          <Icon icon={Download} />
          {t('coach.offline.export')}
        </Button>
      </div>
      <ul className="dead-letters">
        {dead.map((entry) => {
          const words = wordsOf(entry)
          return (
            <li key={entry.opId}>
              <Icon icon={FileWarning} />
              <div>
                <p className="mid">{t('coach.offline.notAccepted', { subject: words.subject, what: words.value })}</p>
                <p>{t(`coach.offline.why.${reasonKey(entry.code)}`)}</p>
                {entry.code === DATE_REFUSED ? (
                  <CorrectDay entry={entry} subject={words.subject} queue={queue} />
                ) : null}
                <p className="small">{t('coach.offline.deadSince', { time: savedAt(entry) })}</p>
                <div className="flow">
                  <Button size="small" kind="main" onClick={() => void tryAgain([entry])}>
                    {t('coach.offline.tryAgain')}
                    <span className="sr">: {words.subject}</span>
                  </Button>
                  <Button size="small" kind="risk" onClick={() => setDiscarding(entry)}>
                    {t('coach.offline.discard')}
                    <span className="sr">: {words.subject}</span>
                  </Button>
                </div>
              </div>
            </li>
          )
        })}
      </ul>
      {discarding ? (
        <DiscardQuestion
          subject={wordsOf(discarding).subject}
          onKeep={() => setDiscarding(null)}
          onDiscard={() => void discard(discarding)}
        />
      ) : null}
    </Card>
  )
}
