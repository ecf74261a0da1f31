import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { MemberImport } from '#contract/flows/member-imports.ts'
import { useAct } from '#web/desk/use-act.ts'
import { WorkProgress } from '#web/desk/work-progress.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { useClubDay } from '../club-day.ts'
import { useImportWrites } from './import-data.ts'
import { SaveRowsButton } from './save-rows-button.tsx'
import { UndoImportButton } from './undo-import.tsx'

/** The progress of a running import, then its result, which can be undone. */
export function ImportResult({ memberImport }: { memberImport: MemberImport }) {
  const { t } = useTranslation()
  const day = useClubDay()
  const { start } = useImportWrites()
  const { busy, act } = useAct()
  if (memberImport.state === 'waiting')
    return (
      <div className="in import-end">
        <h2>{t(memberImport.entered === 0 ? 'club.import.waiting' : 'club.import.running')}</h2>
        <WorkProgress label={t('club.import.progress')} done={memberImport.entered} total={memberImport.ready} />
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
      {memberImport.state === 'done' && memberImport.levels > 0 ? (
        <p>{t('club.import.levelsDone', { count: memberImport.levels })}</p>
      ) : null}
      {memberImport.state === 'done' && memberImport.places > 0 ? (
        <p>{t('club.import.placesDone', { count: memberImport.places })}</p>
      ) : null}
      {memberImport.state === 'done' && memberImport.levels_only > 0 ? (
        <p>{t('club.import.added', { count: memberImport.levels_only })}</p>
      ) : null}
      {memberImport.state === 'done' && memberImport.same + memberImport.out > 0 ? (
        <p className="dim">{t('club.import.passedOver', { same: memberImport.same, out: memberImport.out })}</p>
      ) : null}
      {memberImport.state === 'done' && memberImport.left_out_kept ? (
        <SaveRowsButton memberImport={memberImport} state="out" />
      ) : null}
      <div className="flow">
        <Link className="btn main" to="/members">
          {t('club.import.toMembers')}
        </Link>
        {memberImport.state === 'done' ? (
          <UndoImportButton id={memberImport.id} fileName={memberImport.file_name} />
        ) : null}
        {memberImport.undo_until === null ? null : (
          <span className="small dim">{t('club.import.undoUntil', { day: day(memberImport.undo_until) })}</span>
        )}
      </div>
    </div>
  )
}
