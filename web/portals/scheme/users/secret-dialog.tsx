import { Copy } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiTokenSecret } from '#contract/identity/api-tokens.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'

/** Shows the secret of a new token. It can be read only now, because the server stores only its hash. */
export function SecretDialog({ created, onClose }: { created: ApiTokenSecret; onClose: () => void }) {
  const { t } = useTranslation()
  const [copied, setCopied] = useState<'done' | 'refused' | null>(null)
  const copy = () =>
    navigator.clipboard.writeText(created.secret).then(
      () => setCopied('done'),
      () => setCopied('refused'),
    )
  return (
    <Dialog
      open
      // the secret cannot be shown again, so Escape or a click outside must not close the dialog
      persistent
      onClose={onClose}
      closeLabel={t('shell.close')}
      title={t('author.tokens.secretOf', { name: created.token.name })}
      footer={
        <>
          <Button onClick={() => void copy()}>
            <Icon icon={Copy} />
            {t('author.tokens.copy')}
          </Button>
          <Button kind="main" onClick={onClose}>
            {t('author.tokens.kept')}
          </Button>
        </>
      }
    >
      <div className="stack">
        <Alert kind="begun">
          <p>{t('author.tokens.secretText')}</p>
        </Alert>
        <code className="secret">{created.secret}</code>
        <output>{copied === null ? null : t(`author.tokens.copied.${copied}`)}</output>
      </div>
    </Dialog>
  )
}
