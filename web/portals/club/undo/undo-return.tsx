import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Undone } from '#contract/flows/change-sets.ts'
import type { UndoObstacle } from '#contract/platform/undo.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useAct } from '#web/desk/use-act.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Question } from '#web/ui/overlay/dialog.tsx'
import { useObstacleWords, useUndo } from '../use-undo.ts'

/** How many are named of what stays after an undo. */
const MAX_NAMED = 8

interface UndoReturnProps {
  id: string
  /** What is undone, for screen readers. */
  name: string
  onRefused: (obstacles: readonly UndoObstacle[]) => void
  onUndone: () => void
}

/** Undoes the import of an archive. It first asks the server what would stay, and says so. */
export function UndoReturnButton({ id, name, onRefused, onUndone }: UndoReturnProps) {
  const { t } = useTranslation()
  const { api } = useShell()
  const { busy: isUndoing, undoChangeSet } = useUndo()
  const { busy: isAsking, act } = useAct()
  const words = useObstacleWords()
  const [kept, setKept] = useState<Undone['kept'] | null>(null)

  async function ask(): Promise<void> {
    await act(async () => {
      try {
        setKept((await api.write('POST', `/change-sets/${id}/undo/trial`)).kept)
      } catch (error) {
        if (!(error instanceof ApiError) || error.error !== 'UNDO_STATE') throw error
        onRefused(error.obstacles)
      }
    })
  }
  async function undo(): Promise<void> {
    let isRefused = false
    await undoChangeSet(id, (obstacles) => {
      isRefused = true
      onRefused(obstacles)
    })
    setKept(null)
    if (!isRefused) onUndone()
  }
  const close = () => setKept(null)
  return (
    <>
      <Button
        kind="risk"
        size="small"
        aria-label={t('club.undoPage.undoOf', { name })}
        disabled={isUndoing || isAsking}
        onClick={() => void ask()}
      >
        <Icon icon={Undo2} />
        {t('club.undoPage.undoAfterQuestion')}
      </Button>
      {kept === null ? null : (
        <Question
          open
          onClose={close}
          title={t('club.undoPage.return.title')}
          footer={
            <>
              <Button onClick={close}>{t('desk.cancel')}</Button>
              <Button kind="risk" disabled={isUndoing} onClick={() => void undo()}>
                {t('club.undoPage.return.confirm')}
              </Button>
            </>
          }
        >
          <p>{t('club.undoPage.return.text')}</p>
          {kept.length === 0 ? (
            <p>{t('club.undoPage.return.all')}</p>
          ) : (
            <>
              <p>{t('club.undoPage.return.stays')}</p>
              <ul className="small">
                {kept.slice(0, MAX_NAMED).map((obstacle) => (
                  <li key={`${obstacle.why} ${obstacle.id}`}>{words(obstacle)}</li>
                ))}
              </ul>
              {kept.length > MAX_NAMED ? <p>{t('club.undo.more', { count: kept.length - MAX_NAMED })}</p> : null}
            </>
          )}
        </Question>
      )}
    </>
  )
}
