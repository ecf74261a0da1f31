import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WorkingCopy } from '#contract/curriculum/working-copy.ts'
import { ApiError } from '#web/api/api-error.ts'
import { ConfirmDialog } from '#web/shell/frame/confirm-dialog.tsx'
import { useShell } from '#web/shell/start/shell-context.ts'
import { failureKey } from '../../failure-key.ts'
import { useEditor } from '../editor-context.ts'
import { useEndOfCopy } from './use-end-of-copy.ts'

/** Asks whether the working copy is to be dropped with all that it holds. */
export function DropDialog({ copy, onClose }: { copy: WorkingCopy; onClose: () => void }) {
  const { t } = useTranslation()
  const { api, alerts } = useShell()
  const { raw } = useEditor()
  const leave = useEndOfCopy()
  const [busy, setBusy] = useState(false)
  const drop = async () => {
    setBusy(true)
    try {
      const state = await api.write('POST', `/curriculum/${raw.slug}/working-copy/drop`, { copy: copy.id })
      alerts.show(t('author.copy.dropped'), 'done')
      leave(state)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      alerts.show(t(failureKey(error, 'author.schemes.refused')), 'bad')
      onClose()
    }
  }
  return (
    <ConfirmDialog
      open
      title={t('author.copy.dropTitle')}
      confirmLabel={t('author.copy.drop')}
      busy={busy}
      onClose={onClose}
      onConfirm={() => void drop()}
    >
      <p>{t('author.copy.dropText', { count: copy.changes })}</p>
    </ConfirmDialog>
  )
}
