import { useCallback } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Colleague } from '#contract/assessment/lesson-plans.ts'
import type { PlanInput } from '#web/offline/coach-store.ts'
import { seenOr } from '#web/shell/start/remembered.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { useCoach } from '../use-coach.ts'

/** Saves on the device and says so where the page itself does not show it; false = not saved, which is always said. */
export function usePlanning() {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const { store } = useCoach()
  const write = useCallback(
    async (input: PlanInput, said?: string): Promise<boolean> => {
      const saved = await store.savePlans([input]).catch(() => false)
      if (saved && said !== undefined) alerts.show(said, 'done')
      if (!saved) alerts.show(t(store.snapshot().status.full ? 'coach.full' : 'coach.notSaved'), 'bad', 15_000)
      return saved
    },
    [alerts, store, t],
  )
  return { write }
}

/** Whom a plan can be shared with; without network those last seen. */
export function useColleagues(enabled = true) {
  const { api } = useShell()
  return useQuery({
    queryKey: ['colleagues'],
    queryFn: () => seenOr('colleagues', () => api.get<Colleague[]>('/colleagues')),
    enabled,
    staleTime: 60_000,
    networkMode: 'always',
  })
}
