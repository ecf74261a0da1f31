import { useCallback } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Colleague } from '#contract/assessment/lesson-plans.ts'
import type { PlanInput } from '#web/offline/coach-store.ts'
import { fetchWithFallback } from '#web/shell/start/stored-answers.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { useCoach } from '../use-coach.ts'

/**
 * Returns `write`, which saves an edit of plans on the device and answers whether it is saved. `doneWords` are shown
 * after success; a failure is always shown.
 */
export function usePlanning() {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const { store } = useCoach()
  const write = useCallback(
    async (input: PlanInput, doneWords?: string): Promise<boolean> => {
      const saved = await store.savePlans([input]).catch(() => false)
      if (saved && doneWords !== undefined) alerts.show(doneWords, 'done')
      if (!saved) alerts.show(t(store.snapshot().status.full ? 'coach.full' : 'coach.notSaved'), 'bad', /* ms */ 15_000)
      return saved
    },
    [alerts, store, t],
  )
  return { write }
}

/** The colleagues with whom a plan can be shared; without network the list stored on the device. */
export function useColleagues(enabled = true) {
  const { api } = useShell()
  return useQuery({
    queryKey: ['colleagues'],
    queryFn: () => fetchWithFallback('colleagues', () => api.get<Colleague[]>('/colleagues')),
    enabled,
    staleTime: 60_000,
    networkMode: 'always',
  })
}
