import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { refresh } from '#web/desk/list/use-list.ts'
import { useAct } from '#web/desk/use-act.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { groupsKey, membersKey } from './club-data.ts'

/** How long a message offers to undo: long enough to read it and reconsider. */
export const UNDO_MS = 15_000

/** Undoes a change set. `announce` shows a message about a change, and offers to undo it if it has a change set. */
export function useUndo() {
  const { t } = useTranslation()
  const { api, alerts } = useShell()
  const queries = useQueryClient()
  const { busy, act } = useAct((code) =>
    code === 'UNDO_STATE' || code === 'GROUP_FULL' ? t(`club.undoChangeSet.${code}`) : undefined,
  )
  async function undoChangeSet(changeSetId: string): Promise<void> {
    await act(
      () => api.write('POST', `/change-sets/${changeSetId}/undo`),
      () => t('club.undoChangeSet.undone'),
    )
    void refresh(queries, membersKey, groupsKey)
  }
  function announce(message: string, changeSetId: string | null): void {
    if (changeSetId === null) alerts.show(message, 'done')
    else alerts.show(message, 'done', UNDO_MS, () => void undoChangeSet(changeSetId))
  }
  return { busy, undoChangeSet, announce }
}
