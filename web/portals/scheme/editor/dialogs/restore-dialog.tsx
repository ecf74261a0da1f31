import { useTranslation } from 'react-i18next'
import type { NotBack, RestoreReply } from '#contract/curriculum/history.ts'
import { languageName } from '#web/shell/i18n/language.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { ChangeCounts, ChangeList } from '../../sharing/change-list.tsx'
import '../../sharing/sharing.css'

interface RestoreDialogProps {
  /** What is restored. */
  title: string
  reply: RestoreReply
  onClose: () => void
  onRestore: () => void
}

/** Shows what a restore changes and, before it is done, what does not come back. */
export function RestoreDialog({ title, reply, onClose, onRestore }: RestoreDialogProps) {
  const { t } = useTranslation()
  const { changes, not_back, not_back_more } = reply
  const sentenceOf = ({ what, title: node, name }: NotBack) =>
    t(`author.history.notBack.${what}`, { title: node, name: what === 'language' ? languageName(name) : name })
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('author.history.restoreTitle', { title })}
      closeLabel={t('shell.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('author.cancel')}</Button>
          <Button kind="main" onClick={onRestore}>
            {t('author.history.restoreNodes')}
          </Button>
        </>
      }
    >
      {not_back.length === 0 ? null : (
        <Alert kind="begun">
          <p>{t('author.history.notBack.title')}</p>
          <ul>
            {not_back.map((item) => (
              <li key={`${item.what} ${item.id} ${item.name}`}>{sentenceOf(item)}</li>
            ))}
          </ul>
          {not_back_more > 0 ? <p>{t('author.change.more', { count: not_back_more })}</p> : null}
        </Alert>
      )}
      <ChangeCounts changes={changes} />
      <ChangeList changes={changes} />
      <p className="dim">{t('author.history.restoreText')}</p>
    </Dialog>
  )
}
