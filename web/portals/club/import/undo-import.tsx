import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportUndo } from '#contract/flows/member-imports.ts'
import type { UndoObstacle } from '#contract/platform/undo.ts'
import { NameQuestion } from '#web/desk/name-question.tsx'
import { useAct } from '#web/desk/use-act.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useUndo } from '../use-undo.ts'
import { useImportWrites } from './import-data.ts'

/** How many members are named of those who stay after an undo. */
const MAX_NAMED = 8

interface UndoImportProps {
  id: string
  fileName: string
  /** What is undone, for screen readers, where there are several such buttons. */
  name?: string
  onRefused?: (obstacles: readonly UndoObstacle[]) => void
  onUndone?: () => void
}

/**
 * Undoes an import. It first says which members are removed and which stay, and asks the user to type the file's name,
 * because this cannot be undone itself.
 */
export function UndoImportButton({ id, fileName, name, onRefused, onUndone }: UndoImportProps) {
  const { t } = useTranslation()
  const { previewUndo } = useImportWrites()
  const { busy: isUndoing, undoChangeSet } = useUndo()
  const { busy: isAsking, act } = useAct((code) => (code === 'UNDO_STATE' ? t('club.import.tooLate') : undefined))
  const [preview, setPreview] = useState<ImportUndo | null>(null)
  const remaining = preview?.stays ?? []
  const busy = isUndoing || isAsking
  const label = t('club.import.undo')

  async function undo(): Promise<void> {
    let isRefused = false
    await undoChangeSet(
      id,
      onRefused &&
        ((obstacles) => {
          isRefused = true
          onRefused(obstacles)
        }),
    )
    setPreview(null)
    if (!isRefused) onUndone?.()
  }
  return (
    <>
      <Button
        kind="risk"
        {...(name === undefined ? {} : { size: 'small', 'aria-label': t('club.undoPage.undoOf', { name }) })}
        disabled={busy}
        onClick={() => void act(async () => setPreview(await previewUndo(id)))}
      >
        <Icon icon={Undo2} />
        {name === undefined ? label : t('club.undoPage.undoAfterQuestion')}
      </Button>
      {preview === null ? null : (
        <NameQuestion
          title={t('club.import.undoTitle', { count: preview.goes })}
          name={fileName}
          confirmLabel={label}
          busy={busy}
          onCancel={() => setPreview(null)}
          onConfirm={() => void undo()}
        >
          {remaining.length === 0 ? (
            <p>{t('club.import.undoAll')}</p>
          ) : (
            <>
              <p>{t('club.import.undoStays', { count: remaining.length })}</p>
              <ul className="small">
                {remaining.slice(0, MAX_NAMED).map((member) => (
                  <li key={member.uuid}>
                    <b>
                      {member.firstname} {member.lastname}
                    </b>
                    : {t(`club.import.why.${member.why}`)}
                  </li>
                ))}
              </ul>
              {remaining.length > MAX_NAMED ? (
                <p>{t('club.import.more', { count: remaining.length - MAX_NAMED })}</p>
              ) : null}
            </>
          )}
        </NameQuestion>
      )}
    </>
  )
}
