import { useTranslation } from 'react-i18next'
import { ConfirmDialog, type ConfirmDialogProps } from '#web/shell/frame/confirm-dialog.tsx'

/** Asks for confirmation before many guardians get a mail. */
export function InviteQuestion(
  props: Pick<ConfirmDialogProps, 'title' | 'confirmLabel' | 'busy' | 'onClose' | 'onConfirm'>,
) {
  const { t } = useTranslation()
  return (
    <ConfirmDialog open kind="main" {...props}>
      <p>{t('club.bulk.text')}</p>
    </ConfirmDialog>
  )
}
