import { Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { MemberDetail } from '#contract/members/club-members.ts'
import type { ReadyScheme } from '#web/features/progress-view/member-progress.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useClubMoment } from '../../club-day.ts'
import { useUndo } from '../../use-undo.ts'
import { HistoryPart } from './member-history.tsx'
import { useEntryWords } from '../entry-words.ts'

interface LogProps {
  detail: MemberDetail
  schemes: ReadonlyMap<string, ReadyScheme>
}

/** Who did what with a member, newest first [3.6]. */
export function LogPart({ detail: { uuid, firstname }, schemes }: LogProps) {
  const { t } = useTranslation()
  const { api } = useShell()
  const moment = useClubMoment()
  const words = useEntryWords(firstname, schemes)
  const { busy, undoChangeSet } = useUndo()
  return (
    <HistoryPart
      uuid={uuid}
      list="log"
      load={(query, signal) => api.list(`/members/${uuid}/log`, query, signal)}
      title={t('club.sheet.log')}
      renderEntry={(entry) => (
        <>
          <span className="mid">{words(entry)}</span>
          <br />
          <span className="dim">
            {entry.as === null
              ? t('club.log.by', { day: moment(entry.at), name: entry.by ?? t('club.log.server') })
              : t('club.log.byAs', { day: moment(entry.at), name: entry.by, as: entry.as })}
          </span>{' '}
          <UndoButton changeSetId={entry.undo} busy={busy} onUndo={undoChangeSet} />
        </>
      )}
    />
  )
}

interface UndoProps {
  changeSetId: string | null
  busy: boolean
  onUndo: (changeSetId: string) => Promise<void>
}

/** Undoes the whole change set, including the other members that it changed. */
function UndoButton({ changeSetId, busy, onUndo }: UndoProps) {
  const { t } = useTranslation()
  if (changeSetId === null) return null
  return (
    <Button kind="bare" size="small" disabled={busy} onClick={() => void onUndo(changeSetId)}>
      <Icon icon={Undo2} />
      {t('shell.undo')}
    </Button>
  )
}
