import { UserPen } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { mayEditSelf } from '#domain/tenants/pages.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useConnection, useShell } from '#web/shell/start/shell-context.ts'
import { useSubject } from '#web/shell/session/use-visitor.ts'

/**
 * Opens the provider's page where users edit their own name and address, in a new tab [2.25], [7.13]. A switched user,
 * who did not log in, does not see it.
 */
export function EditUser() {
  const { t } = useTranslation()
  const { api, alerts } = useShell()
  const { online } = useConnection()
  const subject = useSubject()
  if (subject === null) return null
  const { features, original_user_uuid } = subject
  if (!mayEditSelf({ features, switched: original_user_uuid !== undefined })) return null

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
