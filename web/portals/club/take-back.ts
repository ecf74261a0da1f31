import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useAct } from '#web/desk/use-act.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { groupsKey, membersKey } from './club-data.ts'

/** Long enough to read what was done and think again. */
export const UNDO_MS = 15_000

/** Undoes a change set, and offers that beside the message of what was done. */
export function useTakeBack() {
  const { t } = useTranslation()
  const { api, alerts } = useShell()
  const queries = useQueryClient()
  const { busy, act } = useAct((code) =>
    code === 'UNDO_STATE' || code === 'GROUP_FULL' ? t(`club.step.${code}`) : undefined,
  )
  async function takeBack(changeSetId: string): Promise<void> {
    await act(
      () => api.write('POST', `/change-sets/${changeSetId}/undo`),
      () => t('club.step.undone'),
    )
    void queries.invalidateQueries({ queryKey: membersKey })
    void queries.invalidateQueries({ queryKey: groupsKey })
  }
  function done(said: string, changeSetId: string | null): void {
    if (changeSetId === null) alerts.show(said, 'done')
    else alerts.show(said, 'done', UNDO_MS, () => void takeBack(changeSetId))
  }
  return { busy, takeBack, done }
}
