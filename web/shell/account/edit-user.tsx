import { UserPen } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { identityPolicy } from '#domain/identity/policy.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useConnection, useShell } from '#web/shell/start/shell-context.ts'
import { useMay } from '#web/shell/session/use-may.ts'

/**
 * Opens the provider's page where users edit their own name and address, in a new tab [2.25], [7.13]. It is not there
 * where users log in without a provider, which is where such a page would be, and for a switched user, who did not log in.
 */
export function EditUser() {
  const { t } = useTranslation()
  const { api, alerts, client } = useShell()
  const { online } = useConnection()
  const may = useMay(identityPolicy['account.edit-at-provider'])
  if (!may || client.auth_provider === 'local') return null

  async function open(): Promise<void> {
    const answer = await api.editUrl().catch(() => null)
    if (answer === null) return alerts.show(t('shell.edit.failed'), 'bad')
    if (answer.url === null) return alerts.show(t('shell.edit.none'), 'bad')
    window.open(answer.url, '_blank', 'noopener')
  }
  return (
    <button type="button" className="item" disabled={!online} onClick={() => void open()}>
      <Icon icon={UserPen} />
      {t('shell.edit.title')}
    </button>
  )
}
