import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useAct } from '#web/desk/use-act.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { groupsKey, membersKey } from './club-data.ts'

/** Long enough to read what was done and think again. */
export const UNDO_MS = 15_000

/** Takes back a step of the office, and offers that beside the word of what was done. */
export function useTakeBack() {
  const { t } = useTranslation()
  const { api, alerts } = useShell()
  const queries = useQueryClient()
  const { busy, act } = useAct((code) =>
    code === 'UNDO_STATE' || code === 'GROUP_FULL' ? t(`club.step.${code}`) : undefined,
  )
  async function takeBack(step: string): Promise<void> {
    await act(
      () => api.write('POST', `/office-steps/${step}/undo`),
      () => t('club.step.undone'),
    )
    void queries.invalidateQueries({ queryKey: membersKey })
    void queries.invalidateQueries({ queryKey: groupsKey })
  }
  function done(said: string, step: string | null): void {
    if (step === null) alerts.show(said, 'done')
    else alerts.show(said, 'done', UNDO_MS, () => void takeBack(step))
  }
  return { busy, takeBack, done }
}
