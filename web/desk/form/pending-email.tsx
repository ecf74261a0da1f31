import { useTranslation } from 'react-i18next'
import type { UserDetail } from '#contract/identity/user-writes.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { useShell } from '#web/shell/start/shell-context.ts'
import { useAct } from '../use-act.ts'

/**
 * Says that a user has a new e-mail address that waits for confirmation, and lets those who may change the user
 * withdraw it.
 */
export function PendingEmail({ user, onChanged }: { user: UserDetail; onChanged: () => void }) {
  const { t } = useTranslation()
  const { api } = useShell()
  const { busy, act } = useAct()
  if (user.pending_email === null) return null
  const withdraw = async () => {
    await act(
      () => api.write('DELETE', `/users/${user.uuid}/pending-email`),
      () => t('desk.pendingEmail.withdrawn'),
    )
    onChanged()
  }
  return (
    <Alert
      end={
        user.own ? (
          <Button size="small" disabled={busy} onClick={() => void withdraw()}>
            {t('desk.pendingEmail.withdraw')}
          </Button>
        ) : null
      }
    >
      {t('desk.pendingEmail.text', { email: user.pending_email })}
    </Alert>
  )
}
