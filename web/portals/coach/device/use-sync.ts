import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useShell } from '#web/shell/start/shell-context.ts'
import { useCoach } from '#web/portals/coach/use-coach.ts'

/**
 * A sync at the coach's request; `loadAnew` loads everything instead of the changes only. A failure is shown as an
 * alert with the number of waiting changes [2.40], [8.17].
 */
export function useSync(method: 'syncNow' | 'loadAnew'): { busy: boolean; sync: () => Promise<void> } {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const { store } = useCoach()
  const [busy, setBusy] = useState(false)
  async function sync(): Promise<void> {
    setBusy(true)
    await store[method]().finally(() => setBusy(false))
    const { state, queued } = store.status()
    if (state === 'offline') alerts.show(t('coach.groups.notSynced', { count: queued }), 'bad')
  }
  return { busy, sync }
}
