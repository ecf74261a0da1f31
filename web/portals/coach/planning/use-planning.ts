import { useCallback, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { NOT_SAVED, type PlanInput } from '#web/offline/coach-store.ts'
import { fetchWithFallback } from '#web/shell/start/stored-answers.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { useShowNotSaved } from '../assess/saving/use-show-not-saved.ts'
import { useCoach } from '../use-coach.ts'

/**
 * Returns `write`, which saves an edit of plans on the device and answers whether it is saved. `doneWords` are shown
 * after success; a failure is always shown. `busy` is true meanwhile, so that a double press makes no second plan.
 */
export function usePlanning() {
  const { alerts } = useShell()
  const { store } = useCoach()
  const showNotSaved = useShowNotSaved()
  const [busy, setBusy] = useState(false)
  const write = useCallback(
    async (input: PlanInput, doneWords?: string): Promise<boolean> => {
      setBusy(true)
      const result = await store.savePlans([input]).catch(() => NOT_SAVED)
      setBusy(false)
      if (result.saved && doneWords !== undefined) alerts.show(doneWords, 'done')
      if (!result.saved) showNotSaved(result)
      return result.saved
    },
    [alerts, showNotSaved, store],
  )
  return { busy, write }
}

/** The colleagues with whom a plan can be shared; without network the list stored on the device. */
export function useColleagues(enabled = true) {
  const { api } = useShell()
  return useQuery({
    queryKey: ['colleagues'],
    queryFn: () => fetchWithFallback('colleagues', () => api.get('/colleagues')),
    enabled,
    staleTime: 60_000,
    networkMode: 'always',
  })
}
