import { useTranslation } from 'react-i18next'
import { useShell } from '#web/shell/start/shell-context.ts'
import { useAct } from '../use-act.ts'

/**
 * Returns a function that clears a coach's PIN, which was forgotten or is locked after five wrong tries. The coach sets
 * a new one after a full login.
 */
export function useClearPin(reloadUsers: () => void) {
  const { t } = useTranslation()
  const { api } = useShell()
  const { busy, act } = useAct()
  async function clearPin(uuid: string, name: string): Promise<void> {
    await act(
      () => api.clearPin(uuid),
      () => t('desk.users.pinCleared', { name }),
    )
    reloadUsers()
  }
  return { busy, clearPin }
}
