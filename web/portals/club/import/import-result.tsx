import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ImportUndo, MemberImport } from '#contract/flows/member-imports.ts'
import { NameQuestion } from '#web/desk/name-question.tsx'
import { useAct } from '#web/desk/use-act.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useClubDay } from '../club-day.ts'
import { useImportWrites } from './import-data.ts'

/** How many members are named of those who stay after an undo. */
const MAX_NAMED = 8

/** The progress of a running import, then its result, which can be undone. */
export function ImportResult({ memberImport }: { memberImport: MemberImport }) {
  const { t } = useTranslation()
  const { start } = useImportWrites()
  const { busy, act } = useAct()
  if (memberImport.state === 'waiting')
    return (
      <div className="in import-end" aria-live="polite">
        <h2>{t(memberImport.entered === 0 ? 'club.import.waiting' : 'club.import.running')}</h2>
        <progress max={memberImport.ready} value={memberImport.entered} aria-label={t('club.import.progress')} />
        <p className="dim">{t('club.import.progressOf', { count: memberImport.entered, of: memberImport.ready })}</p>
        <p className="small dim">{t('club.import.mayLeave')}</p>
      </div>
    )
  if (memberImport.state === 'failed')
    return (
      <div className="in import-end">
        <Alert
          kind="bad"
          end={
            <Button size="small" disabled={busy} onClick={() => void act(() => start(memberImport.id))}>
              {t('desk.again')}
            </Button>
          }
        >
          <p>{t('club.import.failed')}</p>
        </Alert>
      </div>
    )
  // done or undone; `kept` is the number of members whom the undo left in the club
  return (
    <div className="in import-end">
      <h2>
        {memberImport.state === 'done'
          ? t('club.import.done', { count: memberImport.entered })
          : t(memberImport.kept === 0 ? 'club.import.undone' : 'club.import.undoneBut', { count: memberImport.kept })}
      </h2>
      {memberImport.state === 'done' && memberImport.same + memberImport.out > 0 ? (
        <p className="dim">{t('club.import.passedOver', { same: memberImport.same, out: memberImport.out })}</p>
      ) : null}
      <div className="flow">
        <Link className="btn main" to="/members">
          {t('club.import.toMembers')}
        </Link>
        {memberImport.state === 'done' ? <UndoButton memberImport={memberImport} /> : null}
      </div>
    </div>
  )
}

/**
 * Undoes the import. It first says which members are removed and which stay, and asks the user to type the file's name,
 * because this cannot be undone itself.
 */
function UndoButton({ memberImport }: { memberImport: MemberImport }) {
  const { t } = useTranslation()
  const day = useClubDay()
  const { undo, previewUndo } = useImportWrites()
  const { busy, act } = useAct((code) => (code === 'IMPORT_STATE' ? t('club.import.tooLate') : undefined))
  const [preview, setPreview] = useState<ImportUndo | null>(null)
  const remaining = preview?.stays ?? []

  async function undoImport(): Promise<void> {
    await act(
      () => undo(memberImport.id),
      ({ kept }) => t(kept === 0 ? 'club.import.undone' : 'club.import.undoneBut', { count: kept }),
    )
    setPreview(null)
  }
  return (
    <>
      <Button
        kind="risk"
        disabled={busy}
        onClick={() => void act(async () => setPreview(await previewUndo(memberImport.id)))}
      >
        <Icon icon={Undo2} />
        {t('club.import.undo')}
      </Button>
      {memberImport.undo_until === null ? null : (
        <span className="small dim">{t('club.import.undoUntil', { day: day(memberImport.undo_until) })}</span>
      )}
      {preview === null ? null : (
        <NameQuestion
          title={t('club.import.undoTitle', { count: preview.goes })}
          name={memberImport.file_name}
          confirmLabel={t('club.import.undo')}
          busy={busy}
          onCancel={() => setPreview(null)}
          onConfirm={() => void undoImport()}
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
